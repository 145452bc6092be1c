import { weekName, weekShortName } from '#core/weeks.ts';
import { WeekArrow } from '#web/parts/week-select.tsx';

/** The last column. It stands beside the latest week, as in the table. */
export const TOTAL = 'total';

interface ColumnStepperProps {
  /** The weeks up to the latest, then the total. */
  readonly columns: readonly string[];
  readonly shown: string;
  readonly onShow: (column: string) => void;
}

/** The column beside one, `step` places to the right; undefined beyond the ends. */
export function columnBeside(columns: readonly string[], shown: string, step: -1 | 1): string | undefined {
  return columns[columns.indexOf(shown) + step];
}

/** Which score the rows show on phones: the total, or that of a week. A swipe on the list does the same. */
export function ColumnStepper({ columns, shown, onShow }: ColumnStepperProps) {
  const next = columnBeside(columns, shown, 1);
  return (
    <div className="-mr-2 flex items-center">
      <WeekArrow icon="chevronLeft" label="Previous week" week={columnBeside(columns, shown, -1)} onChange={onShow} />
      <span className="board led relative grid h-11 min-w-16 place-items-center px-1.5 text-lg has-focus-visible:outline-3">
        <span aria-hidden="true">{shown === TOTAL ? 'Total' : weekShortName(shown)}</span>
        {/* Transparent, on top of the short name: a list is as wide as its longest name. */}
        <select
          aria-label="Score shown"
          value={shown}
          onChange={(event) => onShow(event.target.value)}
          className="absolute inset-0 w-full text-lg opacity-0"
        >
          {columns.map((column) => (
            <option key={column} value={column}>
              {column === TOTAL ? 'Total' : weekName(column)}
            </option>
          ))}
        </select>
      </span>
      <WeekArrow icon="chevronRight" label={next === TOTAL ? 'Total' : 'Next week'} week={next} onChange={onShow} />
    </div>
  );
}
