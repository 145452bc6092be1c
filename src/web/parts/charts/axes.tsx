import './charts.css';

/** A label of an axis: where it stands, in percent of the plot, and its text. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface AxesProps {
  readonly rows: readonly Tick[];
  readonly columns: readonly Tick[];
}

/** The labels beside and below a plot. The chart has a sentence and a table for those who can't see it. */
export function Axes({ rows, columns }: AxesProps) {
  return (
    <>
      <div className="chart-rows label text-ink-faint" aria-hidden="true">
        {rows.map(({ at, text }) => (
          <span key={text} style={{ top: `${at}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div className="chart-columns label text-ink-faint" aria-hidden="true">
        {columns.map(({ at, text }) => (
          <span key={text} style={{ left: `${at}%`, translate: shiftAt(at) }}>
            {text}
          </span>
        ))}
      </div>
    </>
  );
}

/** Labels stand in the middle below their place; those at an edge of the plot begin or end there. */
function shiftAt(at: number): string {
  return at < EDGE ? '0' : at > 100 - EDGE ? '-100%' : '-50%';
}

/** In percent of the plot. */
const EDGE = 1;

/** The lines behind a plot, at its row labels. */
export function Grid({ rows }: Pick<AxesProps, 'rows'>) {
  return rows.map(({ at, text }) => <line key={text} className="chart-grid" x1={0} x2={100} y1={at} y2={at} />);
}

/** The most labels that fit below a plot on a phone. */
const MAX_COLUMN_LABELS = 7;

/** Labels of columns, with gaps if there are many; the last one has one. @param at the place of a column, in percent */
export function columnTicks(names: readonly string[], at: (index: number) => number): Tick[] {
  const step = Math.ceil(names.length / MAX_COLUMN_LABELS);
  return names.flatMap((text, index) => ((names.length - 1 - index) % step === 0 ? [{ at: at(index), text }] : []));
}
