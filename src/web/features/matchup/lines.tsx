import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { usePrinting } from '#web/lib/printing.ts';
import type { Question } from '#web/parts/why/question.ts';
import type { Column } from './cells.ts';

/** Every row is this high, in rem, so that only those in view need to be in the page. */
const LINE_HEIGHT = 3.5;
const OVERSCAN = 3;
/** So many lines are laid out at a time when the table opens, in which taps and scrolling wait. */
const LINES_AT_A_TIME = 4;

interface Lines<T> {
  /** Each with its place in the table, from 1: the first is the head. */
  readonly lines: readonly { readonly row: T; readonly place: number }[];
  /** Pixels of the lines that are left out. */
  readonly above: number;
  readonly below: number;
}

/** The lines in view, and all of them on paper. */
export function useLines<T>(rows: readonly T[], scroller: RefObject<HTMLElement | null>): Lines<T> {
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
      return row === undefined ? [] : [{ row, place: index + 2 }];
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
export function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null;
}

/**
 * What a tap into the table asks: a game's cell about that game, the last one about the season, the name and whatever else of a line about the
 * week. Where the name is a button, that has a meaning of its own.
 */
export function questionAt(target: Element, columns: readonly Pick<Column, 'gid'>[], weekId: string): Question | null {
  const cell = target.closest<HTMLTableCellElement>('tr[data-entry] > *');
  const line = cell?.closest<HTMLElement>('tr');
  const entryId = line?.dataset.entry;
  if (!cell || !entryId || target.closest('button:not(.why)')) return null;
  if (cell === line.lastElementChild) return { entryId, weekId: null };
  return { entryId, weekId, gid: columns[cell.cellIndex - 1]?.gid };
}

/** In a survivor pool, what a tap asks is always how the lives went. */
export function seasonAt(target: Element): Question | null {
  const entryId = target.closest<HTMLElement>('tr[data-entry]')?.dataset.entry;
  return entryId ? { entryId, weekId: null } : null;
}
