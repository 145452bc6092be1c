import { kickoffSlots } from '#core/game.ts';
import { pickProgress } from '#core/picks.ts';
import type { SpreadRule } from '#core/types.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { ByeTeams } from './bye-teams.tsx';
import { PicksSummary } from './picks-summary.tsx';
import { ProgressDock } from './progress-dock.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { Slot } from './slot.tsx';

interface PicksBoardProps {
  readonly week: WeekData;
  readonly rule: SpreadRule;
  readonly isMember: boolean;
}

export function PicksBoard({ week, rule, isMember }: PicksBoardProps) {
  const { games, picks, saving } = week;
  const progress = pickProgress(games, picks);
  return (
    <>
      <PicksSummary games={games} picks={picks} rule={rule} progress={progress} saving={saving} />
      <div className="mt-7 grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {kickoffSlots(games).map((slot) => (
          <Slot key={`${slot.kickoff} ${slot.timeTbd}`} slot={slot} week={week} rule={rule} isMember={isMember} />
        ))}
      </div>
      <div className="mt-10 grid gap-4 md:grid-cols-2">
        <ProgressPanel progress={progress} />
        <ByeTeams games={games} />
      </div>
      <ProgressDock games={games} picks={picks} progress={progress} saving={saving} />
    </>
  );
}
