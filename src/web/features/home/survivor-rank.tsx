import type { StandingsReply } from '#contract/standings.ts';
import { weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import type { Win } from '#web/parts/survivor/win.ts';
import { winOf, winText } from '#web/parts/survivor/win.ts';
import { WhyAnswer } from '#web/parts/why/why-answer.tsx';
import { StandingsLinks } from './standings-links.tsx';
import { WhyLink } from './why-link.tsx';

/** So many rows are shown, the chosen own entry among them. */
const SHOWN = 5;

interface SurvivorRankProps {
  readonly poolId: string;
  /** None where they cannot be read now. */
  readonly standings: StandingsReply | undefined;
  readonly lives: number;
}

function outText(outWeekId: string, win: Win | null): string {
  return win === null ? `Out ${weekShortName(outWeekId)}` : winText[win];
}

/** How many are left, and the first of them with the chosen own entry. */
export function SurvivorRank({ poolId, standings, lives }: SurvivorRankProps) {
  const me = useMe();
  const { entry } = useEntries();
  const { rows = [], survivors = [] } = standings ?? {};
  const alive = rows.filter(({ survival }) => survival !== undefined && survival.lives > 0).length;
  const place = rows.findIndex(({ id }) => id === entry?.id);
  const shown = place < SHOWN ? rows.slice(0, SHOWN) : [...rows.slice(0, SHOWN - 1), ...rows.slice(place, place + 1)];
  return (
    <section className="panel flex flex-col p-5">
      <h2 className="heading text-xl">Standings</h2>
      {standings === undefined ? (
        <p className="mt-3 text-ink-soft">Couldn't load the standings.</p>
      ) : (
        <p className="mt-1 flex items-baseline gap-2">
          <span className="font-display text-5xl font-semibold text-turf">{alive}</span>
          <span className="text-ink-soft">of {rows.length} still in</span>
        </p>
      )}
      <ol className="mt-3 flex flex-col">
        {shown.map(({ id, ownerId, name, rank, survival }) => (
          <li
            key={id}
            className={`relative flex min-h-9 items-center gap-3 rounded px-2 ${ownerId === me.id ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{rank}</span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <WhyLink entryId={id} className="before:absolute before:inset-0">
              {survival?.outWeekId ? (
                <span className="text-sm text-ink-soft">{outText(survival.outWeekId, winOf({ survivors }, id))}</span>
              ) : (
                <Lives left={survival?.lives ?? 0} of={lives} />
              )}
            </WhyLink>
          </li>
        ))}
      </ol>
      <StandingsLinks standings={standings} />
      <WhyAnswer poolId={poolId} usual={null} />
    </section>
  );
}
