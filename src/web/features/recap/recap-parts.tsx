import { isPickable } from '#core/locks.ts';
import { recapPath, recapTitle } from '#core/recap/place.ts';
import type { Game } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntryName } from '#web/parts/entries.tsx';
import { whyMark } from '#web/parts/why/why.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface OfWeek {
  readonly weekId: string;
}

interface NotYetProps extends OfWeek {
  readonly games: readonly Pick<Game, 'lockAt' | 'void'>[];
}

/** Nothing of the week is over. */
export function NotYet({ weekId, games }: NotYetProps) {
  const mayPick = useClock((now) => games.some((game) => isPickable(game, now)));
  const query = `?week=${encodeURIComponent(weekId)}`;
  return (
    <Notice icon="clock" title="Nothing here yet">
      <p>Check back after the week's first game.</p>
      <Link to={mayPick ? `/picks${query}` : `/matchup${query}`} className={buttonLook('primary')}>
        {mayPick ? 'Make your picks' : "Everyone's picks"}
      </Link>
    </Notice>
  );
}

/** A week of a survivor pool that was won before it. @param weekId the week that decided the pool */
export function WonBefore({ weekId }: OfWeek) {
  return (
    <Notice icon="trophy" title="The pool was won before this week">
      <Link to={recapPath(weekId)} className={buttonLook('primary')}>
        See the {recapTitle(weekId, 'decided')}
      </Link>
    </Notice>
  );
}

/** Names the chosen entry of somebody who has several; on paper, the player in place of "Your week". */
export function YourWeek() {
  const { displayName } = useMe();
  const entryName = useEntryName();
  if (entryName !== null) return entryName;
  return (
    <>
      <span className="no-print">Your week</span>
      <span className="hidden print:inline">{displayName}</span>
    </>
  );
}

interface OtherEntriesProps extends OfWeek {
  /** The own entries besides the chosen one, and how each did. */
  readonly lines: readonly { readonly id: string; readonly name: string; readonly text: string }[];
  /** The chosen one stands above. */
  readonly isBeside: boolean;
}

/** A line for each own entry besides the chosen one; nothing where there is one. */
export function OtherEntries({ weekId, lines, isBeside }: OtherEntriesProps) {
  if (lines.length === 0) return null;
  return (
    <section className="panel p-5">
      <h2 className="label text-ink-soft">{`Your ${isBeside ? 'other ' : ''}${lines.length === 1 ? 'entry' : 'entries'}`}</h2>
      <ul className="mt-2">
        {lines.map(({ id, name, text }) => (
          <li key={id} className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 font-medium break-words">{name}</span>
            <button type="button" {...whyMark(id, weekId)} className="before:absolute before:inset-0">
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links from the recap to the whole week. */
export function RecapFoot({ weekId }: OfWeek) {
  return (
    <nav aria-label="More of this week" className="flex flex-wrap gap-x-6 lg:col-span-3">
      <Onward to={`/matchup?week=${encodeURIComponent(weekId)}`}>Everyone's picks</Onward>
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
