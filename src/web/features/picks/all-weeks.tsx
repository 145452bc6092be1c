import { useEffect, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { weekName } from '#core/weeks.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { PicksBoard } from './picks-board.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { weekSectionId } from './scroll-to-game.ts';
import { useSeason } from './season.ts';
import type { Board } from './slot-grid.tsx';
import { SlotGrid } from './slot-grid.tsx';

/** A week is rendered when it is this near to the viewport. */
const NEAR = '900px 0px';
/** The approximate height of a row of cards with its heading. */
const ROW_PX = 270;

interface AllWeeksProps {
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

/** The games of all weeks, by week. */
export function AllWeeks({ pool, isMember }: AllWeeksProps) {
  const { data: season, failure } = useSeason(pool);
  if (failure) return <Failure title="Couldn't load games" error={failure.error} onRetry={failure.retry} />;
  if (season === null) {
    return (
      <Loading>
        <PicksSkeleton />
      </Loading>
    );
  }
  return (
    <PicksBoard poolId={pool.id} week={season} rules={pool.rules} isMember={isMember} beside={null}>
      {(board) =>
        pool.weeks.map((weekId) => (
          <WeekPart
            key={weekId}
            weekId={weekId}
            games={season.games.filter((game) => game.weekId === weekId)}
            board={board}
          />
        ))
      }
    </PicksBoard>
  );
}

interface WeekPartProps {
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly board: Board;
}

/** One week under its name. Until it is near the viewport it is an empty box of its height. */
function WeekPart({ weekId, games, board }: WeekPartProps) {
  const part = useRef<HTMLElement>(null);
  const isNear = useNear(part);
  const isPrinting = usePrinting();
  return (
    <section
      ref={part}
      id={weekSectionId(weekId)}
      aria-label={weekName(weekId)}
      className="-mx-2 scroll-mt-20 px-2 pb-10 [contain-intrinsic-size:auto_60rem] [content-visibility:auto]"
    >
      <h2 className="heading mb-4 text-2xl text-amber">{weekName(weekId)}</h2>
      {games.length === 0 && <p className="text-ink-soft">No games yet.</p>}
      {isNear || isPrinting ? (
        <SlotGrid games={games} board={board} heading="h3" />
      ) : (
        <div aria-hidden="true" style={{ height: `${heightOf(games.length)}px` }} />
      )}
    </section>
  );
}

function heightOf(games: number): number {
  const columns = innerWidth >= 1280 ? 3 : innerWidth >= 768 ? 2 : 1;
  return Math.ceil(games / columns) * ROW_PX;
}

/** Becomes true when an element comes near the viewport, and stays so. */
function useNear(element: { readonly current: Element | null }): boolean {
  const [isNear, setNear] = useState(false);
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
