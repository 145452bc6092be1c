import { traits } from '#core/formats/traits.ts';
/**
 * Side tables: contests beside the main standings, derived from the same games and picks (beyond 9). Halves of the season, Mondays, last
 * place and a second chance are all of this kind.
 */

import { withAutoPicks } from './auto-picks.ts';
import { easternDate, utcToEastern } from './eastern-time.ts';
import { gameCounts, isOver } from './game.ts';
import { listedNames } from './listed.ts';
import { firstLock } from './locks.ts';
import type { Cents } from './money.ts';
import { MAX_CENTS } from './money.ts';
import type { Named } from './name-order.ts';
import { cleanName, nameLength } from './names.ts';
import { gamesOfEntry } from './newcomers.ts';
import { isOwnPick, pickOf, pickResult } from './picks.ts';
import type { LabEntry, LabGame, LabSeason } from './rules/lab.ts';
import { compareRules, missingEntry } from './rules/lab.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { defaultRules } from './rules/pool-rules.ts';
import type { DecidingGame, Halves } from './scoring.ts';
import { endedWeeks, halvesOfPoints, weeklyScore } from './scoring.ts';
import { sideLeaders } from './side-table-leaders.ts';
import { favoredSide, poolLine, winner } from './spread.ts';
import { rankRows, seasonWeeks } from './standings.ts';
import { teamByAbbr } from './teams.ts';
import type { CountedPick, CountedPicks, Game, Side } from './types.ts';
import { weekWinners } from './week-winners.ts';
import { spanWords, weekPlace } from './week-words.ts';
import type { WeekSpan } from './weeks.ts';
import { compareWeeks, hasWeek, isPostSeason, parseWeekId, REGULAR_WEEKS } from './weeks.ts';

/** The most side tables of a pool (beyond 9). */
export const MAX_SIDE_TABLES = 8;
/** The longest name of a side table, in characters. */
export const MAX_TABLE_NAME = 40;

/** Prime time begins at this Eastern time, on any day. */
const PRIME_TIME = '19:00';
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Which games of its weeks a side table counts. */
export const sideGameKinds = [
  'all',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'monday',
  'prime',
  'division',
] as const;
/** One choice of games. */
export type SideGames = (typeof sideGameKinds)[number];

/** What a side table counts: points, right picks, upsets picked, or weeks won; `fewest` ranks the fewest points first. */
export const sideMeasures = ['points', 'right', 'upsets', 'weeks', 'fewest'] as const;
/** One measure. */
export type SideMeasure = (typeof sideMeasures)[number];

/** Who plays for a side table: everybody, those out of survivor, or the lower half of the main standings after a week. */
export type SideField =
  | { readonly kind: 'all' }
  | { readonly kind: 'out' }
  | { readonly kind: 'lower'; readonly week: string };

/** What a commissioner enters for a side table. It is fixed once the first of its games has locked (`beganAt`). */
export interface SideTableTerms extends WeekSpan {
  readonly name: string;
  readonly games: SideGames;
  readonly measure: SideMeasure;
  readonly who: SideField;
  /** The prize of its first place; 0 for none. */
  readonly cents: Cents;
}

/** A side table of a pool. */
export interface SideTable extends SideTableTerms {
  readonly id: string;
}

/** What a side table shows of an entry. */
export interface SideRow extends Named {
  /** The id of its owner. */
  readonly ownerId: string;
  /** From 1. Level entries share a rank. */
  readonly rank: number;
  /** Halves for `points` and `fewest`; otherwise a count. */
  readonly value: number;
}

/** A game with the facts that side tables need. */
export type SideGame = LabGame & Pick<Game, 'kickoff' | 'home' | 'away'>;

/** The decided part of a pool's season. In a survivor pool, its entries have no picks. */
export interface SideSeason extends LabSeason {
  readonly games: readonly SideGame[];
  /** What whole weeks scored, by entry, then by week. Without them, picks are counted. */
  readonly scores?: Readonly<Record<'halves' | 'correct', ReadonlyMap<string, Readonly<Record<string, number>>>>>;
}

