import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatAverage, formatPoints, pointsText } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { whySeason } from '#core/why/season.ts';
import { averageText, rankText, shareText } from '#core/why/words.ts';
import { Icon } from '#web/ui/icon.tsx';

interface SeasonReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly askWeek: (weekId: string) => void;
}

/** The weeks of a total, and the place that it makes. */
export function SeasonReasons({ pool, standings, entryId, askWeek }: SeasonReasonsProps) {
  const reason = whySeason(standings.weeks, standings.rows, entryId, pool.rules);
  const row = standings.rows.find(({ id }) => id === entryId);
  if (reason === null || row === undefined) return null;
  const { rank, total } = reason;
  const played = reason.weeks.filter(({ score }) => score !== null);
  const kept = played.filter(({ isDropped }) => !isDropped).length;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-5xl font-semibold text-turf">{ordinal(rank.rank)}</span>
        <span className="text-ink-soft">
          of {rank.of}, with {pointsText(total)}
        </span>
      </p>
      <p className="mt-1">{rankText(rank)}</p>
      {played.length === 0 ? (
        <p className="mt-3 text-ink-soft">No game is over yet.</p>
      ) : (
        <ul aria-label="Weeks" className="mt-3 grid">
          {played.map((week) => (
            <li key={week.weekId} className="striped-row rounded-lg">
              <button type="button" onClick={() => askWeek(week.weekId)} className="why-line why-week">
                <span>
                  {weekName(week.weekId)}
                  <span className="block text-sm text-ink-soft">{shareText(week, pool.rules)}</span>
                </span>
                <span className="font-display text-xl font-semibold">
                  {week.isDropped ? (
                    <s className="text-ink-soft">{formatPoints(week.score ?? 0)}</s>
                  ) : (
                    formatPoints(week.halves)
                  )}
                </span>
                <Icon name="chevronRight" className="size-4 text-ink-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="why-sum of-weeks">
        <span>Total</span>
        <span className="text-amber">{formatPoints(total)}</span>
      </p>
      {kept > 0 && (
        <p className="px-2 text-sm text-ink-soft">
          Average {formatAverage(row.average)}: {averageText(total, kept)}
        </p>
      )}
    </>
  );
}
