import { nflverseWeekId, parseWeekId, REGULAR_WEEKS, weekId } from '#core/weeks.ts';

/** ESPN counts weeks anew in each part of a season. */
export const PRESEASON = 1;
export const REGULAR_SEASON = 2;
const POST_SEASON = 3;

/** A week as ESPN names it. */
export interface EspnWeek {
  readonly season: number;
  readonly type: typeof PRESEASON | typeof REGULAR_SEASON | typeof POST_SEASON;
  readonly number: number;
}

/** ESPN's numbers of the rounds of the post-season, in their order. Its fourth is the Pro Bowl, which nobody picks. */
const rounds: readonly number[] = [1, 2, 3, 5];

/** How ESPN names a week of ours; null for an id that names no season. */
export function espnWeek(id: string): EspnWeek | null {
  const week = parseWeekId(id);
  if (!week || week.season === 0) return null;
  const { season, number } = week;
  if (number <= REGULAR_WEEKS) return { season, type: REGULAR_SEASON, number };
  const round = rounds[number - REGULAR_WEEKS - 1];
  return round === undefined ? null : { season, type: POST_SEASON, number: round };
}

/** The regular weeks of a season: 17 up to 2020, 18 since. */
export function regularWeekIds(season: number): string[] {
  const numbers = Array.from({ length: REGULAR_WEEKS }, (_, at) => at + 1);
  return numbers.flatMap((number) => nflverseWeekId(season, number, 'REG') ?? []);
}

/** The four rounds of the post-season. */
export function postSeasonWeekIds(season: number): string[] {
  return rounds.map((_, at) => weekId(season, REGULAR_WEEKS + 1 + at));
}
