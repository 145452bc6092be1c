import { useMemo, useRef, useState } from 'react';
import type { StandingsReply } from '#contract/standings.ts';
import { SCOREBOARD_WEEKS } from '#core/standings.ts';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { usePrinting } from '#web/lib/printing.ts';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { Why } from '#web/parts/why/why.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaderList } from './leader-list.tsx';
import type { StandingsViewProps } from './leader-table.tsx';
import { LeaderTable } from './leader-table.tsx';
import { rankedRows, tiebreakNotes, winnersByWeek } from './standings-rows.ts';

interface LeaderboardProps {
  readonly poolId: string;
  readonly standings: StandingsReply;
}

export function Leaderboard({ poolId, standings }: LeaderboardProps) {
  const area = useRef<HTMLElement>(null);
  const week = useSearchValue('week') ?? null;
  const [allWeeks, setAllWeeks] = useState(false);
  const rows = useMemo(() => rankedRows(standings.rows), [standings.rows]);
  const winners = useMemo(() => winnersByWeek(standings), [standings]);
  const isPrinting = usePrinting();
  const shown = allWeeks ? standings.weeks.length : SCOREBOARD_WEEKS;
  const weeks = standings.weeks.slice(0, isPrinting ? weeksWithScores(standings) : shown);
  return (
    <section ref={area} className="mt-6" aria-label="Leaderboard">
      <div className="no-print mb-3 flex items-center justify-between gap-x-5 px-1">
        <RecapLink finishedWeeks={standings.finishedWeeks} />
        {standings.weeks.length > SCOREBOARD_WEEKS && (
          <Button
            tone="plain"
            aria-pressed={allWeeks}
            onClick={() => setAllWeeks(!allWeeks)}
            className="ml-auto max-lg:hidden"
          >
            {allWeeks ? `Show the first ${SCOREBOARD_WEEKS} weeks` : `Show all ${standings.weeks.length} weeks`}
          </Button>
        )}
      </div>
      <LeaderTable rows={rows} weeks={weeks} winners={winners} />
      <LeaderList rows={rows} weeks={standings.weeks} winners={winners} />
      <TiebreakNotes rows={rows} weeks={standings.weeks} winners={winners} />
      <p className="no-print mt-3 px-1 text-sm text-ink-soft">Tap a score, a total or a rank to see why.</p>
      <Why poolId={poolId} usual={week} area={area} />
    </section>
  );
}

/** How many weeks there are up to the last one with a score: paper has no room for the others. */
function weeksWithScores({ weeks, rows }: StandingsReply): number {
  return weeks.findLastIndex((_, place) => rows.some(({ halves }) => halves[place] !== null)) + 1;
}

/** The weeks that a guess decided, and how near it was. */
function TiebreakNotes(props: StandingsViewProps) {
  const notes = tiebreakNotes(props);
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Won on the tiebreak" className="mt-3 grid gap-1 px-1 text-sm text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
