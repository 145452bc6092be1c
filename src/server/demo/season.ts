import { easternDate, easternToUtc } from '#core/eastern-time.ts';
import { SPREAD_STEP } from '#core/game.ts';
import { teams } from '#core/teams.ts';
import { DAY_MS } from '#core/time.ts';
import type { Team } from '#core/types.ts';
import { conferences, divisions } from '#core/types.ts';
import { REGULAR_WEEKS, weekId } from '#core/weeks.ts';

/** Random numbers from 0 up to 1; equal keys give equal sequences. */
export type Random = () => number;

/** A random source seeded with keys: one for each decision, so that they are independent. */
export function seeded(...keys: readonly (string | number)[]): Random {
  let state = hash(keys.join('/'));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return scramble(state) / 2 ** 32;
  };
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** About normally distributed, with mean 0 and deviation 1; never beyond 3.5. */
export function bell(random: Random): number {
  let sum = 0;
  for (let at = 0; at < 4; at += 1) sum += random();
  return (sum - 2) * Math.sqrt(3);
}

/** The items in random order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item): [number, T] => [random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** A random item. @throws RangeError if there is none */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[between(random, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('Nothing to choose from.');
  return item;
}

/** FNV-1a, then mixed, so that similar keys give different states. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return scramble(state) | 0;
}

/** Spreads every bit over all 32 (the constants of MurmurHash3's last step). */
function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Days of a week of football, counted from its Thursday. */
export const THURSDAY = 0;
export const SUNDAY = 3;
export const MONDAY = 4;

/** A week begins at this Eastern time on the Tuesday before its Thursday, when the previous week is over. */
const WEEK_BEGINS = { daysAfterThursday: -2, time: '12:00' };

export interface SeasonWeek {
  readonly season: number;
  /** 1 to 18 */
  readonly number: number;
}

/** The date (YYYY-MM-DD) a number of days after the Thursday of a week; week 1 has the Thursday after Labor Day. */
export function dateInWeek({ season, number }: SeasonWeek, daysAfterThursday: number): string {
  const september = Date.UTC(season, 8, 1);
  const laborDay = 1 + ((8 - new Date(september).getUTCDay()) % 7);
  const days = laborDay - 1 + 3 + (number - 1) * 7 + daysAfterThursday;
  return new Date(september + days * DAY_MS).toISOString().slice(0, 10);
}

/** A time (ms) in a week, by day and Eastern time. */
export function momentInWeek(week: SeasonWeek, daysAfterThursday: number, time: string): number {
  return easternToUtc(dateInWeek(week, daysAfterThursday), time);
}

/** The time (ms) at which a week begins. */
export function weekStart(week: SeasonWeek): number {
  return momentInWeek(week, WEEK_BEGINS.daysAfterThursday, WEEK_BEGINS.time);
}

/** The current week at a given time: the last that has begun; after a season, its last week. */
export function weekAt(now: number): SeasonWeek {
  const year = Number(easternDate(now).slice(0, 4));
  const week = weeksFrom(year - 2).findLast((each) => weekStart(each) <= now);
  if (!week) throw new RangeError(`No season at ${now}.`);
  return week;
}

/** The weeks of a season and of the two after it, in order. */
export function weeksFrom(season: number): SeasonWeek[] {
  return [season, season + 1, season + 2].flatMap(weeksOf);
}

/** The 18 weeks of a season. */
export function weeksOf(season: number): SeasonWeek[] {
  return Array.from({ length: REGULAR_WEEKS }, (_, at) => ({ season, number: at + 1 }));
}

/** Two teams that meet, and the home side. */
export interface Matchup {
  readonly home: string;
  readonly away: string;
  /** Whether both teams are in one division and meet again at the other's home. */
  readonly rivals: boolean;
  /** 0 to 16. Every team plays exactly one game per round; the rounds below `RIVAL_ROUNDS` are between rivals. */
  readonly round: number;
}

const ROUNDS = 17;
const RIVAL_ROUNDS = 6;
const CONFERENCE_ROUND = RIVAL_ROUNDS;
const CROSS_ROUND = CONFERENCE_ROUND + 4;
const PLACE_ROUND = CROSS_ROUND + 4;
const LAST_ROUND = PLACE_ROUND + 2;

/** Four teams in the order of last season's standings. */
type Division = readonly string[];

/** The pairings of four: divisions of a conference by year, and rivals by round. */
const pairings = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
] as const;

