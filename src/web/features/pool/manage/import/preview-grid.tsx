import { useVirtualizer } from '@tanstack/react-virtual';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { SheetTable } from '#core/sheet/table.ts';
import { cellName, cellText, columnName, widthOf } from '#core/sheet/table.ts';
import type { CellKind } from './cell-looks.ts';
import { cellLooks } from './cell-looks.ts';
import './import.css';

/** The size of every cell in pixels. It is fixed, so that only the cells in view need to be in the page. */
const [WIDTH, HEIGHT, ROW_HEAD] = [112, 36, 48];
const OVERSCAN = 4;

const sizes = {
  '--cell-width': `${WIDTH}px`,
  '--cell-height': `${HEIGHT}px`,
  '--row-head': `${ROW_HEAD}px`,
} as CSSProperties;

/** The row and column of a cell, from 0. */
export type CellPlace = readonly [row: number, column: number];

interface PreviewGridProps {
  readonly table: SheetTable;
  /** Null for an empty cell. */
  readonly kindOf: (row: number, column: number) => CellKind | null;
  readonly chosen: CellPlace;
  readonly onChoose: (place: CellPlace) => void;
}

const steps: ReadonlyMap<string, CellPlace> = new Map([
  ['ArrowUp', [-1, 0]],
  ['ArrowDown', [1, 0]],
  ['ArrowLeft', [0, -1]],
  ['ArrowRight', [0, 1]],
  ['PageUp', [-10, 0]],
  ['PageDown', [10, 0]],
]);

/** The table of a file, each cell marked by what is done with it. Arrow keys or a tap choose a cell. */
export function PreviewGrid({ table, kindOf, chosen: [row, column], onChoose }: PreviewGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  /** Whether the chosen cell takes the focus once it is in the page. */
  const takesFocus = useRef(false);
  const width = widthOf(table);
  const common = { getScrollElement: () => scroller.current, overscan: OVERSCAN };
  const rows = useVirtualizer({
    ...common,
    count: table.rows.length,
    estimateSize: () => HEIGHT,
    scrollPaddingStart: HEIGHT,
  });
  const columns = useVirtualizer({
    ...common,
    horizontal: true,
    count: width,
    estimateSize: () => WIDTH,
    scrollPaddingStart: ROW_HEAD,
  });

  useEffect(() => {
    rows.scrollToIndex(row);
    columns.scrollToIndex(column);
  }, [rows, columns, row, column]);

  function move(event: KeyboardEvent): void {
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    takesFocus.current = true;
    onChoose([within(row + step[0], table.rows.length), within(column + step[1], width)]);
  }

  function focusOnce(cell: HTMLButtonElement | null): void {
    if (cell === null || !takesFocus.current) return;
    takesFocus.current = false;
    cell.focus({ preventScroll: true });
  }

  const lines = rows.getVirtualItems();
  const shown = columns.getVirtualItems();
  const [before, after] = [shown[0]?.start ?? 0, columns.getTotalSize() - (shown.at(-1)?.end ?? 0)];
  return (
    <div ref={scroller} className="preview-grid rounded-lg bg-panel-low" style={sizes}>
      <table style={{ width: columns.getTotalSize() + ROW_HEAD }} aria-rowcount={table.rows.length + 1}>
        <caption className="sr-only">Cells of the file. Arrow keys move between cells.</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Row</span>
            </th>
            <Gap width={before} />
            {shown.map(({ index }) => (
              <th key={index} scope="col">
                {columnName(index)}
              </th>
            ))}
            <Gap width={after} />
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: lines[0]?.start ?? 0 }} />
          {lines.map((line) => (
            <tr key={line.index} aria-rowindex={line.index + 2}>
              <th scope="row">{line.index + 1}</th>
              <Gap width={before} />
              {shown.map(({ index }) => {
                const text = cellText(table.rows[line.index]?.[index]);
                const kind = kindOf(line.index, index);
                const { sign, className } = cellLooks[kind ?? 'ignored'];
                const isChosen = line.index === row && index === column;
                return (
                  <td key={index}>
                    <button
                      ref={isChosen ? focusOnce : null}
                      type="button"
                      tabIndex={isChosen ? 0 : -1}
                      aria-current={isChosen || undefined}
                      aria-label={text === '' ? cellName(line.index, index) : `${text}, ${cellName(line.index, index)}`}
                      data-sign={sign || undefined}
                      onKeyDown={move}
                      onClick={() => onChoose([line.index, index])}
                      className={className}
                    >
                      {text}
                    </button>
                  </td>
                );
              })}
              <Gap width={after} />
            </tr>
          ))}
          <tr style={{ height: rows.getTotalSize() - (lines.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  );
}

/** Reserves the space of the columns out of view. */
function Gap({ width }: { readonly width: number }) {
  return width > 0 ? <td style={{ width }} /> : null;
}

function within(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}
