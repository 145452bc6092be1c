/**
 * Counts a pool's season under any rules, for tests only. It is based on the text of the rules (`core/rules/words.ts`, `sentences.ts` and
 * the decisions), not on the code that scores, from which it is independent. All games are over or called off, except in the states that
 * pages showed of a pool with buy-backs before its end. If the text is silent, a comment says what the product's own tests expect.
 */
import { easternDate, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import type { MoneyPlan } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';

/** A game at the end of the season. */
export interface OracleGame {
  readonly gid: string;
  readonly kickoff: number;
  readonly home: string;
  readonly away: string;
  readonly homeScore: number;
  readonly awayScore: number;
  /** Points by which the home side is favored at the kick-off; null without a line. */
  readonly line: number | null;
  /** The line as frozen on Tuesday; the first later one if there was none. */
  readonly frozenLine: number | null;
  readonly isOff: boolean;
  /** Whether it was called off before its lock. */
  readonly isOffEarly: boolean;
  /** Whether its result is still unknown. */
  readonly isOpen?: true;
}

/** A week, in playing order in its pool. */
export interface OracleWeek {
  readonly id: string;
  /** 1 to 18 in the regular season; higher numbers are playoff rounds. */
  readonly number: number;
  readonly games: readonly OracleGame[];
  /** The game whose points are guessed. */
  readonly tiebreakGid: string;
}

/** The side of a game. */
export interface OracleSide {
  readonly side: Side;
  readonly best: boolean;
  /** Whether it counts only because the player picked no side. */
  readonly auto?: true;
}

/** The picks of an entry in a week. */
export interface OracleSheet {
  readonly sides: ReadonlyMap<string, OracleSide>;
  /** Games in ascending order of value. */
  readonly order: readonly string[];
  readonly guess: { readonly total: number; readonly at: number } | null;
  readonly team: { readonly gid: string; readonly team: string } | null;
  /** The second team of a week with two. */
  readonly second?: OracleSheet['team'];
  readonly change?: OracleChange;
}

/** A change to an entry's picks at a time when some of them may have locked. */
export interface OracleChange {
  readonly at: number;
  readonly sides: ReadonlyMap<string, Side>;
  /** Another guess; null if unchanged. */
  readonly total: number | null;
  /** Another team, which the entry has used in no other week; null if unchanged. */
  readonly team: OracleSheet['team'];
}

/** A player's default from a time on: what counts for games or weeks without a pick. */
export interface OracleDefault {
  readonly at: number;
  readonly side: 'favourite' | 'home' | 'away' | null;
  /** In a survivor pool with one team a week. */
  readonly teams: readonly string[];
}

export interface OracleEntry {
  readonly id: string;
  readonly name: string;
  readonly joinedAt: number;
  /** By week. */
  readonly sheets: ReadonlyMap<string, OracleSheet>;
  /** In order of time. */
  readonly defaults: readonly OracleDefault[];
}

/** The weeks of a pool as pages showed them from a time on. */
export interface OracleShown {
  readonly at: number;
  readonly weeks: readonly OracleWeek[];
}

export interface OracleBuyBack {
  readonly entryId: string;
  /** The week that put the entry out. */
  readonly weekId: string;
  readonly at: number;
  /** When it was taken back; infinite if never. */
  readonly until: number;
}

/** A plan in dollars. */
type OraclePlan = MoneyPlan & { readonly week: number; readonly places: readonly number[] };

export interface OraclePool {
  readonly rules: PoolRules;
  readonly weeks: readonly OracleWeek[];
  readonly entries: readonly OracleEntry[];
  readonly plan: OraclePlan;
  /** In order of time; only for pools in which entries buy back. */
  readonly shown?: readonly OracleShown[];
  readonly bought?: readonly OracleBuyBack[];
}

/** Cents by entry, by week or `season`; prizes that nobody gets are omitted. */
export type OraclePrizes = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface OracleRow {
  readonly rank: number;
  /** Points by week; null if all its games are off, or the entry does not play it. */
  readonly weeks: readonly (number | null)[];
  readonly total: number;
  /** Over the weeks that are not dropped, to one decimal. */
  readonly average: number;
  readonly dropped: readonly string[];
  /** The values of the season tiebreak for each week, if the pool has one. */
  readonly ties?: {
    readonly won: readonly boolean[];
    readonly correct: readonly number[];
    readonly off: readonly number[];
  };
}

/** The season of a pool of sides or orders. */
export interface OracleScores {
  readonly rows: Readonly<Record<string, OracleRow>>;
  /** The winners of each week that was played. */
  readonly winners: Readonly<Record<string, readonly string[]>>;
  readonly prizes: OraclePrizes;
  /** What each entry has to pay, in cents. */
  readonly dues: Readonly<Record<string, number>>;
}

export type OracleEnd = 'won' | 'lost' | 'missed' | 'off' | 'open' | 'spared' | 'out';

export interface OracleSurvivor {
  readonly rank: number;
  readonly lives: number;
  readonly outWeek: string | null;
  readonly wins: number;
  readonly ends: readonly OracleEnd[];
  /** Of second teams; null in weeks with one. */
  readonly seconds: readonly (OracleEnd | null)[];
  /** The weeks after which it was bought back. */
  readonly boughtBack: readonly string[];
}

/** The season of a survivor pool. */
export interface OracleSurvival {
  readonly rows: Readonly<Record<string, OracleSurvivor>>;
  readonly winners: readonly string[];
  readonly prizes: OraclePrizes;
  /** What each entry has to pay, in cents. */
  readonly dues: Readonly<Record<string, number>>;
}

const FIRST_ROUND = 19;
/** How far off a missing guess counts in the season; the text does not say. It is the highest possible guess. */
const NO_GUESS = 200;
const NO_SHEET: OracleSheet = { sides: new Map(), order: [], guess: null, team: null };

function sheetOf(entry: OracleEntry, week: OracleWeek): OracleSheet {
  return entry.sheets.get(week.id) ?? NO_SHEET;
}

/** With weekly play, an entry that picks no game that was on at its lock does not play. A guess is no pick; an order picks every game. */
function plays(entry: OracleEntry, week: OracleWeek, { weekly }: PoolRules): boolean {
  const { sides, order } = sheetOf(entry, week);
  return !weekly || week.games.some(({ gid, isOffEarly }) => !isOffEarly && (order.length > 0 || sides.has(gid)));
}

const dayNames = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'America/New_York' });