/**
 * The 272 games of a season by the league's formula. Each team plays its three rivals twice, a division of its conference and one of the
 * other conference (four games each), the two teams of its conference that finished in the same place in the remaining divisions, and one
 * more of the other conference.
 */
export function seasonMatchups(season: number, seed: string): Matchup[] {
  const [afc, nfc] = conferences.map((name) => conference(name, season, seed)) as [Division[], Division[]];
  return [
    ...[...afc, ...nfc].flatMap(rivalGames),
    ...[afc, nfc].flatMap((each) => conferenceGames(each, season)),
    ...afc.flatMap((division, at) => fourGames(division, nfc[(at + season) % 4] ?? [], CROSS_ROUND)),
    ...afc.flatMap((division, at) => lastGames(division, nfc[(at + season + 2) % 4] ?? [], season)),
  ];
}

function conference(name: Team['conference'], season: number, seed: string): Division[] {
  return divisions.map((division) => {
    const members = teams.filter((team) => team.conference === name && team.division === division);
    return shuffled(
      seeded(seed, season, 'places', name, division),
      members.map((team) => team.abbr),
    );
  });
}

function rivalGames(division: Division): Matchup[] {
  return pairings.flatMap(([a, b, c, d], round) => [
    ...bothPlaces(division[a], division[b], round),
    ...bothPlaces(division[c], division[d], round),
  ]);
}

function bothPlaces(one: string | undefined, other: string | undefined, round: number): Matchup[] {
  if (one === undefined || other === undefined) return [];
  const again = round + pairings.length;
  return [
    { home: one, away: other, rivals: true, round },
    { home: other, away: one, rivals: true, round: again },
  ];
}

function conferenceGames(conference: readonly Division[], season: number): Matchup[] {
  const order = pairings[season % pairings.length] ?? pairings[0];
  const [a = [], b = [], c = [], d = []] = order.map((at) => conference[at]);
  // In a cycle, so that each division hosts once and visits once.
  const placeGames = [a, c, b, d].flatMap((hosts, at, circle) =>
    samePlaces(hosts, circle[(at + 1) % 4] ?? [], PLACE_ROUND + (at % 2)),
  );
  return [...fourGames(a, b, CONFERENCE_ROUND), ...fourGames(c, d, CONFERENCE_ROUND), ...placeGames];
}

/** Every team of one division meets every team of the other in the four rounds from `first`, two of them at home. */
function fourGames(one: Division, other: Division, first: number): Matchup[] {
  return one.flatMap((team, place) =>
    other.map((opponent, at) => {
      const turn = (at - place + 4) % 4;
      return turn < 2 ? game(team, opponent, first + turn) : game(opponent, team, first + turn);
    }),
  );
}

/** The 17th game: the conferences take turns as hosts. */
function lastGames(afc: Division, nfc: Division, season: number): Matchup[] {
  return season % 2 === 1 ? samePlaces(afc, nfc, LAST_ROUND) : samePlaces(nfc, afc, LAST_ROUND);
}

function samePlaces(hosts: Division, guests: Division, round: number): Matchup[] {
  return hosts.flatMap((home, place) => {
    const away = guests[place];
    return away === undefined ? [] : [game(home, away, round)];
  });
}

function game(home: string, away: string, round: number): Matchup {
  return { home, away, rivals: false, round };
}

/** The movement of a game's spread: none, then `open`, then in steps to `close`. Positive favors the home side. */
export interface SpreadMove {
  readonly open: number;
  readonly close: number;
  /** ms */
  readonly opensAt: number;
  /** ms; from then on it is `close`. */
  readonly closesAt: number;
}

const LARGEST_SPREAD = 16.5;
/** The error of bookmakers and the movement of a spread, in points. */
const ERROR = 1.5;
const MOVEMENT = 0.9;
/** Spreads close before they lock (24 hours before the kick-off). */
const CLOSES_DAYS_AHEAD = 1.25;
const OPENS_DAYS_AHEAD = { first: 13, last: 6 };

