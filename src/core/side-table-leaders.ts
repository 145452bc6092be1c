/** Who leads or won a side table, from its rows: apart from `side-tables.ts`, which computes them, for screens that only read them. */
import { listedNames } from './listed.ts';
import type { SideMeasure, SideRow, SideTableTerms } from './side-tables.ts';
import { hasWeek } from './weeks.ts';

/** Who is first. Nobody leads with 0, except `fewest`. */
export function sideLeaders<R extends Pick<SideRow, 'rank' | 'value'>>(rows: readonly R[], measure: SideMeasure): R[] {
  return rows.filter(({ rank, value }) => rank === 1 && (measure === 'fewest' || value > 0));
}

/** A side table with its standings. */
export interface RankedTable extends Pick<SideTableTerms, 'name' | 'from' | 'to' | 'measure'> {
  readonly isDecided: boolean;
  /** The ids of those who won it, once it is decided. */
  readonly winners: readonly string[];
  readonly rows: readonly Pick<SideRow, 'id' | 'name' | 'rank' | 'value'>[];
}

/**
 * What the recap of a week says of a side table: who won it with that week, or who leads it after the latest week; null if there is nothing
 * to say.
 * @param weekIds of the pool, in order
 */
export function sideTableNews(
  table: RankedTable,
  weekId: string,
  { weekIds, isLatest }: { readonly weekIds: readonly string[]; readonly isLatest: boolean },
): string | null {
  const own = weekIds.filter((week) => hasWeek(table, week));
  if (!own.includes(weekId)) return null;
  const { name, rows, winners, measure, isDecided } = table;
  if (isDecided) {
    const won = rows.filter(({ id }) => winners.includes(id));
    if (own.at(-1) !== weekId) return null;
    return `${won.length === 0 ? 'Nobody' : listedNames(won.map((row) => row.name))} won ${name}.`;
  }
  const leaders = sideLeaders(rows, measure);
  if (!isLatest || leaders.length === 0) return null;
  return `${name}: ${listedNames(leaders.map((row) => row.name))} ${leaders.length === 1 ? 'leads' : 'lead'}.`;
}