/** The games that the rules of the pool do not leave out. In these pools no commissioner leaves out games. */
export function slateOf<G extends OracleGame>(games: readonly G[], rules: PoolRules): G[] {
  const off = [
    ...(rules.thursdayGames ? [] : ['Thursday']),
    ...(rules.fridayGames ? [] : ['Friday']),
    ...(rules.saturdayGames ? [] : ['Saturday']),
    ...(rules.mondayGames ? [] : ['Monday']),
  ];
  return games.filter(({ kickoff }) => !off.includes(dayNames.format(kickoff)));
}

/** A game with the time from which it is locked in a pool. */
type Locking = OracleGame & { readonly lock: number };

interface LockingWeek extends OracleWeek {
  readonly games: readonly Locking[];
}

const DELAY_MS = 5 * MINUTE_MS;
const gameWeek = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'monday'];

/** The games of a week in a pool. They lock five minutes after kick-off, or at the pool's deadline if that comes first. */
export function lockingGames<G extends OracleGame>(week: { readonly games: readonly G[] }, rules: PoolRules) {
  const games = slateOf(week.games, rules);
  const deadline = deadlineOf(games, rules);
  return games.map((game) => ({ ...game, lock: Math.min(game.kickoff + DELAY_MS, deadline) }));
}

/** The deadline of a week. Games that were called off before it do not affect it. */
function deadlineOf(all: readonly OracleGame[], rules: PoolRules): number {
  const kickoffs = all.flatMap(({ kickoff, isOffEarly }) => (isOffEarly ? [] : [kickoff])).sort((a, b) => a - b);
  if (rules.deadline === 'own') return ownDeadline(kickoffs, rules);
  const isOnSunday = (kickoff: number) => dayNames.format(kickoff) === 'Sunday';
  const isAfternoon = (kickoff: number) => isOnSunday(kickoff) && utcToEastern(kickoff).time >= '13:00';
  const locking = {
    game: [],
    week: kickoffs,
    sunday: kickoffs.filter(isOnSunday),
    afternoon: kickoffs.filter(isAfternoon),
  };
  const [first = Number.POSITIVE_INFINITY] = locking[rules.deadline];
  return first + DELAY_MS;
}

/** That minute in the week from Tuesday to Monday around the median game; of two median games, the earlier one. */
function ownDeadline(kickoffs: readonly number[], { deadlineDay, deadlineTime }: PoolRules): number {
  const median = kickoffs[Math.ceil(kickoffs.length / 2) - 1];
  if (median === undefined) return Number.POSITIVE_INFINITY;
  const days = gameWeek.indexOf(deadlineDay) - gameWeek.indexOf(dayNames.format(median).toLowerCase());
  return easternToUtc(easternDate(Date.parse(`${easternDate(median)}T17:00Z`) + days * DAY_MS), deadlineTime);
}

/** The entries with their sheets as counted. */
function countedEntries(entries: readonly OracleEntry[], weeks: readonly LockingWeek[], rules: PoolRules) {
  return entries.map((entry) => {
    const chosen = weeks.map((week) => [week.id, changedSheet(sheetOf(entry, week), week)] as const);
    const counted = { ...entry, sheets: new Map(chosen) };
    return rules.format === 'survivor' ? withDefaultTeams(counted, weeks, rules) : withMissed(counted, weeks, rules);
  });
}

/** A sheet with those parts of its change that had not locked. */
function changedSheet({ change, ...sheet }: OracleSheet, { games, tiebreakGid }: LockingWeek): OracleSheet {
  if (change === undefined) return sheet;
  const { at, total, team } = change;
  const isOpen = (gid: string | undefined) => games.some((game) => game.gid === gid && at < game.lock);
  const sides = [...change.sides].flatMap(([gid, side]) =>
    isOpen(gid) ? [[gid, { side, best: sheet.sides.get(gid)?.best ?? false }] as const] : [],
  );
  return {
    ...sheet,
    sides: new Map([...sheet.sides, ...sides]),
    guess: total !== null && isOpen(tiebreakGid) ? { total, at } : sheet.guess,
    team: team !== null && isOpen(team.gid) && isOpen(sheet.team?.gid) ? team : sheet.team,
  };
}

