import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsOfWeek, totalScore } from '#core/scoring.ts';

/** An entry of the standings, with data that everybody may see. */
export interface AskedStanding {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  readonly average: number;
  /** By index of the week; null while the week has no final game. */
  readonly halves: readonly (Halves | null)[];
  readonly dropped?: readonly string[] | undefined;
  readonly late?: readonly string[] | undefined;
}

/** What a week adds to a total. */
export interface WeekShare {
  readonly weekId: string;
  /** Its score; null while the week has no final game. */
  readonly score: Halves | null;
  /** How much of it is in the total: nothing for a dropped week. */
  readonly halves: Halves;
  readonly isDropped: boolean;
  /** The lowest score of those who picked, for a week from before the entry joined. */
  readonly isLate: boolean;
  /** How many points a right pick of the week is worth. */
  readonly points: number;
}

/** The place of an entry, and the entries around it. */
export interface RankReason {
  readonly rank: number;
  readonly of: number;
  /** How many entries have more, and whether one person has several of them, so that they are fewer people. */
  readonly ahead: number;
  readonly areEntries: boolean;
  /** The other entries with the same total. */
  readonly levelWith: readonly string[];
  /** The entries with the most, and how much more they have. */
  readonly leaders: readonly string[];
  readonly behind: Halves;
  /** By how much they lead the entries after them; null if nobody is after them. */
  readonly lead: Halves | null;
}

/** Why an entry has its total and its place. */
export interface SeasonReason {
  /** In playing order; their halves add up to the total. */
  readonly weeks: readonly WeekShare[];
  readonly total: Halves;
  readonly rank: RankReason;
}

/** Why an entry has its total; null if it does not play. */
export function whySeason(
  weekIds: readonly string[],
  rows: readonly AskedStanding[],
  entryId: string,
  rules: PoolRules,
): SeasonReason | null {
  const row = rows.find(({ id }) => id === entryId);
  if (row === undefined) return null;
  const weeks = weekIds.map((weekId, place): WeekShare => {
    const score = row.halves[place] ?? null;
    const isDropped = row.dropped?.includes(weekId) ?? false;
    const isLate = row.late?.includes(weekId) ?? false;
    const points = pointsOfWeek(weekId, rules);
    return { weekId, score, halves: isDropped ? 0 : (score ?? 0), isDropped, isLate, points };
  });
  return { weeks, total: totalScore(weeks.map(({ halves }) => halves)), rank: whyRank(rows, row) };
}

/** Places depend on the total alone: entries that are level share a place. */
function whyRank(rows: readonly AskedStanding[], { id, rank, totalHalves }: AskedStanding): RankReason {
  const most = Math.max(...rows.map((row) => row.totalHalves));
  const after = rows.map((row) => row.totalHalves).filter((halves) => halves < totalHalves);
  const named = (halves: Halves) =>
    rows.filter((row) => row.totalHalves === halves && row.id !== id).map(({ name }) => name);
  return {
    rank,
    of: rows.length,
    ahead: rows.filter((row) => row.totalHalves > totalHalves).length,
    areEntries: new Set(rows.map(({ ownerId }) => ownerId)).size < rows.length,
    levelWith: named(totalHalves),
    leaders: named(most),
    behind: most - totalHalves,
    lead: after.length === 0 ? null : totalHalves - Math.max(...after),
  };
}
