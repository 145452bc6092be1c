import { isOver } from './game.ts';
import type { TalliedGame } from './picks.ts';
import { pickOf, pickResult, tally } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { leadingSide } from './spread.ts';
import type { Game, Picks } from './types.ts';

/** Averages have this many decimals (section 9). */
const AVERAGE_DECIMALS = 1;

/** A player's score of a week: correct picks on Final games (sections 3 and 4; decisions, Scoring). */
export function weeklyScore(games: readonly TalliedGame[], picks: Picks, rules: PoolRules): number {
  return tally(games, picks, rules).correct;
}

/** The score of a week as it would be if the running games ended now. */
export function provisionalScore(games: readonly TalliedGame[], picks: Picks, rules: PoolRules): number {
  return games.filter((game) => {
    const pick = pickOf(picks, game.gid);
    return pickResult(pick, game, rules) === 'correct' || (pick && leadingSide(game, rules) === pick.side);
  }).length;
}

/** The sum of the scores of the pool's enabled weeks (decisions, Scoring). */
export function totalScore(weekScores: Iterable<number>): number {
  let total = 0;
  for (const score of weekScores) total += score;
  return total;
}

/** Avg: total divided by the enabled weeks that have a Final game, to 1 decimal (decisions, Scoring); 0 before the first. */
export function averageScore(total: number, weeksWithFinal: number): number {
  return weeksWithFinal > 0 ? toDecimals(total / weeksWithFinal) : 0;
}

/** The Average Score card: the mean of the players' totals, to 1 decimal (decisions, Scoring); 0 without players. */
export function meanScore(totals: readonly number[]): number {
  return totals.length > 0 ? toDecimals(totalScore(totals) / totals.length) : 0;
}

/** An average as it is written: always with its decimal, `9.0`. */
export function formatAverage(average: number): string {
  return average.toFixed(AVERAGE_DECIMALS);
}

/** How many of the enabled weeks have a Final game that counts. */
export function weeksWithFinal(
  weekIds: readonly string[],
  games: readonly Pick<Game, 'weekId' | 'status' | 'void'>[],
): number {
  const begun = new Set(games.filter(isOver).map((game) => game.weekId));
  return weekIds.filter((id) => begun.has(id)).length;
}

/** Whether a week is decided: it has games that count, and all of them are Final. */
export function isWeekFinished(games: readonly Pick<Game, 'status' | 'void'>[]): boolean {
  const counting = games.filter((game) => game.void === null);
  return counting.length > 0 && counting.every((game) => game.status === 'Final');
}

function toDecimals(value: number): number {
  const factor = 10 ** AVERAGE_DECIMALS;
  return Math.round(value * factor) / factor;
}
