import { useQueries } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { weekName } from '#core/weeks.ts';
import { costsLife, lifeText } from '#core/why/lives.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Lives } from '#web/parts/survivor/lives.tsx';

interface LivesReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
}

/** The weeks of an entry of a survivor pool, and which of them took a life. */
export function LivesReasons({ pool, standings, entryId }: LivesReasonsProps) {
  const row = standings.rows.find(({ id }) => id === entryId);
  const { weeks = [], lives = 0, wins = 0 } = row?.survival ?? {};
  const shown = weeks
    .map((week, at) => ({ ...week, weekId: standings.weeks[at] ?? '' }))
    .filter(({ result, team }) => result !== 'out' && (result !== 'open' || team !== undefined));
  const games = useQueries({
    queries: shown.map(({ weekId, team }) => ({ ...gamesQuery(pool.id, weekId, pool), enabled: team !== undefined })),
  });
  if (row === undefined) return null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-display text-5xl font-semibold text-turf">{ordinal(row.rank)}</span>
        <span className="text-ink-soft">
          of {standings.rows.length}, {wins} {wins === 1 ? 'win' : 'wins'}
        </span>
        <Lives left={lives} of={pool.rules.lives} />
      </p>
      <p className="mt-1 text-ink-soft">
        Places go by lives, then by who went out later, then by wins; level players share a place.
      </p>
      {shown.length === 0 && <p className="mt-3 text-ink-soft">No game is over yet.</p>}
      <ul aria-label="Weeks" className="mt-3 grid">
        {shown.map((week, at) => (
          <li key={week.weekId} className="striped-row why-line">
            <span>
              {week.result === 'won' && <PickMark result="correct" />}
              {costsLife(week) && <PickMark result="incorrect" />}
            </span>
            <span>
              <span className="block font-medium">{weekName(week.weekId)}</span>
              <span className="block text-sm text-ink-soft">{lifeText(week, games[at]?.data ?? [])}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
