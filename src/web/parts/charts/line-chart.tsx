import { scalePoint } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useState } from 'react';
import type { Tick } from './axes.tsx';
import { Axes, columnTicks, Grid } from './axes.tsx';

export interface ChartLine {
  readonly id: string;
  /** By index of the column; null where it has none: the line goes on to the next. */
  readonly values: readonly (number | null)[];
  readonly tone: 'own' | 'leader' | 'other';
}

interface LineChartProps<L extends ChartLine> {
  /** What the chart shows, in a sentence. */
  readonly label: string;
  /** The short names of the columns. */
  readonly columns: readonly string[];
  readonly lines: readonly L[];
  /** The values at the upper and the lower edge. */
  readonly edges: readonly [top: number, bottom: number];
  /** Values with a label, and its text. */
  readonly rows: readonly (readonly [value: number, text: string])[];
  /** What is said of a line that was tapped. */
  readonly textOf: (line: L, column: number) => string;
}

/** A point of a line. */
interface Point {
  readonly id: string;
  readonly column: number;
}

/** Lines over columns, such as ranks over weeks. A tap names the line nearest to it; so do arrow keys. */
export function LineChart<L extends ChartLine>({ label, columns, lines, edges, rows, textOf }: LineChartProps<L>) {
  const [named, setNamed] = useState<Point | null>(null);
  const last = columns.length - 1;
  const place = scalePoint([...columns.keys()], [0, 100]);
  const x = (column: number): number => place(column) ?? 0;
  const [top, bottom] = edges;
  const y = (value: number): number => (100 * (value - top)) / (bottom - top);
  const hasGaps = lines.some(({ values }) => values.includes(null));
  const pointsOf = ({ values }: ChartLine) =>
    values.flatMap((value, at): [number, number][] => (value === null ? [] : [[x(at), y(value)]]));
  const drawn = (each: ChartLine): string => path(pointsOf(each)) ?? '';
  // Among gaps a line does not say where its values are.
  const dotted = (each: ChartLine): string => dots(hasGaps ? pointsOf(each) : pointsOf(each).slice(-1));
  const markOf = ({ values }: ChartLine, at: number): string => {
    const value = values[at];
    return value == null ? '' : dots([[x(at), y(value)]]);
  };
  const others = lines.filter(({ tone }) => tone === 'other');
  const ticks = rows.map(([value, text]): Tick => ({ at: y(value), text }));
  const shown = lines.find(({ id }) => id === named?.id);
  const strong = (['leader', 'own'] as const).flatMap((tone) => lines.filter((each) => each.tone === tone));

  /** By keyboard a click has no place: it names the first line. */
  function tap({ detail, clientX, clientY, currentTarget }: MouseEvent<HTMLButtonElement>): void {
    const plot = currentTarget.parentElement?.getBoundingClientRect();
    if (detail === 0 || plot === undefined) {
      move(0, 0);
      return;
    }
    const [right, down] = [(clientX - plot.left) / plot.width, (clientY - plot.top) / plot.height];
    const column = Math.min(last, Math.max(0, Math.round(right * last)));
    const id = nearest(lines, column, top + down * (bottom - top), named);
    if (id !== null) setNamed({ id, column });
  }

  function move(down: number, right: number): void {
    const at = lines.findIndex(({ id }) => id === named?.id);
    const to = lines[Math.min(lines.length - 1, Math.max(0, at + (at < 0 ? 1 : down)))];
    const column = Math.min(last, Math.max(0, (named?.column ?? last) + right));
    if (to) setNamed({ id: to.id, column });
  }

  function press(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(...step);
  }

  return (
    <>
      <div className="chart">
        <div className="chart-plot">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
            <Grid rows={ticks} />
            <path className="chart-other" d={others.map(drawn).join('')} />
            {hasGaps && <path className="chart-other chart-dots" d={others.map(dotted).join('')} />}
            {strong.map((each) => (
              <g key={each.id}>
                <path className={`chart-${each.tone}`} d={drawn(each)} />
                <path className={`chart-${each.tone} chart-end`} d={dotted(each)} />
              </g>
            ))}
            {shown && named && (
              <>
                <path className="chart-named" d={drawn(shown)} />
                <path className="chart-named chart-end" d={markOf(shown, named.column)} />
              </>
            )}
          </svg>
          <button
            type="button"
            aria-label="Go through the players with the arrow keys"
            onClick={tap}
            onKeyDown={press}
            className="no-print"
          />
        </div>
        <Axes rows={ticks} columns={columnTicks(columns, x)} />
      </div>
      <p role="status" className="no-print mt-1 min-h-6 text-ink-soft">
        {shown && named ? textOf(shown, named.column) : 'Tap a line to see whose it is.'}
      </p>
    </>
  );
}

/** By key: lines down, columns to the right. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const path = line().curve(curveMonotoneX);

/** Strokes without length, which round ends make dots. */
function dots(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y]) => `M${x},${y}h0`).join('');
}

/** The line that is nearest to a value in a column. Of lines at the same place each tap names the next. */
export function nearest(
  lines: readonly ChartLine[],
  column: number,
  value: number,
  named: Point | null,
): string | null {
  const distances = lines.flatMap(({ id, values }) => {
    const own = values[column];
    return own == null ? [] : [{ id, distance: Math.abs(own - value) }];
  });
  const least = Math.min(...distances.map(({ distance }) => distance));
  const ids = distances.filter(({ distance }) => distance === least).map(({ id }) => id);
  const at = named?.column === column ? ids.indexOf(named.id) : -1;
  return ids[(at + 1) % ids.length] ?? null;
}
