import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffSlots } from '#core/game.ts';
import { isUnfinished, weekName } from '#core/weeks.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { afterPaint } from './opening.ts';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { weekSectionId } from './scroll-to-game.ts';
import { useSeason } from './season.ts';
import type { Board } from './slot-grid.tsx';
import { SlotGrid } from './slot-grid.tsx';
import { Tiebreak } from './tiebreak.tsx';
import './all-weeks.css';

/** A week is rendered when it is this near to the viewport. */
const NEAR = '900px 0px';
/** The approximate heights of a row of cards and of the heading of a slot, with the gaps around them. */
const ROW_PX = 230;
const HEAD_PX = 72;

interface AllWeeksProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

/** The games of all weeks, by week. */
export function AllWeeks({ pool, isMember }: AllWeeksProps) {
  const { data: season, failure } = useSeason(pool);
  const { entry } = useEntries();
  if (failure) return <Failure title="Couldn't load games" error={failure.error} onRetry={failure.retry} />;
  if (season === null) {
    return (
      <Loading>
        <PicksSkeleton />
      </Loading>
    );
  }
  return (
    <PicksBoard key={entry?.id} poolId={pool.id} week={season} rules={pool.rules} isMember={isMember} beside={null}>
      {(board) =>
        pool.weeks.map((weekId, at) => (
          <WeekPart
            key={weekId}
            pool={pool}
            weekId={weekId}
            before={pool.weeks[at - 1]}
            after={pool.weeks[at + 1]}
            isActive={weekId === pool.activeWeekId}
            games={season.games.filter((game) => game.weekId === weekId)}
            board={board}
          />
        ))
      }
    </PicksBoard>
  );
}

interface WeekPartProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The list opens at this week. */
  readonly isActive: boolean;
  readonly games: readonly GameReply[];
  readonly board: Board;
}

/** One week under its name. Until it is near the viewport it is an empty box of its height, but for a week that is over: it is short. */
function WeekPart({ pool, weekId, before, after, isActive, games, board }: WeekPartProps) {
  const part = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  const [isShort] = useState(() => !games.some(isUnfinished));
  const isNear = useNear(part, isShort);
  const opensHere = useRef(isActive && before !== undefined);
  useLayoutEffect(() => {
    if (opensHere.current) afterPaint(() => part.current?.scrollIntoView());
    opensHere.current = false;
  }, []);
  return (
    <section
      ref={part}
      id={weekSectionId(weekId)}
      aria-label={weekName(weekId)}
      className={`week-part -mx-2 px-2 pb-10 ${isShort ? '' : 'long'}`}
    >
      <div className="panel sticky top-16 low:top-0 z-10 -mx-2 mb-3 flex items-center gap-1 px-2">
        <h2 className="heading flex-1 text-2xl text-amber">{weekName(weekId)}</h2>
        <Step icon="arrowUp" label="Previous week" weekId={before} />
        <Step icon="arrowDown" label="Next week" weekId={after} />
      </div>
      {games.length === 0 && <p className="text-ink-soft">No games yet.</p>}
      {isNear || isPrinting ? (
        <>
          <SlotGrid games={games} board={board} heading="h3" />
          <Tiebreak pool={pool} weekId={weekId} games={games} isMember={board.isMember} />
        </>
      ) : (
        <div aria-hidden="true" style={{ height: `${heightOf(games)}px` }} />
      )}
    </section>
  );
}

interface StepProps {
  readonly icon: 'arrowUp' | 'arrowDown';
  readonly label: string;
  readonly weekId: string | undefined;
}

/** Goes to the week before or after, where the same button has the focus then, for the next step. */
function Step({ icon, label, weekId }: StepProps) {
  const go = () => {
    const week = weekId === undefined ? null : document.getElementById(weekSectionId(weekId));
    week?.scrollIntoView();
    const [same, other] = [icon, icon === 'arrowUp' ? 'arrowDown' : 'arrowUp'];
    const button =
      week?.querySelector<HTMLElement>(`[data-step="${same}"]:enabled`) ??
      week?.querySelector<HTMLElement>(`[data-step="${other}"]`);
    button?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      aria-label={label}
      data-step={icon}
      disabled={weekId === undefined}
      onClick={go}
      className="grid size-11 place-items-center rounded-lg disabled:opacity-60"
    >
      <Icon name={icon} />
    </button>
  );
}

function heightOf(games: readonly GameReply[]): number {
  const columns = innerWidth >= 1280 ? 3 : innerWidth >= 768 ? 2 : 1;
  const slots = kickoffSlots(games);
  const rows = slots.reduce((sum, slot) => sum + Math.ceil(slot.games.length / columns), 0);
  // Short slots share a row.
  const headed = columns === 1 ? slots.length : slots.filter((slot) => slot.games.length >= columns).length + 1;
  return rows * ROW_PX + headed * HEAD_PX;
}

/** Becomes true when an element comes near the viewport, and stays so. */
function useNear(element: { readonly current: Element | null }, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
