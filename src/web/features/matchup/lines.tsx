import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { usePrinting } from '#web/lib/printing.ts';
import type { Question } from '#web/parts/why/question.ts';
import type { Column } from './cells.ts';

/** The height of every row, in rem. It is fixed, so that only the rows in view need to be in the page. */
const LINE_HEIGHT = 3.5;
const OVERSCAN = 3;
/** The number of rows that are laid out at a time when the table opens; taps and scrolling wait meanwhile. */
const LINES_AT_A_TIME = 2;

interface Lines<T> {
  /** Each with its position in the table, from 1: the first is the head. */
  readonly lines: readonly { readonly row: T; readonly place: number }[];
  /** The height of the omitted rows above, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** The rows in view; all rows on paper. */
export function useLines<T>(rows: readonly T[], scroller: RefObject<HTMLElement | null>): Lines<T> {
  const isPrinting = usePrinting();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    overscan: OVERSCAN,
    observeElementRect: observeSize,
    // Only people scroll the table: setting its start position would cause another measurement.
    scrollToFn: () => {},
    // Renders the first rows in slices with the rest, not in one piece once the table has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const drawn = useGrowingCount(virtualizer.getVirtualItems().length);
  if (isPrinting) return { lines: rows.map((row, index) => ({ row, place: index + 2 })), above: 0, below: 0 };
  const shown = virtualizer.getVirtualItems().slice(0, drawn);
  return {
    lines: shown.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, place: index + 2 }];
    }),
    above: shown[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0),
  };
}

/** Reports the size after each layout: measured earlier, it would force the browser to lay out the table while it renders. */
function observeSize({ scrollElement }: Virtualizer<HTMLElement, Element>, onSize: (size: Rect) => void) {
  if (scrollElement === null) return;
  const observer = new ResizeObserver(() =>
    onSize({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Grows to a count, a few more with each frame. */
function useGrowingCount(count: number): number {
  const [drawn, setDrawn] = useState(LINES_AT_A_TIME);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + LINES_AT_A_TIME));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return drawn;
}

/** Reserves the space of the rows out of view. */
export function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}

/**
 * The question that a tap in the table asks. A game's cell asks about that game, the last cell about the season, and the rest of a row
 * about the week. If the name is a button, it does something else.
 */
export function questionAt(target: Element, columns: readonly Pick<Column, 'gid'>[], weekId: string): Question | null {
  const cell = target.closest<HTMLTableCellElement>('tr[data-entry] > *');
  const line = cell?.closest<HTMLElement>('tr');
  const entryId = line?.dataset.entry;
  if (!cell || !entryId || target.closest('button:not(.why)')) return null;
  if (cell === line.lastElementChild) return { entryId, weekId: null };
  return { entryId, weekId, gid: columns[cell.cellIndex - 1]?.gid };
}

/** In a survivor pool, a tap always asks about the lives. */
export function seasonAt(target: Element): Question | null {
  const entryId = target.closest<HTMLElement>('tr[data-entry]')?.dataset.entry;
  return entryId ? { entryId, weekId: null } : null;
}