/** An entry, completed with the sides that count for games that it missed. */
function withMissed(entry: OracleEntry, weeks: readonly LockingWeek[], rules: PoolRules): OracleEntry {
  let left = limitOf(rules);
  const sheets = weeks.map((week) => {
    const sheet = sheetOf(entry, week);
    const missed = week.games.flatMap((game) => {
      if (left === 0) return [];
      const side = sheet.sides.has(game.gid) ? null : missedSide(entry, game, rules);
      return side === null ? [] : [[game.gid, { side, best: false, auto: true }] as const];
    });
    // A default is stored at the lock, and stays if the game is called off later.
    const isOff = ({ isOff: ever, isOffEarly }: OracleGame) => (rules.missed === 'own' ? isOffEarly : ever);
    const used = new Set(missed.map(([gid]) => gid));
    if (week.games.some((game) => used.has(game.gid) && !isOff(game))) left -= 1;
    return [week.id, { ...sheet, sides: new Map([...sheet.sides, ...missed]) }] as const;
  });
  return { ...entry, sheets: new Map(sheets) };
}

/** In how many weeks missed games count. */
function limitOf({ missedLimit }: PoolRules): number {
  return missedLimit === 'none' ? Number.POSITIVE_INFINITY : missedLimit;
}

/** Nothing counts for a game that had locked when its player joined. */
function missedSide(entry: OracleEntry, game: Locking, rules: PoolRules): Side | null {
  if (game.lock <= entry.joinedAt) return null;
  const side = rules.missed === 'own' ? (defaultAt(entry, game.lock)?.side ?? 'nothing') : rules.missed;
  if (side === 'nothing') return null;
  if (side !== 'favourite' && side !== 'underdog') return side;
  const line = rules.useSpread ? spreadOf(game, rules) : lineOf(game, rules);
  const favorite = (line ?? 0) < 0 ? 'away' : 'home';
  if (side === 'favourite') return favorite;
  return favorite === 'away' ? 'home' : 'away';
}

/** The default in effect at a lock: one that is set at or after the lock counts from the next lock on. */
function defaultAt({ defaults }: OracleEntry, lock: number): OracleDefault | undefined {
  return defaults.findLast(({ at }) => at < lock);
}

/** An entry of a survivor pool, with a team of its default in each week without a team. */
function withDefaultTeams(entry: OracleEntry, weeks: readonly LockingWeek[], rules: PoolRules): OracleEntry {
  const sheets = new Map(entry.sheets);
  const usesIn = (span: string) =>
    weeks
      .filter((week) => spanOf(week, rules) === span)
      .flatMap(({ id, games }) => {
        const team = sheets.get(id)?.team;
        return games.some(({ gid, isOffEarly }) => gid === team?.gid && !isOffEarly) ? (team?.team ?? []) : [];
      });
  let left = limitOf(rules);
  for (const week of weeks) {
    const sheet = sheets.get(week.id) ?? NO_SHEET;
    const uses = usesIn(spanOf(week, rules));
    const canChoose = (team: string) => uses.filter((used) => used === team).length < rules.teamUses;
    if (sheet.team !== null || left === 0) continue;
    const team = defaultTeam(entry, week, canChoose);
    if (team !== null) left -= 1;
    sheets.set(week.id, { ...sheet, team });
  }
  return { ...entry, sheets };
}

/** The first team of the list that the player can still choose, from its lock on. Games that are called off later are still on then. */
function defaultTeam(
  entry: OracleEntry,
  { games }: LockingWeek,
  canChoose: (team: string) => boolean,
): OracleSheet['team'] {
  const on = games.filter(({ isOffEarly }) => !isOffEarly);
  for (const lock of on.map((game) => game.lock).sort((a, b) => a - b)) {
    const teams = (defaultAt(entry, lock)?.teams ?? []).filter(canChoose);
    const open = on.filter((game) => game.lock >= lock);
    const [first] = teams.flatMap((team) => {
      const game = open.find(({ home, away }) => home === team || away === team);
      return game === undefined ? [] : [{ gid: game.gid, team, lock: game.lock }];
    });
    if (first?.lock === lock) return { gid: first.gid, team: first.team };
  }
  return null;
}

function played<G extends OracleGame>({ games }: { readonly games: readonly G[] }): G[] {
  return games.filter(({ isOff }) => !isOff);
}

/** Whether an entry picked in a week. Sides that count for missed games are nobody's pick. */
function hasPicked(entry: OracleEntry, week: OracleWeek): boolean {
  const { sides } = sheetOf(entry, week);
  return played(week).some(({ gid }) => sides.has(gid) && sides.get(gid)?.auto !== true);
}

/** Whether a week counts for an entry as the lowest score: its last game had locked when the entry joined, and it has no pick in it. */
function countsLowest(entry: OracleEntry, week: LockingWeek, { lateJoin }: PoolRules): boolean {
  const isOver = played(week).every(({ lock }) => lock <= entry.joinedAt);
  return lateJoin === 'lowest' && isOver && !hasPicked(entry, week);
}

