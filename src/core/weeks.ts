import { canonicalTeam, teamAbbrs } from './teams.ts';
import type { Game } from './types.ts';

/** Weeks of the regular season since 2021; the numbers of the playoffs continue from here. */
export const REGULAR_WEEKS = 18;

/** The last season with 17 weeks. */
const LAST_SHORT_SEASON = 2020;
const SHORT_REGULAR_WEEKS = 17;

/** One week of a season. */
export interface Week {
  readonly id: string;
  /** The year the season began in; 0 for an id that names none (`week5`). */
  readonly season: number;
  /** 1 to 18, then 19 Wild Card, 20 Divisional, 21 Conference, 22 Super Bowl. */
  readonly number: number;
}

const rounds = [
  { number: 19, slug: 'wild-card', name: 'Wild Card', short: 'WC', gameType: 'WC' },
  { number: 20, slug: 'divisional', name: 'Divisional', short: 'DIV', gameType: 'DIV' },
  { number: 21, slug: 'conference', name: 'Conference', short: 'CONF', gameType: 'CON' },
  { number: 22, slug: 'super-bowl', name: 'Super Bowl', short: 'SB', gameType: 'SB' },
] as const;

const REGULAR_ID = /^(?:([1-9]\d{3})-)?week([1-9]\d?)$/;
const ROUND_ID = /^([1-9]\d{3})-([a-z-]+)$/;
const NAMED_NUMBER = /(?:^|-)week[-_ ]?0*(0|[1-9]\d*)$/i;

/**
 * The id of a week: `2026-week11` for 1 to 18, then `2026-wild-card`, `-divisional`, `-conference`, `-super-bowl`.
 * @throws RangeError for a season or number that does not exist
 */
export function weekId(season: number, number: number): string {
  if (!isSeason(season)) throw new RangeError(`Not a season: ${season}`);
  if (isRegularNumber(number)) return `${season}-week${number}`;
  const round = rounds.find((each) => each.number === number);
  if (round === undefined) throw new RangeError(`Not a week: ${number}`);
  return `${season}-${round.slug}`;
}

/** Parses the id of a week; null for a text that is not one. Never throws. */
export function parseWeekId(id: string): Week | null {
  const regular = REGULAR_ID.exec(id);
  if (regular) {
    const number = Number(regular[2]);
    return isRegularNumber(number) ? { id, season: Number(regular[1] ?? 0), number } : null;
  }
  const round = roundOf(id);
  return round === undefined ? null : { id, season: Number.parseInt(id, 10), number: round.number };
}

/** Whether a week belongs to the playoffs. */
export function isPostSeason(id: string): boolean {
  return (parseWeekId(id)?.number ?? 0) > REGULAR_WEEKS;
}

/**
 * The name of a week: `Week 11`, from ids containing `-week` or starting with `week` (section 9); the rounds of the playoffs by name
 * (decisions, Screens). Any other id is its own name.
 */
export function weekName(id: string): string {
  const round = roundOf(id);
  if (round) return round.name;
  const number = NAMED_NUMBER.exec(id)?.[1];
  return number === undefined ? id : `Week ${number}`;
}

/** The first and the last of some weeks, which are in order: `Week 1 to Week 18`, or `Week 1`. */
export function weekRange(weekIds: readonly string[]): string {
  const [first = '', last = first] = [weekIds[0], weekIds.at(-1)];
  return first === last ? weekName(first) : `${weekName(first)} to ${weekName(last)}`;
}

/** Some weeks, which are in order: `Week 1 to Week 18 (18 weeks)`, or each if there are few. */
export function weeksText(weekIds: readonly string[]): string {
  if (weekIds.length === 0) return 'none';
  if (weekIds.length < 4) return weekIds.map(weekName).join(', ');
  return `${weekRange(weekIds)} (${weekIds.length} weeks)`;
}