/** A spread for a game that the home side is expected to win by `margin` points. */
function drawSpread(margin: number, kickoff: number, random: Random): SpreadMove {
  const close = toStep(margin + ERROR * bell(random));
  return {
    open: toStep(close + MOVEMENT * bell(random)),
    close,
    opensAt: kickoff - between(random, OPENS_DAYS_AHEAD.last, OPENS_DAYS_AHEAD.first) * DAY_MS,
    closesAt: kickoff - CLOSES_DAYS_AHEAD * DAY_MS,
  };
}

/** The spread at a given time; null before it opens. */
export function spreadAt({ open, close, opensAt, closesAt }: SpreadMove, now: number): number | null {
  if (now < opensAt) return null;
  const progress = Math.min(1, (now - opensAt) / (closesAt - opensAt));
  const steps = Math.floor((Math.abs(close - open) / SPREAD_STEP) * progress);
  return open + Math.sign(close - open) * steps * SPREAD_STEP;
}

function toStep(points: number): number {
  const capped = Math.max(-LARGEST_SPREAD, Math.min(LARGEST_SPREAD, points));
  // Adding 0 turns -0 into 0.
  return Math.round(capped / SPREAD_STEP) * SPREAD_STEP + 0;
}

/** Minimum number of weeks between two games of rivals. */
export const REMATCH_GAP = 3;

const MIXING_SWAPS = 400;
const MENDING_SWAPS = 4_000;

/** The games of one week by team: each is listed under both of its teams. A missing team has a bye. */
type WeekTable = Map<string, Matchup>;

/**
 * Distributes the matchups over 18 weeks: no team twice in a week, one bye per team in weeks 5 to 14, rivals in the last week and never
 * twice within three weeks.
 *
 * Each round of the formula is a complete week. Swapping a closed ring of games between two weeks (a team's game in one week, its
 * opponent's in the other, and so on back to the first team) keeps both complete; that mixes the rounds.
 */
export function assignWeeks(matchups: readonly Matchup[], random: Random): Matchup[][] {
  for (;;) {
    const weeks = mixedWeeks(matchups, random);
    if (weeks && mendRematches(weeks, random)) return weeks.map((week) => [...new Set(week.values())]);
  }
}

function mixedWeeks(matchups: readonly Matchup[], random: Random): WeekTable[] | null {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => tableOf(matchups.filter((each) => each.round === round)));
  const last = rounds.splice(between(random, 0, RIVAL_ROUNDS - 1), 1);
  const mixed = shuffled(random, rounds);
  for (let swaps = 0; swaps < MIXING_SWAPS; swaps += 1) swapRing(randomRing(mixed, random));
  const games = inviteByes(
    mixed.map((week) => [...new Set(week.values())]),
    random,
  );
  return games && [...games.map(tableOf), ...last];
}

function tableOf(games: readonly Matchup[]): WeekTable {
  return new Map(games.flatMap((game) => [[game.home, game] as const, [game.away, game] as const]));
}

/** Games that can be swapped between two weeks. */
interface Ring {
  readonly one: WeekTable;
  readonly other: WeekTable;
  readonly teams: readonly string[];
}

/** The ring of a random team in two random weeks; empty if a bye breaks it. */
function randomRing(weeks: readonly WeekTable[], random: Random): Ring {
  const one = oneOf(random, weeks);
  const other = oneOf(random, weeks);
  const start = oneOf(random, [...one.keys()]);
  const teams = [start];
  for (;;) {
    const next = opponent(teams.length % 2 === 1 ? one : other, teams.at(-1) ?? start);
    if (next === null) return { one, other, teams: [] };
    if (next === start) return { one, other, teams };
    teams.push(next);
  }
}

function opponent(week: WeekTable, team: string): string | null {
  const game = week.get(team);
  if (!game) return null;
  return game.home === team ? game.away : game.home;
}

/** Swapping twice restores the original. */
function swapRing({ one, other, teams }: Ring): void {
  for (const team of teams) {
    const here = one.get(team);
    const there = other.get(team);
    if (!here || !there) continue;
    one.set(team, there);
    other.set(team, here);
  }
}

/** Swaps rings, but never in the last week, until no rivals meet again too soon. @returns whether it succeeded */
function mendRematches(weeks: readonly WeekTable[], random: Random): boolean {
  const movable = weeks.slice(0, REGULAR_WEEKS - 1);
  let faults = earlyRematches(weeks);
  for (let swaps = 0; swaps < MENDING_SWAPS && faults > 0; swaps += 1) {
    const ring = randomRing(movable, random);
    swapRing(ring);
    const after = earlyRematches(weeks);
    if (after > faults) swapRing(ring);
    else faults = after;
  }
  return faults === 0;
}

