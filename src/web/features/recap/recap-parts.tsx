import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Nothing of the week is over. */
export function NotYet() {
  return (
    <Notice icon="clock" title="Nothing to tell yet.">
      <p>The recap begins with the first final game of the week.</p>
    </Notice>
  );
}

/** A week of a survivor pool that was won before it. */
export function WonBefore() {
  return (
    <Notice icon="trophy" title="The pool was won before this week.">
      <p>The recap of the week that decided it tells who won.</p>
    </Notice>
  );
}

/** Links from the recap to the whole week. */
export function RecapFoot({ weekId }: { readonly weekId: string }) {
  return (
    <nav aria-label="More of this week" className="flex flex-wrap gap-x-6 lg:col-span-3">
      <Onward to={`/matchup?week=${encodeURIComponent(weekId)}`}>All picks of the week</Onward>
      <Onward to="/scoreboard">Scoreboard</Onward>
    </nav>
  );
}

function Onward({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf">
      {children}
      <Icon name="chevronRight" />
    </Link>
  );
}
