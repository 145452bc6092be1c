import type { StandingsReply } from '#contract/standings.ts';
import { Link } from '#web/lib/navigation.tsx';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface StandingsLinksProps {
  /** None where they cannot be read now. */
  readonly standings: StandingsReply | undefined;
}

/** From the short standings to all of them, and to the last week that is decided. */
export function StandingsLinks({ standings }: StandingsLinksProps) {
  return (
    <div className="mt-auto flex flex-wrap gap-x-5 pt-2">
      <Link to="/scoreboard" className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf">
        Scoreboard
        <Icon name="chevronRight" />
      </Link>
      {standings && <RecapLink finishedWeeks={standings.finishedWeeks} />}
    </div>
  );
}