/** The line of the pool, whether or not it plays by lines. */
function lineOf(game: OracleGame, { line }: PoolRules): number | null {
  return line === 'frozen' ? game.frozenLine : game.line;
}

/** The line that is added to the score of the away team. */
function spreadOf(game: OracleGame, rules: PoolRules): number | null {
  const line = rules.useSpread ? lineOf(game, rules) : null;
  if (line === null || !rules.roundSpread || !Number.isInteger(line)) return line;
  return line > 0 ? line + 0.5 : line - 0.5;
}

/** The part of a right pick's value that a side earns. */
function partOf(side: Side, game: OracleGame, rules: PoolRules): number {
  const spread = spreadOf(game, rules) ?? 0;
  const lead = game.homeScore - game.awayScore - spread;
  if (lead !== 0) return lead > 0 === (side === 'home') ? 1 : 0;
  if (spread === 0) return { nobody: 0, half: 0.5, both: 1 }[rules.tie];
  return { home: side === 'home' ? 1 : 0, half: 0.5, none: 0 }[rules.push];
}

function roundPoints({ number }: OracleWeek, rules: PoolRules): number {
  const rounds = [rules.wildCardPoints, rules.divisionalPoints, rules.conferencePoints, rules.superBowlPoints];
  return number < FIRST_ROUND ? 1 : (rounds[number - FIRST_ROUND] ?? 1);
}

/** The points of a right pick of a side in the regular season, without a mark. */
function worthOf(side: Side, game: OracleGame, rules: PoolRules): number {
  const line = lineOf(game, rules) ?? 0;
  const isUnderdog = side === 'home' ? line < 0 : line > 0;
  if (rules.upset === 'none' || !isUnderdog) return 1;
  return rules.upset === 'line' ? Math.ceil(Math.abs(line)) : 1 + rules.upset;
}

/** The points of a round's games, by its number. */
const listOfRound: Readonly<Record<number, readonly number[]>> = {
  19: [6, 8, 10, 12, 14, 16],
  20: [6, 8, 12, 16],
  21: [8, 16],
  22: [16],
};

/** The points of the ranks, in ascending order. A round with fewer games has the highest points of its list. */
function scaleOf(count: number, week: OracleWeek, { scale }: PoolRules): number[] {
  const ranks = Array.from({ length: count }, (_, at) => at + 1);
  if (scale === 'sixteen') return ranks.map((rank) => 16 - count + rank);
  if (scale === 'ranks' || week.number < FIRST_ROUND) return ranks;
  const list = listOfRound[week.number] ?? [];
  return count > list.length ? ranks : list.slice(list.length - count);
}

/** The games that count, in ascending order of value: those that the order does not name come first, by id. */
function ranked(sheet: OracleSheet, week: OracleWeek): OracleGame[] {
  const byId = week.games.toSorted((a, b) => (a.gid < b.gid ? -1 : 1));
  const unnamed = byId.filter(({ gid }) => !sheet.order.includes(gid));
  const named = sheet.order.flatMap((gid) => week.games.find((game) => game.gid === gid) ?? []);
  return [...unnamed, ...named].filter(({ isOff }) => !isOff);
}

function pointsOf(sheet: OracleSheet, week: OracleWeek, rules: PoolRules): number {
  const games = ranked(sheet, week);
  const scale = scaleOf(games.length, week, rules);
  const points = games.map((game, at) => {
    const pick = sheet.sides.get(game.gid);
    if (pick === undefined) return 0;
    const part = partOf(pick.side, game, rules);
    if (rules.format === 'confidence') return part * (scale[at] ?? 0);
    const isBest = rules.bestBets > 0 && pick.best;
    return part * worthOf(pick.side, game, rules) * (isBest ? 2 : 1);
  });
  return roundPoints(week, rules) * sum(points);
}

function rightPicks(sheet: OracleSheet, week: OracleWeek, rules: PoolRules): number {
  return played(week).filter((game) => {
    const pick = sheet.sides.get(game.gid);
    return pick !== undefined && partOf(pick.side, game, rules) === 1;
  }).length;
}

/** The total points of the tiebreak game; null if it is off. */
function tiebreakTotal({ games, tiebreakGid }: OracleWeek): number | null {
  const game = games.find(({ gid }) => gid === tiebreakGid);
  return game === undefined || game.isOff ? null : game.homeScore + game.awayScore;
}

/** How far off a guess counts in the season; 0 if the game is off. */
function guessOff({ guess }: OracleSheet, week: OracleWeek): number {
  const total = tiebreakTotal(week);
  if (total === null) return 0;
  return guess === null ? NO_GUESS : Math.abs(guess.total - total);
}

/** Which of the level entries wins the week by its guess; all of them if guesses do not decide. */
function bestGuesses(level: readonly OracleEntry[], week: OracleWeek, { tiebreak }: PoolRules): readonly OracleEntry[] {
  const total = tiebreakTotal(week);
  if (tiebreak === 'none' || total === null) return level;
  /** Smaller is better; the first difference decides. */
  const measures = (entry: OracleEntry): number[] => {
    const { guess } = sheetOf(entry, week);
    if (guess === null) return [1];
    const isOver = guess.total > total ? 1 : 0;
    const off = Math.abs(guess.total - total);
    if (tiebreak === 'closest-under') return [0, isOver, off];
    return tiebreak === 'closest' ? [0, off] : [0, off, isOver, guess.at];
  };
  return bestOf(level, measures);
}

