import { gameCounts, isOver } from './game.ts';
import { firstLock } from './locks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** A guess of the total points of a game is a whole number from 0 to this: more than any game has had. */
export const MAX_GUESS = 200;

/** What decides between games which of them is the tiebreak. */
type Candidate = Pick<Game, 'gid' | 'kickoff' | 'void'>;

/** The tiebreak game of a pool's week, and the moment (ms) from which no schedule changes it any more; null where there is none. */
export interface WeekTiebreakGame {
  readonly gid: string | null;
  readonly fixedAt: number | null;
}

/** What decides between the best of a week. */
export interface WeekTiebreak {
  readonly rule: PoolRules['tiebreak'];
  /** The points of both sides; null where the game was not played, or has not ended. */
  readonly total: number | null;
  /** By user id. */
  readonly guesses: ReadonlyMap<string, number>;
}

/** A winner of a decided week; with their guess and by how much it was over, where that won it. */
export interface WeekWinner {
  readonly id: string;
  readonly guess?: number;
  readonly difference?: number;
}

/** The game of a week that is guessed where nobody named another: the last by kick-off, then by id, of those that count. */
export function tiebreakGame<G extends Candidate>(games: readonly G[]): G | null {
  return games.filter(gameCounts).reduce<G | null>((last, game) => (last && isBefore(game, last) ? last : game), null);
}

/**
 * The tiebreak game of a pool's week, to be stored whenever its games or the rule change. Once the week's first lock, or the moment
 * at which it was first guessed or named, is reached it stays, whatever happens to the games (decision 027).
 * @param games with the pool's locks
 */
export function plannedTiebreak(
  games: readonly (Candidate & Pick<Game, 'lockAt'>)[],
  now: number,
  previous: WeekTiebreakGame,
): WeekTiebreakGame {
  if (previous.gid !== null && previous.fixedAt !== null && now >= previous.fixedAt) return previous;
  const game = tiebreakGame(games);
  return game === null ? { gid: null, fixedAt: null } : { gid: game.gid, fixedAt: firstLock(games) };
}

/** The points of both sides of a game that is over; null for any other, and for one that was called off. */
export function totalPoints(game: Pick<Game, 'status' | 'void' | 'homeScore' | 'awayScore'>): number | null {
  return isOver(game) ? game.homeScore + game.awayScore : null;
}

/** How far a guess is off; the sign tells over from under. */
export function guessDifference(guess: number, total: number): number {
  return guess - total;
}

/** Those of several who are level at the top of a week to whom it goes: who guessed best, or all where that decides nothing. */
export function breakTie(tied: readonly string[], { rule, total, guesses }: WeekTiebreak): string[] {
  if (rule === 'none' || total === null) return [...tied];
  const distances = tied.map((id) => ({ id, distance: guessDistance(guesses.get(id), total, rule) }));
  const best = Math.min(...distances.map(({ distance }) => distance));
  return distances.filter(({ distance }) => distance === best).map(({ id }) => id);
}

/** Who wins a decided week, of those who are level at its top. Where the tiebreak decided, with what won it. */
export function decideWeek(tied: readonly string[], tiebreak: WeekTiebreak | null): WeekWinner[] {
  if (tiebreak === null) return tied.map((id) => ({ id }));
  const { total, guesses } = tiebreak;
  const winners = breakTie(tied, tiebreak);
  return winners.map((id) => {
    const guess = guesses.get(id);
    if (winners.length === tied.length || guess === undefined || total === null) return { id };
    return { id, guess, difference: guessDifference(guess, total) };
  });
}

/** The less the better: every guess that is over comes after all that are not where the rule says so, and no guess after all. */
export function guessDistance(guess: number | undefined, total: number, rule: PoolRules['tiebreak']): number {
  if (guess === undefined) return Number.POSITIVE_INFINITY;
  const difference = guessDifference(guess, total);
  const isWorse = rule === 'closest-under' && difference > 0;
  return Math.abs(difference) + (isWorse ? total + MAX_GUESS : 0);
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.kickoff < b.kickoff || (a.kickoff === b.kickoff && a.gid < b.gid);
}
