import type { StandingsReply } from '#contract/standings.ts';
import { compareNames } from '#core/name-order.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import type { NowColumn } from './now-column.tsx';

/** What the Scoreboard sorts by; a week is `week:` with its id. */
export type BoardColumn = 'rank' | 'name' | 'total' | 'average' | 'now' | `week:${string}`;

export interface BoardSort {
  readonly column: BoardColumn;
  readonly direction: 'ascending' | 'descending';
}

type BoardRow = StandingsReply['rows'][number];

/** The official order. */
export const BY_RANK: BoardSort = { column: 'rank', direction: 'ascending' };

export function weekColumn(weekId: string): BoardColumn {
  return `week:${weekId}`;
}

/** The week that a column shows; null for the others. */
export function weekOfColumn(column: BoardColumn): string | null {
  return column.startsWith('week:') ? column.slice('week:'.length) : null;
}

/** The order in which a column starts: places and names from the first, scores from the highest. */
export function sortBy(column: BoardColumn): BoardSort {
  const isAscending = column === 'rank' || column === 'name' || column === 'now';
  return { column, direction: isAscending ? 'ascending' : 'descending' };
}

/** The sort order after a tap on a header: the same column reverses the direction. */
export function nextSort(current: BoardSort, column: BoardColumn): BoardSort {
  if (current.column !== column) return sortBy(column);
  return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
}

/**
 * Ranks rows by their official scores of a week, the best first. Medals and the last place are those of the season, so there are none; a row
 * without a score comes last.
 * @param at the index of the week
 */
export function rankedByWeek<R extends BoardRow>(rows: readonly R[], at: number): readonly (R & Rank)[] {
  return rankRows(rows, ({ halves }) => halves[at] ?? -1).map((row) => ({ ...row, medal: null, isLast: false }));
}

/**
 * Sorts rows that are in the official order, which stays between equal ones. Rows without a value come last in both directions.
 * @param now null while nothing is played: then sorting by it changes nothing
 */
export function sortBoard<R extends BoardRow>(
  rows: readonly R[],
  { column, direction }: BoardSort,
  weeks: readonly string[],
  now: NowColumn | null,
): readonly R[] {
  const sign = direction === 'ascending' ? 1 : -1;
  if (column === 'name') return rows.toSorted((a, b) => sign * compareNames(a, b));
  const scoreOf = scoresOf(column, weeks, now);
  return rows.toSorted((a, b) => {
    const [first, second] = [scoreOf(a), scoreOf(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}

function scoresOf(
  column: Exclude<BoardColumn, 'name'>,
  weeks: readonly string[],
  now: NowColumn | null,
): (row: BoardRow) => number | null {
  switch (column) {
    case 'rank':
      return ({ rank }) => rank;
    case 'total':
      return ({ totalHalves }) => totalHalves;
    case 'average':
      return ({ average }) => average;
    case 'now': {
      const order = new Map([...(now?.season.keys() ?? [])].map((id, at) => [id, at]));
      return ({ id }) => order.get(id) ?? null;
    }
    default: {
      const at = weeks.indexOf(weekOfColumn(column) ?? '');
      return ({ halves }) => halves[at] ?? null;
    }
  }
}
