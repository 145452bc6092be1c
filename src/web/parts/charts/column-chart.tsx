import { scaleBand } from 'd3-scale';
import type { Tick } from './axes.tsx';
import { Axes, columnTicks, Grid } from './axes.tsx';

interface ColumnChartProps {
  /** What the chart shows, in a sentence. */
  readonly label: string;
  /** The short names of the columns. */
  readonly columns: readonly string[];
  /** By index of the column; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** The most columns whose values fit above them on a phone. */
const MAX_VALUES = 10;
/** The most steps of the axis. */
const MAX_STEPS = 4;

/** Values as columns, such as points by week. The highest ones are marked. */
export function ColumnChart({ label, columns, values }: ColumnChartProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const places = [...columns.keys()];
  const x = scaleBand(places, [0, 100]).paddingInner(0.3).paddingOuter(0.1);
  const marks = axisMarks(most);
  const y = (value: number): number => 100 - (100 * value) / (marks.at(-1) ?? 1);
  const middle = (at: number): number => (x(at) ?? 0) + x.bandwidth() / 2;
  const rows = marks.map((value): Tick => ({ at: y(value), text: String(value) }));
  const shown = places.flatMap((at) => {
    const value = values[at];
    return value == null ? [] : [{ at, value, isBest: value === most }];
  });
  return (
    <div className="chart">
      <div className="chart-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={label}>
          <Grid rows={rows} />
          {shown.map(({ at, value, isBest }) => (
            <rect
              key={at}
              className={isBest ? 'chart-best' : 'chart-column'}
              x={x(at)}
              width={x.bandwidth()}
              y={y(value)}
              height={100 - y(value)}
            />
          ))}
        </svg>
        {shown.map(
          ({ at, value, isBest }) =>
            (isBest || shown.length <= MAX_VALUES) && (
              <span
                key={at}
                aria-hidden="true"
                className="chart-value label"
                style={{ left: `${middle(at)}%`, top: `${y(value)}%` }}
              >
                {value}
              </span>
            ),
        )}
      </div>
      <Axes rows={rows} columns={columnTicks(columns, middle)} />
    </div>
  );
}

/** Round values for an axis from 0 to at least `most`: 0, 5, 10 and 15 for 13. */
export function axisMarks(most: number): number[] {
  const least = Math.max(1, most / MAX_STEPS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step);
}
