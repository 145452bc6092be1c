import { ordinal } from '#core/ordinal.ts';
import type { ChartLine } from '#web/parts/charts/line-chart.tsx';
import { LineChart } from '#web/parts/charts/line-chart.tsx';
import type { Column } from './chart-table.tsx';

export interface RankLine extends ChartLine {
  readonly name: string;
}

interface RankChartProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** The word before the name of a column: `after` a week, `in` a year. */
  readonly when: 'after' | 'in';
  /** Those whose last place is the best first. */
  readonly lines: readonly RankLine[];
}

/** Ranks of all, the first at the top, with a legend of the strong lines. */
export function RankChart({ label, columns, when, lines }: RankChartProps) {
  const worst = Math.max(2, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const rows = [...new Set([1, Math.round((1 + worst) / 2), worst])].map((rank) => [rank, ordinal(rank)] as const);
  const textOf = ({ name, values }: RankLine, at: number): string => {
    const value = values[at];
    return value == null ? name : `${name}: ${ordinal(value)} ${when} ${columns[at]?.name}`;
  };
  return (
    <>
      <LineChart
        label={label}
        columns={columns.map(({ short }) => short)}
        lines={lines}
        edges={[1, worst]}
        rows={rows}
        textOf={textOf}
      />
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {lines
          .filter(({ tone }) => tone !== 'other')
          .map(({ id, name, tone, values }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <svg viewBox="0 0 24 8" className="chart-key h-2 w-6 shrink-0" aria-hidden="true">
                <path className={`chart-${tone}`} d="M2,4H22" />
              </svg>
              <span className="min-w-0 wrap-anywhere">{[name, lastText(values)].filter(Boolean).join(', ')}</span>
            </li>
          ))}
      </ul>
    </>
  );
}

function lastText(values: RankLine['values']): string {
  const last = values.at(-1);
  return last == null ? '' : ordinal(last);
}