/** The entries with the smallest value in the first measure that differs. */
function bestOf(entries: readonly OracleEntry[], measures: (entry: OracleEntry) => readonly number[]): OracleEntry[] {
  return entries.filter((one) => entries.every((other) => compare(measures(one), measures(other)) <= 0));
}

/** The lowest weeks, once more than that many are played; of equal ones the earliest. */
function droppedWeeks(points: readonly (number | null)[], { dropWeeks }: PoolRules): number[] {
  const counted = points.flatMap((own, at) => (own === null ? [] : [{ own, at }]));
  if (counted.length <= dropWeeks) return [];
  return counted
    .toSorted((a, b) => a.own - b.own || a.at - b.at)
    .slice(0, dropWeeks)
    .map(({ at }) => at);
}

/** Counts a pool of sides or orders. */
export function oracleScores(pool: OraclePool): OracleScores {
  const { rules } = pool;
  const weeks = pool.weeks.map((week) => ({ ...week, games: lockingGames(week, rules) }));
  const entries = countedEntries(pool.entries, weeks, rules);
  const isPlayed = weeks.map((week) => played(week).length > 0);
  const ownPoints = (entry: OracleEntry, week: OracleWeek) => pointsOf(sheetOf(entry, week), week, rules);
  const pointsOfWeek = (entry: OracleEntry, week: LockingWeek) => {
    if (!countsLowest(entry, week, rules)) return ownPoints(entry, week);
    const picked = entries.filter((other) => hasPicked(other, week));
    return picked.length === 0 ? 0 : Math.min(...picked.map((other) => ownPoints(other, week)));
  };
  const points = new Map(
    entries.map((entry) => [
      entry,
      weeks.map((week, at) => (isPlayed[at] && plays(entry, week, rules) ? pointsOfWeek(entry, week) : null)),
    ]),
  );
  const winners = weeks.map((week, at) => {
    const pointsIn = (entry: OracleEntry) => points.get(entry)?.[at] ?? 0;
    // An entry cannot win a week that was over before it joined.
    const playing = entries.filter((entry) => !countsLowest(entry, week, rules));
    const best = Math.max(0, ...playing.map(pointsIn));
    // Nobody wins a week in which nobody has a point; the text does not say so.
    if (!isPlayed[at] || best === 0) return [];
    return bestGuesses(
      playing.filter((entry) => pointsIn(entry) === best),
      week,
      rules,
    );
  });

  /** Weeks won, right picks and how far off the guesses were. The text does not exclude dropped weeks. */
  const tiesOf = (entry: OracleEntry) => ({
    won: winners.map((ofWeek) => ofWeek.includes(entry)),
    correct: weeks.map((week) => rightPicks(sheetOf(entry, week), week, rules)),
    off: weeks.map((week) =>
      rules.tiebreak === 'none' || !plays(entry, week, rules) ? 0 : guessOff(sheetOf(entry, week), week),
    ),
  });

  const seasons = entries.map((entry) => {
    const own = points.get(entry) ?? [];
    const dropped = droppedWeeks(own, rules);
    const kept = own.flatMap((each, at) => (each === null || dropped.includes(at) ? [] : [each]));
    const [total, ties] = [sum(kept), tiesOf(entry)];
    const hasTies = rules.seasonTiebreak !== 'none';
    const [won, right] = [-ties.won.filter(Boolean).length, -sum(ties.correct)];
    const separating = hasTies
      ? [...(rules.seasonTiebreak === 'wins' ? [won, right] : [right, won]), sum(ties.off)]
      : [];
    const average = kept.length === 0 ? 0 : Math.round((10 * total) / kept.length) / 10;
    const droppedIds = dropped.flatMap((at) => weeks[at]?.id ?? []).sort();
    const row = { weeks: own, total, average, dropped: droppedIds, ...(hasTies && { ties }) };
    return { entry, row, order: [-total, ...separating] };
  });
  const rankOf = (order: readonly number[]) => 1 + seasons.filter((one) => compare(one.order, order) < 0).length;
  const places = seasons.map(({ entry, row, order }) => ({ entry, row: { rank: rankOf(order), ...row } }));
  const placed = places.map(({ entry, row: { rank } }) => ({ entry, rank }));
  return {
    rows: Object.fromEntries(places.map(({ entry, row }): [string, OracleRow] => [entry.id, row])),
    winners: Object.fromEntries(
      weeks.flatMap(({ id }, at) => (isPlayed[at] ? [[id, (winners[at] ?? []).map((entry) => entry.id).sort()]] : [])),
    ),
    prizes: scoredPrizes({ ...pool, entries }, winners, isPlayed.includes(true) ? placed : []),
    dues: Object.fromEntries(
      entries.map((entry) => {
        const weeksPaid = weeks.filter((week) => plays(entry, week, rules)).length;
        return [entry.id, rules.weekly ? pool.plan.fee * weeksPaid : pool.plan.fee];
      }),
    ),
  };
}

