import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { MatchupRow } from '#contract/scores.ts';
import type { MatchupSort } from '#core/standings.ts';
import { usePrinting } from '#web/lib/printing.ts';
import type { Column } from './cells.ts';
import { useHelmetThumbs } from './helmet-thumbs.ts';
import { MatchupHead } from './matchup-head.tsx';
import { MatchupLine } from './matchup-line.tsx';
import './matchup.css';
import './matchup-print.css';

/** Every row is this high, in rem, so that only those in view need to be in the page. */
const LINE_HEIGHT = 3.5;
const OVERSCAN = 3;
/** So many lines are laid out at a time when the table opens, in which taps and scrolling wait. */
const LINES_AT_A_TIME = 4;

interface MatchupTableProps {
  readonly columns: readonly Column[];
  readonly poolId: string;
  readonly weekId: string;
  readonly rows: readonly MatchupRow[];
  /** The row of the person who looks, with the picks that only they see. */
  readonly own: MatchupRow | null;
  /** Who won the week, once it is finished. */
  readonly winners: ReadonlySet<string>;
  readonly withBus: boolean;
  /** Opens the picks of a member, for admins. */
  readonly onName: ((row: MatchupRow) => void) | undefined;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

export function MatchupTable(props: MatchupTableProps) {
  const { columns, poolId, weekId, rows, own, winners, withBus, onName, sort, onSort } = props;
  const thumbs = useHelmetThumbs(columns);
  const scroller = useRef<HTMLElement>(null);
  const { above, below, lines } = useLines(rows, scroller);

  return (
    <section
      ref={scroller}
      aria-label="Picks of all members"
      className="panel matchup relative overflow-auto overscroll-contain"
    >
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <MatchupHead
          columns={columns}
          poolId={poolId}
          weekId={weekId}
          thumbs={thumbs}
          own={own}
          won={own !== null && winners.has(own.id)}
          withBus={withBus}
          sort={sort}
          onSort={onSort}
        />
        <tbody>
          <Gap height={above} />
          {lines.map(({ row, place }) => {
            const isOwn = row.id === own?.id;
            return (
              <MatchupLine
                key={row.id}
                row={isOwn && own ? own : row}
                place={place}
                columns={columns}
                thumbs={thumbs}
                isOwn={isOwn}
                won={winners.has(row.id)}
                withBus={withBus}
                onName={onName}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody by that name in this pool.</p>}
    </section>
  );
}

interface Lines {
  /** Each with its place in the table, from 1: the first is the head. */
  readonly lines: readonly { readonly row: MatchupRow; readonly place: number }[];
  /** Pixels of the lines that are left out. */
  readonly above: number;
  readonly below: number;
}

/** The lines in view, and all of them on paper. */
function useLines(rows: readonly MatchupRow[], scroller: RefObject<HTMLElement | null>): Lines {
  const isPrinting = usePrinting();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    overscan: OVERSCAN,
    observeElementRect: observeSize,
    // Only people scroll the table: set at its start, the place would be measured, too.
    scrollToFn: () => {},
    // So that the first lines are drawn in slices with the rest, not in one piece once the table has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const drawn = useGrowingCount(virtualizer.getVirtualItems().length);
  if (isPrinting) return { lines: rows.map((row, index) => ({ row, place: index + 2 })), above: 0, below: 0 };
  const shown = virtualizer.getVirtualItems().slice(0, drawn);
  return {
    lines: shown.flatMap(({ index }) => {
      const row = rows[index];
      return row ? [{ row, place: index + 2 }] : [];
    }),
    above: shown[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0),
  };
}

/** Tells the size after each layout: asked for it before, the browser would lay out the table in the step that draws it. */
function observeSize({ scrollElement }: Virtualizer<HTMLElement, Element>, tell: (size: Rect) => void) {
  if (scrollElement === null) return;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Grows up to a count, a few more with each frame. */
function useGrowingCount(count: number): number {
  const [drawn, setDrawn] = useState(LINES_AT_A_TIME);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + LINES_AT_A_TIME));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return drawn;
}

/** Holds the place of the lines that are out of view. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}
