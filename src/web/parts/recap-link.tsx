import type { StandingsReply } from '#contract/standings.ts';
import { recapPath, recapTitle } from '#core/recap/place.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Links to the recap of the last decided week, if there is one. */
export function RecapLink({ finishedWeeks }: Pick<StandingsReply, 'finishedWeeks'>) {
  const weekId = finishedWeeks.at(-1);
  if (weekId === undefined) return null;
  return (
    <Link
      to={recapPath(weekId)}
      className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf"
    >
      {recapTitle(weekId, 'decided')}
      <Icon name="chevronRight" />
    </Link>
  );
}