/** The prize of a week that nobody wins goes to the next week, that of the last week to the first place. */
function scoredPrizes(
  { rules, weeks, entries, plan }: OraclePool,
  winners: readonly (readonly OracleEntry[])[],
  places: readonly Placed[],
): OraclePrizes {
  const prizes: Record<string, Readonly<Record<string, number>>> = {};
  let pot = 0;
  for (const [at, week] of weeks.entries()) {
    const { id } = week;
    pot += rules.weekly ? plan.fee * entries.filter((entry) => plays(entry, week, rules)).length : plan.week;
    if (winners[at]?.length) {
      prizes[id] = split(pot, winners[at]);
      pot = 0;
    }
  }
  const [first = 0, ...others] = plan.places;
  return { ...prizes, season: placePrizes([first + pot, ...others], places) };
}

interface Placed {
  readonly entry: OracleEntry;
  readonly rank: number;
}

/** Entries that are level share the sum of the prizes of the places that they take. */
function placePrizes(prizes: readonly number[], places: readonly Placed[]): Record<string, number> {
  const shares = prizes.map((_, at) => {
    const level = places.filter(({ rank }) => rank === at + 1).map(({ entry }) => entry);
    return level.length === 0 ? {} : split(sum(prizes.slice(at, at + level.length)), level);
  });
  return Object.assign({}, ...shares);
}

/** Remaining cents go one each to the first by name. */
function split(cents: number, entries: readonly OracleEntry[]): Record<string, number> {
  const named = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const odd = cents % named.length;
  const shares = named.map(({ id }, at): [string, number] => [id, (cents - odd) / named.length + (at < odd ? 1 : 0)]);
  return Object.fromEntries(shares.filter(([, share]) => share > 0));
}

/** Whether the result of a game is safe for an entry that chose a team. */
function isSafe({ gid, team }: { gid: string; team: string }, week: OracleWeek, rules: PoolRules): boolean {
  const game = week.games.find((each) => each.gid === gid) as OracleGame;
  const [own, other] = game.home === team ? [game.homeScore, game.awayScore] : [game.awayScore, game.homeScore];
  if (own === other) return rules.survivorTie === 'wins';
  return own > other === (rules.goal === 'win');
}

/** The span of weeks in which uses of a team are counted together. */
function spanOf({ number }: OracleWeek, { teamsAgainAfter }: PoolRules): string {
  if (number >= FIRST_ROUND) return 'post-season';
  return number <= teamsAgainAfter ? 'first weeks' : 'season';
}

/** The one or two teams that a week requires; null for a missing team. */
function teamsOf(entry: OracleEntry, week: OracleWeek, { twoTeamsFrom }: PoolRules): OracleSheet['team'][] {
  const { team, second = null } = sheetOf(entry, week);
  const hasTwo = twoTeamsFrom > 0 && week.number >= twoTeamsFrom && week.number < FIRST_ROUND;
  return hasTwo ? [team, second] : [team];
}

/** The picks whose team was used too often in its span: the games that kick off first count. */
function overused(entry: OracleEntry, weeks: readonly OracleWeek[], rules: PoolRules): Set<string> {
  const uses = weeks.flatMap((week) =>
    teamsOf(entry, week, rules).flatMap((team, which) => {
      const game = week.games.find(({ gid }) => gid === team?.gid);
      if (team === null || game === undefined || game.isOff) return [];
      return [{ id: `${week.id} ${which}`, kickoff: game.kickoff, key: `${spanOf(week, rules)} ${team.team}` }];
    }),
  );
  const counts = new Map<string, number>();
  const over = new Set<string>();
  for (const { id, key } of uses.toSorted((a, b) => a.kickoff - b.kickoff)) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > rules.teamUses) over.add(id);
  }
  return over;
}

/** A week that put an entry out, when pages showed it, and until when the entry can be bought back after it. */
interface Shown {
  readonly entryId: string;
  readonly weekId: string;
  readonly at: number;
  /** Infinite if no further week of the pool begins. */
  readonly closesAt: number;
  readonly isCorrected: boolean;
}

/** What is known about a survivor pool at a time. */
interface Known {
  readonly rules: PoolRules;
  readonly weeks: readonly LockingWeek[];
  readonly entries: readonly OracleEntry[];
  /** The buy-backs made by then and not taken back. */
  readonly bought: readonly OracleBuyBack[];
  /** In order of time. */
  readonly outs: readonly Shown[];
}

type Survived = Omit<OracleSurvivor, 'rank'>;

/** The first lock of a week, including games that are called off later, and the last lock of games that are on. */
function locksOf({ games }: LockingWeek): { readonly first: number; readonly last: number } {
  const locks = (some: readonly Locking[]) => some.map(({ lock }) => lock);
  return {
    first: Math.min(...locks(games.filter(({ isOffEarly }) => !isOffEarly))),
    last: Math.max(...locks(games.filter(({ isOff }) => !isOff))),
  };
}

function isDecided({ games }: OracleWeek): boolean {
  return games.every(({ isOpen }) => !isOpen);
}

/**
 * @param spared weeks that cost no entry a life
 * @param dark a week whose open games all count as lost
 */
