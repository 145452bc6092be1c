import type { VisibleTies } from '#core/recap/decided-week.ts';
import { visibleTies } from '#core/recap/decided-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { pointsOfWeek, totalScore } from '#core/scoring.ts';
import type { SeasonTie } from '#core/standings.ts';
import { seasonTie, tieOrder } from '#core/standings.ts';

/** An entry of the standings, with data that everybody may see. */
export interface AskedStanding {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  readonly average: number;
  /** By index of the week; null while the week has no final game, or if the entry does not play it. */
  readonly halves: readonly (Halves | null)[];
  readonly dropped?: readonly string[] | undefined;
  readonly late?: readonly string[] | undefined;
  /** In a pool with a season tiebreak. */
  readonly ties?: VisibleTies | undefined;
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

/** Another entry with the same total and another place. */
export interface Separated {
  readonly name: string;
  /** The first of these in which they differ. */
  readonly by: keyof SeasonTie;
  readonly own: number;
  readonly theirs: number;
}

/** The place of an entry, and the entries around it. */
export interface RankReason {
  readonly rank: number;
  readonly of: number;
  /** How many entries have more, and whether one person has several of them, so that they are fewer people. */
  readonly ahead: number;
  readonly areEntries: boolean;
  /** The other entries with the same place. */
  readonly levelWith: readonly string[];
  /** The entries with the same total that the season tiebreak puts before or after it, and what separates them. */
  readonly separated: readonly Separated[];
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
  return { weeks, total: totalScore(weeks.map(({ halves }) => halves)), rank: whyRank(weekIds, rows, row, rules) };
}

/** Places depend on the total; entries with level totals share a place, unless the season tiebreak separates them. */
function whyRank(
  weekIds: readonly string[],
  rows: readonly AskedStanding[],
  asked: AskedStanding,
  rules: PoolRules,
): RankReason {
  const { id, rank, totalHalves } = asked;
  const most = Math.max(...rows.map((row) => row.totalHalves));
  const after = rows.map((row) => row.totalHalves).filter((halves) => halves < totalHalves);
  return {
    rank,
    of: rows.length,
    ahead: rows.filter((row) => row.totalHalves > totalHalves).length,
    separated: separatedFrom(weekIds, rows, asked, rules),
    areEntries: new Set(rows.map(({ ownerId }) => ownerId)).size < rows.length,
    levelWith: rows.filter((row) => row.rank === rank && row.id !== id).map(({ name }) => name),
    leaders: rows.filter((row) => row.rank === 1 && row.id !== id).map(({ name }) => name),
    behind: most - totalHalves,
    lead: after.length === 0 ? null : totalHalves - Math.max(...after),
  };
}

function separatedFrom(
  weekIds: readonly string[],
  rows: readonly AskedStanding[],
  { id, rank, totalHalves }: AskedStanding,
  { seasonTiebreak }: PoolRules,
): Separated[] {
  const ties = visibleTies({ weeks: weekIds, rows });
  const tieOf = (entryId: string) => seasonTie(ties.get(entryId) ?? {}, weekIds);
  const own = tieOf(id);
  const level = rows.filter((row) => row.totalHalves === totalHalves && row.rank !== rank);
  return level.flatMap((row): Separated[] => {
    const theirs = tieOf(row.id);
    const by = tieOrder[seasonTiebreak].find((each) => own[each] !== theirs[each]);
    return by === undefined ? [] : [{ name: row.name, by, own: own[by], theirs: theirs[by] }];
  });
}