/** The heading of a column: `W11`, `WC`, `DIV`, `CONF`, `SB` (section 2, Scoreboard; decisions, Screens). */
export function weekShortName(id: string): string {
  const round = roundOf(id);
  if (round) return round.short;
  const number = NAMED_NUMBER.exec(id)?.[1];
  return number === undefined ? id : `W${number}`;
}

/** Orders week ids by season and number, not as text (decisions, Screens); ids that are not weeks come last, as text. */
export function compareWeeks(a: string, b: string): number {
  if (a === b) return 0;
  const first = parseWeekId(a);
  const second = parseWeekId(b);
  if (first && second) return first.season - second.season || first.number - second.number;
  if (first || second) return first ? -1 : 1;
  return a < b ? -1 : 1;
}

/** The first and the last of some weeks. */
export interface WeekSpan {
  readonly from: string;
  readonly to: string;
}

/** Whether a week is one of those of a span. */
export function hasWeek({ from, to }: WeekSpan, week: string): boolean {
  return compareWeeks(from, week) <= 0 && compareWeeks(week, to) <= 0;
}

/** Whether the game's final score is still to come. */
export function isUnfinished({ status, void: isVoid }: Pick<Game, 'status' | 'void'>): boolean {
  return status !== 'Final' && isVoid === null;
}

/** The teams that do not play in a week's games, in the order of section 5; WAS and WSH are one team. */
export function teamsOnBye(games: readonly Pick<Game, 'home' | 'away'>[]): string[] {
  const playing = new Set(games.flatMap((game) => [canonicalTeam(game.home), canonicalTeam(game.away)]));
  return teamAbbrs.filter((abbr) => !playing.has(abbr));
}

/** The week id of an nflverse row, by its game type (REG, WC, DIV, CON, SB); null for other games. */
export function nflverseWeekId(season: number, week: number, gameType: string): string | null {
  if (!isSeason(season)) return null;
  if (gameType === 'REG') return isRegularNumber(week) && week <= regularWeeks(season) ? weekId(season, week) : null;
  const round = rounds.find((each) => each.gameType === gameType);
  return round ? weekId(season, round.number) : null;
}

/** The same without the game type: the playoffs are weeks 18 to 21 up to 2020, and 19 to 22 since. Null for other numbers. */
export function nflverseWeekIdFromNumber(season: number, week: number): string | null {
  if (!isSeason(season)) return null;
  const last = regularWeeks(season);
  if (isRegularNumber(week) && week <= last) return weekId(season, week);
  const round = rounds.find((each) => each.number - REGULAR_WEEKS === week - last);
  return round ? weekId(season, round.number) : null;
}

/** The nflverse form of a week: season, number and game type; null for an id without an nflverse number. */
export function nflverseWeek(id: string): { season: number; week: number; gameType: string } | null {
  const { season = 0, number = 0 } = parseWeekId(id) ?? {};
  if (!isSeason(season)) return null;
  const gameType = roundOf(id)?.gameType ?? 'REG';
  const week = gameType === 'REG' ? number : number - REGULAR_WEEKS + regularWeeks(season);
  return nflverseWeekIdFromNumber(season, week) === id ? { season, week, gameType } : null;
}

/** The playoff round of a week; undefined for a week of the regular season. */
export function roundOf(id: string): (typeof rounds)[number] | undefined {
  const slug = id.slice(id.indexOf('-') + 1);
  const round = rounds.find((each) => each.slug === slug);
  return round !== undefined && ROUND_ID.test(id) ? round : undefined;
}

/** The number of weeks in the regular season of a year. */
export function regularWeeks(season: number): number {
  return season <= LAST_SHORT_SEASON ? SHORT_REGULAR_WEEKS : REGULAR_WEEKS;
}

function isRegularNumber(number: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= REGULAR_WEEKS;
}

function isSeason(season: number): boolean {
  return Number.isInteger(season) && season >= 1000 && season <= 9999;
}