function survive(entry: OracleEntry, known: Known, spared: readonly OracleWeek[], dark?: OracleWeek): Survived {
  const { rules, weeks, bought, outs } = known;
  const over = overused(entry, weeks, rules);
  let [lives, wins] = [rules.lives as number, 0];
  let outWeek: string | null = null;
  const boughtBack: string[] = [];
  /** When pages showed the entry as out, until it was bought back, whether or not that was necessary in the end. */
  const own = bought.filter(({ entryId }) => entryId === entry.id);
  const away = own.map(({ weekId, at }) => {
    const out = outs.findLast((one) => one.entryId === entry.id && one.weekId === weekId && one.at <= at);
    return { index: weeks.findIndex(({ id }) => id === weekId), from: out?.at ?? at, to: at };
  });
  const ends = weeks.map((week, at): OracleEnd[] => {
    const teams = teamsOf(entry, week, rules);
    const { last } = locksOf(week);
    if (outWeek !== null || away.some(({ index, from, to }) => index < at && from < last && last <= to))
      return teams.map(() => 'out');
    const ofWeek = teams.map((team, which): OracleEnd => {
      const game = week.games.find(({ gid }) => gid === team?.gid);
      if (game?.isOff || over.has(`${week.id} ${which}`)) return 'off';
      if (team === null && played(week).length === 0) return 'open';
      // A week without a team costs a life once the week is decided, not before.
      const isOpen = team === null ? !isDecided(week) : game?.isOpen === true;
      if (isOpen && week !== dark) return 'open';
      if (team !== null && !isOpen && isSafe(team, week, rules)) return 'won';
      if (spared.includes(week)) return 'spared';
      return team === null ? 'missed' : 'lost';
    });
    for (const end of ofWeek) {
      if (end === 'won') wins += 1;
      if (end === 'lost' || end === 'missed') lives = Math.max(0, lives - 1);
    }
    if (lives > 0) return ofWeek;
    const back = own.some(({ weekId }) => weekId === week.id);
    // A buy-back that exceeds the limit because of a correction has no effect.
    if (!back || boughtBack.length >= rules.buyBacks) outWeek = week.id;
    else {
      lives = 1;
      boughtBack.push(week.id);
    }
    return ofWeek;
  });
  const first = ends.map(([end = 'open']) => end);
  return { lives, wins, outWeek, ends: first, seconds: ends.map(([, second = null]) => second), boughtBack };
}

/**
 * If all go on, the weeks that would put out all remaining entries, bought back or not; an undecided week as long as it may do so. An entry
 * remains in each week that counts for it, even if a correction puts it out before that week later and it is bought back then.
 */
function sparedWeeks(known: Known): LockingWeek[] {
  const { rules, weeks, entries, bought } = known;
  if (rules.allOut === 'share') return [];
  const spared: LockingWeek[] = [];
  for (const week of weeks) {
    const upToHere = {
      ...known,
      weeks: weeks.slice(0, weeks.indexOf(week) + 1),
      bought: bought.filter(({ weekId }) => weekId !== week.id),
    };
    const seasons = entries.map((entry) => survive(entry, upToHere, spared, week));
    const left = seasons.filter(({ ends }) => ends.at(-1) !== 'out');
    if (left.every(({ outWeek }) => outWeek !== null)) spared.push(week);
  }
  return spared;
}

function seasonsOf(known: Known): Map<string, Survived> {
  const spared = sparedWeeks(known);
  return new Map(known.entries.map((entry) => [entry.id, survive(entry, known, spared)]));
}

const CORRECTED_MS = 120 * MINUTE_MS;

/** What is known about a pool at a time, with the times at which its entries were shown as out. */
function knownAt(pool: OraclePool, now: number): Known {
  const { rules, shown = [], bought = [] } = pool;
  const lockingWeeks = (weeks: readonly OracleWeek[]) =>
    weeks.map((week) => ({ ...week, games: lockingGames(week, rules) }));
  const ends = lockingWeeks(pool.weeks);
  const entries = countedEntries(pool.entries, ends, rules);
  const states = shown.map(({ at, weeks }) => ({ at, weeks: lockingWeeks(weeks) }));
  const outs: Shown[] = [];
  const knownWith = (
    state: (OracleShown & { readonly weeks: readonly LockingWeek[] }) | undefined,
    moment: number,
  ): Known => ({
    rules,
    entries,
    weeks: state?.weeks ?? ends,
    bought: bought.filter(({ at, until }) => at <= moment && moment < until),
    outs: [...outs],
  });
  const stateAt = (moment: number) => states.findLast(({ at }) => at <= moment);
  // An entry that is bought back may be out at once because of a later week that was already over.
  const news = [...states, ...bought].map(({ at }) => at).filter((at) => at <= now);
  for (const at of [...new Set(news)].sort((a, b) => a - b)) {
    const isBuying = !states.some((state) => state.at === at);
    const before = knownWith(stateAt(at - 1) ?? states[0], isBuying ? at - 1 : at);
    const [seasonsBefore, seasons] = [seasonsOf(before), seasonsOf(knownWith(stateAt(at), at))];
    for (const { id: entryId } of entries) {
      const weekId = seasons.get(entryId)?.outWeek ?? null;
      const { outWeek = null, boughtBack = [] } = seasonsBefore.get(entryId) ?? {};
      // If a buy-back is taken back, the remaining time of its window applies again.
      if (weekId === null || weekId === outWeek || boughtBack.includes(weekId)) continue;
      const isCorrected = before.weeks.some((week) => week.id === weekId && isDecided(week));
      const own = outs.filter((one) => one.entryId === entryId && one.weekId === weekId);
      if (own.some((one) => !isCorrected || one.isCorrected)) continue;
      const begins = ends.map((week) => locksOf(week).first);
      const closing = begins.filter((lock) => (isCorrected ? lock >= at + CORRECTED_MS : lock > at));
      outs.push({ entryId, weekId, at, closesAt: Math.min(...closing), isCorrected });
    }
  }
  return knownWith(stateAt(now), now);
}

