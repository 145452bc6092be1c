import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsOfWeek, totalScore } from '#core/scoring.ts';

/** An entry of the standings, as everybody is told of them. */
export interface AskedStanding {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  readonly average: number;
  /** By place of the week; null while the week has no final game. */
  readonly halves: readonly (Halves | null)[];
  readonly dropped?: readonly string[] | undefined;
  readonly late?: readonly string[] | undefined;
}

/** What a week adds to a total. */
export interface WeekShare {
  readonly weekId: string;
  /** Its score; null while the week has no final game. */
  readonly score: Halves | null;
  /** What of it is in the total: nothing of a week that was dropped. */
  readonly halves: Halves;
  readonly isDropped: boolean;
  /** The lowest score of those who picked, for a week from before they joined. */
  readonly isLate: boolean;
  /** How many points a right pick of the week is worth. */
  readonly points: number;
}

/** Where somebody stands, and who stands around them. */
export interface RankReason {
  readonly rank: number;
  readonly of: number;
  /** How many have more, and whether somebody has several entries, so that these are not as many people. */
  readonly ahead: number;
  readonly areEntries: boolean;
  /** The others with the same total. */
  readonly levelWith: readonly string[];
  /** Those with the most, and how much more they have. */
  readonly leaders: readonly string[];
  readonly behind: Halves;
  /** By how much they lead those after them; null where nobody is after them. */
  readonly lead: Halves | null;
}

/** Why somebody has a total, and a place. */
export interface SeasonReason {
  /** In playing order; their halves add up to the total. */
  readonly weeks: readonly WeekShare[];
  readonly total: Halves;
  readonly rank: RankReason;
}

/** Why an entry has its total; null where it does not play. */
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

/** Places go by the total alone: those who are level share one. */
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