function earlyRematches(weeks: readonly WeekTable[]): number {
  const met = new Map<string, number>();
  let early = 0;
  for (const [at, week] of weeks.entries()) {
    for (const [team, game] of week) {
      if (!game.rivals || game.home !== team) continue;
      const pair = game.home < game.away ? `${game.home} ${game.away}` : `${game.away} ${game.home}`;
      const before = met.get(pair);
      if (before !== undefined && at - before < REMATCH_GAP) early += 1;
      met.set(pair, at);
    }
  }
  return early;
}

/** Byes are in weeks 5 to 14. */
const FIRST_BYE_WEEK = 5;
const LAST_BYE_WEEK = 14;

const BYE_WEEKS = LAST_BYE_WEEK - FIRST_BYE_WEEK + 1;
const TEAM_PAIRS = 16;
/** Games tried before a failing choice is given up. */
const PATIENCE = 2_000;

type Games = readonly Matchup[];

/**
 * Makes 17 weeks out of 16 in which every team plays. One or two games of each of nine weeks move to a new one, all of different teams:
 * these have their bye in the week they left, and the remaining teams in the new week. @returns the weeks in order, or null if no such
 * choice was found
 */
function inviteByes(full: readonly Games[], random: Random): Games[] | null {
  const byeWeeks = full.slice(0, BYE_WEEKS - 1);
  const others = full.slice(BYE_WEEKS - 1);
  const leaving = chooseLeaving(byeWeeks, random);
  if (!leaving) return null;
  const shortened = byeWeeks.map((week) => week.filter((game) => !leaving.includes(game)));
  const middle = shuffled(random, [...shortened, leaving]);
  return [...others.slice(0, FIRST_BYE_WEEK - 1), ...middle, ...others.slice(FIRST_BYE_WEEK - 1)];
}

/** Chooses 14 or 15 games without a common team, one or two from each week. */
function chooseLeaving(weeks: readonly Games[], random: Random): Games | null {
  const wanted = TEAM_PAIRS - between(random, 1, 2);
  const twice = shuffled(random, weeks).slice(0, wanted - weeks.length);
  const turns = shuffled(random, [...weeks, ...twice]);
  let patience = PATIENCE;
  const busy = new Set<string>();
  const chosen: Matchup[] = [];

  function choose(turn: number): boolean {
    const week = turns[turn];
    if (!week) return true;
    for (const game of shuffled(random, week)) {
      if (busy.has(game.home) || busy.has(game.away)) continue;
      if (patience === 0) return false;
      patience -= 1;
      chosen.push(game);
      busy.add(game.home).add(game.away);
      if (choose(turn + 1)) return true;
      chosen.pop();
      busy.delete(game.home);
      busy.delete(game.away);
    }
    return false;
  }

  return choose(0) ? chosen : null;
}

/** The seed of every demo's season. */
export const DEMO_SEED = 'sunday';

/** A game of the made-up season. Everything that happens in it is derived from these fields. */
export interface DemoGame {
  readonly gid: string;
  readonly weekId: string;
  readonly home: string;
  readonly away: string;
  readonly kickoff: number;
  /** Points by which the home side is expected to win. */
  readonly margin: number;
  readonly spread: SpreadMove;
  readonly seed: string;
}

/** A matchup with its week and kick-off (ms). */
interface Fixture extends Matchup {
  readonly week: SeasonWeek;
  readonly kickoff: number;
}

const HOME_ADVANTAGE = 1.8;
/** The difference in strength between teams, in points: over the years, and by season. */
const TRADITION = 2.5;
const FORM = 3.5;

/** Teams for which Sunday's first kick-off is 10:00 local time, so that home games are in the late afternoon. */
const westernTeams = ['ARI', 'DEN', 'LAC', 'LAR', 'LV', 'SEA', 'SF'];
/** Weeks with a morning game in London. The demo opens in week 9, when one has already been played. */
const londonWeeks = [4, 5, 6, 9, 10];
const LATE_GAMES = 4;

/** Cached seasons: they are read every few seconds, and the games must be the same objects each time. */
const seasons = new Map<string, readonly DemoGame[]>();