/** The week of an entry that a buy-back can undo, and until when. */
export interface OracleOffer {
  readonly weekId: string;
  readonly until: number;
}

/** The entries that can be bought back at a time. */
export function oracleOffers(pool: OraclePool, at: number): ReadonlyMap<string, OracleOffer> {
  const { rules } = pool;
  const known = knownAt(pool, at);
  const seasons = seasonsOf(known);
  const offers = new Map<string, OracleOffer>();
  const outIn = (one: Survived | undefined) => known.weeks.findIndex(({ id }) => id === one?.outWeek);
  /** Whether a week had decided the pool: at most one entry was left after it, and none that was out by then can come back. */
  const hasDecided = (index: number) =>
    known.weeks.slice(0, index + 1).every(isDecided) &&
    [...seasons.values()].filter((one) => one.outWeek === null || outIn(one) > index).length <= 1 &&
    [...offers.keys()].every((id) => outIn(seasons.get(id)) > index);
  for (const [index, { id: weekId, number }] of known.weeks.entries()) {
    const isOver = known.weeks.slice(0, index).some((_, before) => hasDecided(before));
    if (isOver || number > rules.buyBackUntil) continue;
    for (const [entryId, { outWeek, boughtBack }] of seasons) {
      const out = known.outs.findLast((one) => one.entryId === entryId && one.weekId === weekId);
      const until = out?.closesAt ?? 0;
      const isOpen = at < until && until < Number.POSITIVE_INFINITY;
      if (outWeek === weekId && isOpen && boughtBack.length < rules.buyBacks) offers.set(entryId, { weekId, until });
    }
  }
  return offers;
}

/** Until when the last buy-back of an entry can be taken back: the first lock after it. Null if no buy-back counts. */
export function oracleTakeBack(pool: OraclePool, entryId: string, at: number): OracleOffer | null {
  const known = knownAt(pool, at);
  const weekId = seasonsOf(known).get(entryId)?.boughtBack.at(-1);
  const made = known.bought.find((one) => one.entryId === entryId && one.weekId === weekId);
  if (weekId === undefined || made === undefined) return null;
  const locks = known.weeks.flatMap(({ games }) => games.flatMap(({ lock, isOffEarly }) => (isOffEarly ? [] : [lock])));
  return { weekId, until: Math.min(...locks.filter((lock) => lock > made.at)) };
}

/** Which entries of a survivor pool are out at a time, since which week, and how many lives the others have. */
export function oracleLives(
  pool: OraclePool,
  at: number,
): Readonly<Record<string, Pick<Survived, 'lives' | 'outWeek'>>> {
  const seasons = [...seasonsOf(knownAt(pool, at))];
  return Object.fromEntries(seasons.map(([id, { lives, outWeek }]) => [id, { lives, outWeek }]));
}

/** Counts a survivor pool. */
export function oracleSurvival(pool: OraclePool): OracleSurvival {
  const { rules, plan } = pool;
  const known = knownAt(pool, Number.MAX_SAFE_INTEGER);
  const { weeks, entries } = known;
  const seasons = seasonsOf(known);
  const played = entries.map((entry) => ({ entry, ...(seasons.get(entry.id) as Survived) }));
  const weekIds = weeks.map(({ id }) => id);
  const outAt = ({ outWeek }: (typeof played)[number]) => (outWeek === null ? weeks.length : weekIds.indexOf(outWeek));
  const last = Math.max(...played.map(outAt));
  const isNobodyLeft = last < weeks.length;
  /** Greater is better. The season is over. If nobody is left, the last to go out are level; otherwise the rules order the rest. */
  const order = (one: (typeof played)[number]) => {
    if (one.outWeek !== null) return [0, outAt(one), isNobodyLeft && outAt(one) === last ? 0 : one.wins];
    const kept = { share: [], lives: [one.lives], wins: [one.lives, one.wins] }[rules.survivors];
    return [1, ...kept];
  };
  const places = played.map((one) => ({
    ...one,
    rank: 1 + played.filter((other) => compare(order(other), order(one)) > 0).length,
  }));
  const fees = rules.buyBacks > 0 ? (plan.buyBack ?? 0) : 0;
  return {
    rows: Object.fromEntries(places.map(({ entry, ...row }): [string, OracleSurvivor] => [entry.id, row])),
    winners: places
      .filter(({ rank }) => rank === 1)
      .map(({ entry }) => entry.id)
      .sort(),
    prizes: { season: placePrizes(plan.places, places) },
    dues: Object.fromEntries(played.map(({ entry, boughtBack }) => [entry.id, plan.fee + fees * boughtBack.length])),
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
