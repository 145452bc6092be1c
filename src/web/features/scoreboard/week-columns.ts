/** The number of week columns that fit wherever the table is shown (leaderboard.css). */
export const MIN_COLUMNS = 5;

/**
 * For each week of a pool, the least number of week columns with which it is shown. The columns end with the latest week, or start with the
 * first one if all weeks up to the latest fit.
 * @param latest the index of the latest week
 */
export function columnsNeeded(weekCount: number, latest: number): readonly number[] {
  return Array.from({ length: weekCount }, (_, at) => (at <= latest ? latest - at + 1 : at + 1));
}