/** Every game of a season, by week; the same for the same seed and season. */
export function demoSeason(season: number, seed: string = DEMO_SEED): readonly DemoGame[] {
  const key = `${seed} ${season}`;
  const known = seasons.get(key);
  if (known) return known;
  const weeks = assignWeeks(seasonMatchups(season, seed), seeded(seed, season, 'weeks'));
  const games = assignKickoffs(season, weeks, seed).map((fixture) => gameOf(fixture, seed));
  seasons.set(key, games);
  return games;
}

function gameOf({ home, away, kickoff, week }: Fixture, seed: string): DemoGame {
  const id = weekId(week.season, week.number);
  const gid = `demo-${id}-${away}-${home}`;
  const margin = strength(home, week.season, seed) - strength(away, week.season, seed) + HOME_ADVANTAGE;
  return {
    gid,
    weekId: id,
    home,
    away,
    kickoff,
    margin,
    spread: drawSpread(margin, kickoff, seeded(seed, gid, 'line')),
    seed,
  };
}

/** A team's strength, in points above the average. */
function strength(team: string, season: number, seed: string): number {
  return TRADITION * bell(seeded(seed, team)) + FORM * bell(seeded(seed, season, team));
}

/** The kick-offs of a season: one stand-alone game each on Thursday, Sunday night and Monday, the rest on Sunday. */
function assignKickoffs(season: number, weeks: readonly (readonly Matchup[])[], seed: string): Fixture[] {
  const thursdays = new Map<string, number>();
  let monday: Matchup | undefined;
  return weeks.flatMap((games, at) => {
    const week = { season, number: at + 1 };
    const drawn = drawWeek(games, monday, thursdays, seeded(seed, season, 'slots', week.number));
    monday = drawn.monday;
    for (const team of teamsOf(drawn.thursday)) thursdays.set(team, (thursdays.get(team) ?? 0) + 1);
    return fixturesOf(week, drawn);
  });
}

interface DrawnWeek {
  readonly thursday: Matchup | undefined;
  readonly sundayNight: Matchup | undefined;
  readonly monday: Matchup | undefined;
  /** Sunday's other games; those that must be late come first. */
  readonly afternoon: readonly Matchup[];
}

function drawWeek(
  games: readonly Matchup[],
  lastMonday: Matchup | undefined,
  thursdays: ReadonlyMap<string, number>,
  random: Random,
): DrawnWeek {
  const order = shuffled(random, games);
  const tired = teamsOf(lastMonday);
  const shortWeeks = (game: Matchup) =>
    teamsOf(game).reduce((sum, team) => sum + (thursdays.get(team) ?? 0) + (tired.includes(team) ? 100 : 0), 0);
  const [thursday, ...others] = order.toSorted((a, b) => shortWeeks(a) - shortWeeks(b));
  const [sundayNight, monday, ...rest] = shuffled(random, others);
  return {
    thursday,
    sundayNight,
    monday,
    afternoon: rest.toSorted((a, b) => Number(isWestern(b)) - Number(isWestern(a))),
  };
}

function fixturesOf(week: SeasonWeek, { thursday, sundayNight, monday, afternoon }: DrawnWeek): Fixture[] {
  const late = Math.max(LATE_GAMES, afternoon.filter(isWestern).length);
  const london = londonWeeks.includes(week.number) ? 1 : 0;
  const at = (games: readonly (Matchup | undefined)[], day: number, time: string): Fixture[] =>
    games.flatMap((game) => (game ? [{ ...game, week, kickoff: momentInWeek(week, day, time) }] : []));
  return [
    ...at([thursday], THURSDAY, '20:15'),
    ...at(afternoon.slice(0, late - 2), SUNDAY, '16:05'),
    ...at(afternoon.slice(late - 2, late), SUNDAY, '16:25'),
    ...at(afternoon.slice(late, late + london), SUNDAY, '09:30'),
    ...at(afternoon.slice(late + london), SUNDAY, '13:00'),
    ...at([sundayNight], SUNDAY, '20:20'),
    ...at([monday], MONDAY, '20:15'),
  ];
}

function isWestern(game: Matchup): boolean {
  return westernTeams.includes(game.home);
}

function teamsOf(game: Matchup | undefined): string[] {
  return game ? [game.home, game.away] : [];
}
