import type { ReactNode } from 'react';
import { useId } from 'react';
import { weekName } from '#core/weeks.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { BoardColumn, BoardSort } from './board-sort.ts';
import { nextSort, weekColumn, weekOfColumn } from './board-sort.ts';

interface SortSelectProps {
  readonly column: BoardColumn;
  /** Null before the first week. */
  readonly latestWeek: string | null;
  /** Whether there are live numbers to sort by. */
  readonly hasNow: boolean;
  readonly onChoose: (column: BoardColumn) => void;
}

const fixedColumns = [
  ['rank', 'Rank'],
  ['name', 'Name'],
  ['total', 'Total'],
  ['average', 'Average'],
] as const;

/** The order of the rows. It shows what a tap on a header chose, too. */
export function SortSelect({ column, latestWeek, hasNow, onChoose }: SortSelectProps) {
  const id = useId();
  const week = weekOfColumn(column);
  const options: (readonly [BoardColumn, string])[] = [...fixedColumns];
  if (week !== null && week !== latestWeek) options.push([column, weekName(week)]);
  if (latestWeek !== null) options.push([weekColumn(latestWeek), 'This week']);
  if (hasNow) options.push(['now', 'Now']);
  return (
    <div className="ml-auto flex items-center gap-2">
      <label htmlFor={id} className="label text-ink-soft">
        Sort
      </label>
      <select
        id={id}
        value={column}
        onChange={({ target }) => {
          const chosen = options.find(([option]) => option === target.value);
          if (chosen) onChoose(chosen[0]);
        }}
        className="panel min-h-11 px-2 font-display text-lg font-medium"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SortHeadProps {
  readonly column: BoardColumn;
  readonly sort: BoardSort;
  readonly onSort: (sort: BoardSort) => void;
  readonly title?: string;
  /** The look of the cell. */
  readonly look: string;
  /** The look of the button in it. */
  readonly buttonLook?: string;
  readonly children: ReactNode;
}

/** A header that sorts by its column. The arrow takes no room, so that no column changes its width. */
export function SortHead({
  column,
  sort,
  onSort,
  title,
  look,
  buttonLook = 'justify-center',
  children,
}: SortHeadProps) {
  const isSorted = sort.column === column;
  return (
    <th scope="col" title={title} aria-sort={isSorted ? sort.direction : 'none'} className={look}>
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, column))}
        className={`sort-head ${buttonLook} ${isSorted ? 'text-led' : ''}`}
      >
        <span className="relative">
          {children}
          {isSorted && <Icon name={sort.direction === 'descending' ? 'arrowDown' : 'arrowUp'} className="sort-arrow" />}
        </span>
      </button>
    </th>
  );
}