/** The results of a survivor pool, by entry id. */
export interface SurvivorResults {
  /** The week that put the entry out; none while it is in. */
  readonly outWeekOf: ReadonlyMap<string, string>;
  /** The weeks that the entry's team won, including weeks after it went out. */
  readonly wins: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The games that a side table counts. Days and times are Eastern. A game without a known time has its day but is not prime time. */
export function sideGames<G extends Pick<Game, 'weekId' | 'kickoff' | 'home' | 'away'>>(
  table: SideTableTerms,
  games: readonly G[],
): G[] {
  return games.filter((game) => isSideGame(table, game));
}

/** Whether a side table counts the picks of a game, if the scores of whole weeks are stored. */
export function needsPicks(table: SideTableTerms, game: Pick<Game, 'weekId' | 'kickoff' | 'home' | 'away'>): boolean {
  if (table.who.kind === 'lower' && compareWeeks(game.weekId, table.who.week) <= 0) return true;
  return !addsUpWeeks(table) && isSideGame(table, game);
}

/** The moment (ms) from which a side table is fixed: its first lock; null if no game counts. @param games with the pool's locks */
export function beganAt(
  table: SideTableTerms,
  games: readonly Pick<Game, 'weekId' | 'kickoff' | 'home' | 'away' | 'lockAt' | 'void'>[],
): number | null {
  return firstLock(sideGames(table, games));
}

/** Whether a side table can no longer change at `now`. @param games with the pool's locks */
export function isFixed(table: SideTableTerms, games: Parameters<typeof beganAt>[1], now: number): boolean {
  const began = beganAt(table, games);
  return began !== null && began <= now;
}

/** Whether entries that went out of a survivor pool before a week still choose teams in it, because a side table counts them. */
export function hasSecondChance(tables: readonly Pick<SideTableTerms, 'from' | 'to' | 'who'>[], week: string): boolean {
  return tables.some((table) => table.who.kind === 'out' && hasWeek(table, week));
}

/** Whether all weeks of a side table have ended. @param weekIds of the pool, in order */
export function isSideDecided(
  table: SideTableTerms,
  weekIds: readonly string[],
  games: readonly (DecidingGame & Pick<Game, 'weekId'>)[],
): boolean {
  const ofWeek = Map.groupBy(games, ({ weekId }) => weekId);
  const ended = endedWeeks(weekIds.map((id) => ofWeek.get(id) ?? []));
  const own = ended.filter((_, at) => hasWeek(table, weekIds[at] ?? ''));
  return own.length > 0 && own.every(Boolean);
}

/**
 * The rows of a side table, best first, level ones by name (beyond 9). Points and right picks are those of the main standings, for these
 * games alone: auto picks and best bets count, dropped weeks and the pool's rule for late joiners don't. Nobody can lead `fewest` by staying
 * away: it lists only entries with a pick that counts, which no auto pick and no default is.
 * @param survivor for survivor pools, in which points and right picks are the weeks that the entry's team won
 */
export function sideStandings(
  table: SideTableTerms,
  season: SideSeason,
  rules: PoolRules,
  survivor?: SurvivorResults,
): SideRow[] {
  const entries = entriesOf(table, season, rules, survivor);
  const values = survivor ? teamWins(table, entries, survivor) : pickValues(table, entries, season, rules);
  const rows = entries.flatMap(({ id, ownerId, name }) => {
    const value = values.get(id);
    return value === undefined ? [] : [{ id, ownerId, name, value }];
  });
  const sign = table.measure === 'fewest' ? -1 : 1;
  return rankRows(rows, ({ value }) => sign * value).map(({ isLast, medal, ...row }) => row);
}

/**
 * The winners of a side table, who split its prize (`splitCents`): its first place once it is decided. Nobody wins with 0, except `fewest`.
 */
export function sideWinners(
  table: SideTableTerms,
  season: SideSeason,
  rules: PoolRules,
  survivor?: SurvivorResults,
): SideRow[] {
  if (!isSideDecided(table, season.weekIds, season.games)) return [];
  return sideLeaders(sideStandings(table, season, rules, survivor), table.measure);
}

/**
 * Side tables that many pools play: the halves of the regular season if the pool plays both, Monday nights, last place, and a second chance
 * for the lower half. Each has the weeks that the pool plays of it; without any, it is left out.
 * @param weekIds of the pool, in order
 */
export function readyMadeTables(weekIds: readonly string[]): SideTableTerms[] {
  const usual = { games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 } as const;
  const table = (name: string, weeks: readonly string[], some: Partial<SideTableTerms> = {}): SideTableTerms[] => {
    const [from, to] = [weeks[0], weeks.at(-1)];
    return from === undefined || to === undefined ? [] : [{ ...usual, name, from, to, ...some }];
  };
  const isFirst = (id: string) => (parseWeekId(id)?.number ?? 0) <= REGULAR_WEEKS / 2;
  const first = weekIds.filter(isFirst);
  const second = weekIds.filter((id) => !isFirst(id) && !isPostSeason(id));
  const middle = first.at(-1);
  const halves = [...table('First half', first), ...table('Second half', second)];
  return [
    ...(halves.length === 2 ? halves : []),
    ...table('Monday night', weekIds, { games: 'monday' }),
    ...table('Last place', weekIds, { measure: 'fewest' }),
    ...(middle === undefined ? [] : table('Second chance', second, { who: { kind: 'lower', week: middle } })),
  ];
}

/** What a side table counts, in words. */
export const measureWords: Readonly<Record<SideMeasure, string>> = {
  points: 'Most points',
  right: 'Most right picks',
  upsets: 'Most upsets',
  weeks: 'Most weeks won',
  fewest: 'Fewest points',
};

const gameWords: Readonly<Record<SideGames, string>> = {
  all: '',
  thursday: ', Thursday games only',
  friday: ', Friday games only',
  saturday: ', Saturday games only',
  sunday: ', Sunday games only',
  monday: ', Monday games only',
  prime: ', games at 7 PM Eastern or later only',
  division: ', division games only',
};

/** What texts call a measure: in a survivor pool, points and right picks are the weeks that a team won. */
function measureIn(format: PoolRules['format'], measure: SideMeasure): SideMeasure {
  return traits[format].plays === 'season' ? 'weeks' : measure;
}

/** A side table in a sentence for members: `Most points in Weeks 10 to 18, Monday games only.` */
export function sideTableWords({ from, to, games, measure, who }: SideTableTerms, format: PoolRules['format']): string {
  return `${measureWords[measureIn(format, measure)]} ${weekWords(from, to)}${gameWords[games]}${fieldWords(who)}.`;
}

/**
 * The first problem of a side table, in words; null if a pool can have it. In a survivor pool only points and right picks can be counted, of
 * all games: an entry has one team a week.
 * @param weekIds of the pool, in order
 */
export function sideTableProblem(
  { name, from, to, games, measure, who, cents }: SideTableTerms,
  weekIds: readonly string[],
  format: PoolRules['format'],
): string | null {
  const playsSeason = traits[format].plays === 'season';
  if (nameLength(name) === 0) return 'Table name is required';
  if ([...cleanName(name)].length > MAX_TABLE_NAME)
    return `Table name must be at most ${MAX_TABLE_NAME} characters long`;
  if (!weekIds.includes(from) || !weekIds.includes(to)) return 'Choose weeks of this pool';
  if (compareWeeks(from, to) > 0) return "The first week can't come after the last one";
  if (who.kind === 'out' && !playsSeason) return 'Only a survivor pool has players who are out';
  if (playsSeason && measure !== 'points' && measure !== 'right') return 'A survivor pool counts points or right picks';
  if (playsSeason && games !== 'all') return 'A survivor pool counts all games';
  if (who.kind === 'lower') {
    if (playsSeason) return 'A survivor pool has no lower half';
    if (!weekIds.includes(who.week)) return 'Choose weeks of this pool';
    if (compareWeeks(who.week, from) >= 0) return 'The lower half must be known before the first week';
  }
  if (!Number.isInteger(cents) || cents < 0 || cents > MAX_CENTS) return 'The prize must be from $0 to $1,000,000';
  return null;
}

/** The side tables that somebody else would lead under other rules, each in a sentence. */
export function changedLeaders(
  tables: readonly SideTableTerms[],
  season: SideSeason,
  rules: PoolRules,
  others: PoolRules,
): string[] {
  const leadersOf = (table: SideTableTerms, by: PoolRules) => {
    const leaders = sideLeaders(sideStandings(table, season, by), table.measure);
    return listedNames(leaders.map(({ name }) => name)) || 'nobody';
  };
  return tables.flatMap((table) => {
    const [now, then] = [leadersOf(table, rules), leadersOf(table, others)];
    return now === then ? [] : [`${table.name}: led by ${now} now, by ${then} then.`];
  });
}

function isSideGame(table: SideTableTerms, game: Pick<Game, 'weekId' | 'kickoff' | 'home' | 'away'>): boolean {
  return hasWeek(table, game.weekId) && isOfKind(table.games, game);
}

/** Whether a side table is a sum of what whole weeks scored. */
function addsUpWeeks({ games, measure }: SideTableTerms): boolean {
  return games === 'all' && (measure === 'points' || measure === 'right');
}

function isOfKind(kind: SideGames, { kickoff, home, away }: Pick<Game, 'kickoff' | 'home' | 'away'>): boolean {
  if (kind === 'all') return true;
  if (kind === 'prime') return utcToEastern(kickoff).time >= PRIME_TIME;
  if (kind === 'division') return isDivisionGame(home, away);
  return weekdays[new Date(easternDate(kickoff)).getUTCDay()] === kind;
}

function isDivisionGame(home: string, away: string): boolean {
  const [one, other] = [teamByAbbr(home), teamByAbbr(away)];
  return one !== null && one.conference === other?.conference && one.division === other.division;
}

/** The entries that play for a side table. */
function entriesOf(
  { who }: SideTableTerms,
  season: SideSeason,
  rules: PoolRules,
  survivor: SurvivorResults | undefined,
): readonly LabEntry[] {
  if (who.kind === 'all') return season.entries;
  if (who.kind === 'out') return season.entries.filter(({ id }) => survivor?.outWeekOf.has(id));
  const lower = lowerHalf(who.week, season, rules);
  return season.entries.filter(({ id }) => lower.has(id));
}

/**
 * The lower half of the main standings after a week, by entry id: half of the entries, rounded down, and those level with the best of them.
 * Nobody until the week is decided. Entries that could not yet play by then take no place, so later joiners don't move the line.
 */
function lowerHalf(week: string, season: SideSeason, rules: PoolRules): ReadonlySet<string> {
  const { weekIds, totals } = season;
  const isDecided = seasonWeeks(weekIds, season.games).some((each) => each.id === week && each.isDecided);
  if (!isDecided) return new Set();
  const played = weekIds.slice(0, weekIds.indexOf(week) + 1);
  // A decided week waits for no postponed game, so games that are off can be left out.
  const games = season.games.filter((game) => gameCounts(game) && played.includes(game.weekId));
  const entries = season.entries.filter(({ picks, joinedAt }) => gamesOfEntry(games, picks, joinedAt).length > 0);
  const { rows } = compareRules({ weekIds: played, games, entries, totals }, rules, rules);
  const line = rows[rows.length - Math.floor(rows.length / 2)]?.rank ?? Number.POSITIVE_INFINITY;
  return new Set(rows.filter(({ rank }) => rank >= line).map(({ id }) => id));
}

/** What a side table of a survivor pool counts, by entry id. Those out of it play from the week after they went out. */
function teamWins(
  table: SideTableTerms,
  entries: readonly LabEntry[],
  { outWeekOf, wins }: SurvivorResults,
): ReadonlyMap<string, number> {
  return new Map(
    entries.map(({ id }) => {
      const outWeek = outWeekOf.get(id);
      // As `isOutBefore`, whose module would bring all of survivor to every screen that names a side table.
      const isOut = (week: string) => outWeek !== undefined && compareWeeks(outWeek, week) < 0;
      const plays = (week: string) => isOut(week) === (table.who.kind === 'out');
      const own = [...(wins.get(id) ?? [])].filter((week) => hasWeek(table, week) && plays(week));
      return [id, table.measure === 'right' ? own.length : halvesOfPoints(own.length)];
    }),
  );
}

/** An entry with its picks that count. */
interface Player {
  readonly id: string;
  readonly picks: CountedPicks;
}

/** What a side table of any other pool counts, by entry id. */
function pickValues(
  table: SideTableTerms,
  entries: readonly LabEntry[],
  season: SideSeason,
  rules: PoolRules,
): ReadonlyMap<string, number> {
  if (season.scores && addsUpWeeks(table)) return weekSums(table, entries, season.weekIds, season.scores);
  const ofPool = season.games.filter((game) => isOver(game) && season.weekIds.includes(game.weekId));
  const games = sideGames(table, ofPool);
  const players = entries.map((entry) => ({
    id: entry.id,
    picks: withAutoPicks(games, entry.picks, rules, missingEntry(entry, ofPool, rules)),
  }));
  switch (table.measure) {
    case 'points':
      return pointsOf(players, games, rules);
    case 'fewest':
      return pointsOf(
        players.filter(({ picks }) => games.some(({ gid }) => isOwnPick(pickOf(picks, gid)))),
        games,
        rules,
      );
    case 'right':
      return countPicks(players, games, (pick, game) => isRight(pick, game, rules));
    case 'upsets':
      return countPicks(
        players,
        games,
        (pick, game) => isRight(pick, game, rules) && pick.side === upsetSide(game, rules),
      );
    case 'weeks':
      return weeksWon(players, games, season, rules);
  }
}

function weekSums(
  table: SideTableTerms,
  entries: readonly LabEntry[],
  weekIds: readonly string[],
  scores: NonNullable<SideSeason['scores']>,
): Map<string, number> {
  const own = weekIds.filter((week) => hasWeek(table, week));
  const counts = table.measure === 'right' ? scores.correct : scores.halves;
  const sumOf = (id: string) => own.reduce((sum, week) => sum + (counts.get(id)?.[week] ?? 0), 0);
  return new Map(entries.map(({ id }) => [id, sumOf(id)]));
}

function pointsOf(players: readonly Player[], games: readonly SideGame[], rules: PoolRules): Map<string, Halves> {
  return new Map(players.map(({ id, picks }) => [id, weeklyScore(games, picks, rules)]));
}

function countPicks(
  players: readonly Player[],
  games: readonly SideGame[],
  counts: (pick: CountedPick, game: SideGame) => boolean,
): Map<string, number> {
  const countOf = (picks: CountedPicks) =>
    games.filter((game) => {
      const pick = pickOf(picks, game.gid);
      return pick !== undefined && counts(pick, game);
    }).length;
  return new Map(players.map(({ id, picks }) => [id, countOf(picks)]));
}

function isRight(pick: CountedPick, game: SideGame, rules: PoolRules): boolean {
  return pickResult(pick, game, rules) === 'correct';
}

/** The side that won straight up against the line, as the pool has it; null if none did. */
function upsetSide(game: SideGame, rules: PoolRules): Side | null {
  const [won, favorite] = [winner(game, defaultRules), favoredSide(poolLine(game, rules))];
  return favorite !== null && (won === 'home' || won === 'away') && won !== favorite ? won : null;
}

/** How many decided weeks each player won by the points of these games; those who are level all win. */
function weeksWon(
  players: readonly Player[],
  games: readonly SideGame[],
  season: SideSeason,
  rules: PoolRules,
): Map<string, number> {
  const decided = seasonWeeks(season.weekIds, season.games).filter(({ isDecided }) => isDecided);
  const winners = decided.flatMap(({ id: week }) => {
    const points = pointsOf(
      players,
      games.filter(({ weekId }) => weekId === week),
      rules,
    );
    return weekWinners([...points].map(([id, score]) => ({ id, score })));
  });
  return new Map(players.map(({ id }) => [id, winners.filter((winnerId) => winnerId === id).length]));
}

function weekWords(from: string, to: string): string {
  const isFrom = from !== to && (isPostSeason(from) || isPostSeason(to));
  return `${isFrom ? 'from' : 'in'} ${spanWords({ from, to })}`;
}

function fieldWords(who: SideField): string {
  if (who.kind === 'all') return '';
  if (who.kind === 'out') return ', among those who are out, each from the week after they went out';
  return `, among the lower half after ${weekPlace(who.week)}`;
}
