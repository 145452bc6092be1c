import { REGULAR_WEEKS } from '#core/weeks.ts';
import type { Matchup } from './matchups.ts';
import { RIVAL_ROUNDS, ROUNDS } from './matchups.ts';
import type { Random } from './random.ts';
import { between, oneOf, shuffled } from './random.ts';

/** Rivals meet again after this many weeks at the earliest. */
export const REMATCH_GAP = 3;

const MIXING_SWAPS = 400;
const MENDING_SWAPS = 4_000;

/** The games of one week by team: each stands under both of its teams. A team that is missing has its bye. */
type WeekTable = Map<string, Matchup>;

/**
 * Spreads the matchups over 18 weeks: no team twice in a week, one bye for each in weeks 5 to 14, rivals in the last week
 * and never twice within three weeks.
 *
 * Each round of the formula is a whole week. Two weeks stay whole when a closed ring of games (a team's game in the one
 * week, its opponent's in the other, and so on back to the first team) changes places; that mixes the rounds.
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

/** Games that can change places between two weeks. */
interface Ring {
  readonly one: WeekTable;
  readonly other: WeekTable;
  readonly teams: readonly string[];
}

/** The ring of a random team in two random weeks; without teams where a bye breaks it. */
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

/** Swapping twice restores what was. */
function swapRing({ one, other, teams }: Ring): void {
  for (const team of teams) {
    const here = one.get(team);
    const there = other.get(team);
    if (!here || !there) continue;
    one.set(team, there);
    other.set(team, here);
  }
}

/** Swaps rings, but never in the last week, until no rivals meet again too soon. @returns whether that was reached */
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

/** Byes fall into weeks 5 to 14. */
const FIRST_BYE_WEEK = 5;
const LAST_BYE_WEEK = 14;

const BYE_WEEKS = LAST_BYE_WEEK - FIRST_BYE_WEEK + 1;
const TEAM_PAIRS = 16;
/** Games tried before a choice that leads nowhere is given up. */
const PATIENCE = 2_000;

type Games = readonly Matchup[];

/**
 * Makes 17 weeks out of 16 in which everybody plays. One or two games leave each of nine weeks for a new one, all of
 * different teams: these have their bye in the week they left, and the teams that are left over in the new week.
 * @returns the weeks in order, null where no such choice was found
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

/** Games without a team in common, one or two of each week, 14 or 15 of them. */
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
