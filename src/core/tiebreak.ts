import { gameCounts, isOver } from './game.ts';
import { firstLock } from './locks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** The highest guess of a game's total points, more than any game has had. Guesses are whole numbers from 0. */
export const MAX_GUESS = 200;

/** The fields of a game that decide which game is the tiebreak. */
type Candidate = Pick<Game, 'gid' | 'kickoff' | 'void'>;

/** The tiebreak game of a pool's week, and the moment (ms) from which schedule changes no longer change it; null if there is none. */
export interface WeekTiebreakGame {
  readonly gid: string | null;
  readonly fixedAt: number | null;
}

/** A guess of the total points of a game. */
export interface Guess {
  readonly guess: number;
  /** When it was made by the server's clock, ms. */
  readonly madeAt: number;
}

/** Reads the guess of a file: `44`, or `44.0` as spreadsheets write it. @returns null for a blank text, undefined for one that is no guess */
export function readGuess(text: string): number | null | undefined {
  if (text === '') return null;
  const number = /^(\d{1,3})(?:[.,]0+)?$/.exec(text)?.[1];
  return number !== undefined && Number(number) <= MAX_GUESS ? Number(number) : undefined;
}

/** Why a text is no guess. */
export function noGuessText(text: string): string {
  return `'${text}' is no guess: a whole number from 0 to ${MAX_GUESS}.`;
}

/** What decides between entries at the top of a week. */
export interface WeekTiebreak {
  readonly rule: PoolRules['tiebreak'];
  /** The total points of both sides; null if the game was not played, or has not ended. */
  readonly total: number | null;
  /** By entry id. */
  readonly guesses: ReadonlyMap<string, Guess>;
}

/** A winner of a decided week; if the tiebreak decided it, with their guess and how far it was over the total. */
export interface WeekWinner {
  readonly id: string;
  readonly guess?: number;
  readonly difference?: number;
}

/** The default tiebreak game of a week: the last counting game by kick-off, then by id. */
export function tiebreakGame<G extends Candidate>(games: readonly G[]): G | null {
  return games.filter(gameCounts).reduce<G | null>((last, game) => (last && isBefore(game, last) ? last : game), null);
}

/**
 * The tiebreak game of a pool's week; recompute and store it whenever its games or the rule change. It stays fixed from the week's first
 * lock, or from the moment it was first guessed or named, whatever happens to the games (decision 027).
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

/**
 * The tiebreak game of a week as a pool's file has it. Until the week has locked, a file doesn't say when the game was fixed: that would show
 * that somebody guessed. It stays the tiebreak game, and is fixed unless it is the one that a plan chooses.
 * @param games with the pool's locks
 */
export function broughtTiebreak(
  games: readonly (Candidate & Pick<Game, 'lockAt'>)[],
  now: number,
  { gid, fixedAt }: WeekTiebreakGame,
): WeekTiebreakGame {
  if (gid === null || fixedAt !== null) return { gid, fixedAt };
  const planned = plannedTiebreak(games, now, { gid: null, fixedAt: null });
  return planned.gid === gid ? planned : { gid, fixedAt: Math.min(now, planned.fixedAt ?? now) };
}

/** The total points of a game that is over; null for any other game, or for one that was called off. */
export function totalPoints(game: Pick<Game, 'status' | 'void' | 'homeScore' | 'awayScore'>): number | null {
  return isOver(game) ? game.homeScore + game.awayScore : null;
}

/** How far a guess is off; positive is over, negative under. */
export function guessDifference(guess: number, total: number): number {
  return guess - total;
}

/** Breaks a tie at the top of a week: returns the entries with the best guess, or all if guesses decide nothing. */
export function breakTie(tied: readonly string[], { rule, total, guesses }: WeekTiebreak): string[] {
  if (rule === 'none' || total === null) return [...tied];
  const inOrder = tied.toSorted((a, b) => compareGuesses(guesses.get(a), guesses.get(b), total, rule));
  const best = inOrder[0] === undefined ? undefined : guesses.get(inOrder[0]);
  return tied.filter((id) => compareGuesses(guesses.get(id), best, total, rule) === 0);
}

/** The winners of a decided week, from the entries that are level at its top. If the tiebreak decided, each has the guess that won. */
export function decideWeek(tied: readonly string[], tiebreak: WeekTiebreak | null): WeekWinner[] {
  if (tiebreak === null) return tied.map((id) => ({ id }));
  const { total, guesses } = tiebreak;
  const winners = breakTie(tied, tiebreak);
  return winners.map((id) => {
    const guess = guesses.get(id)?.guess;
    if (winners.length === tied.length || guess === undefined || total === null) return { id };
    return { id, guess, difference: guessDifference(guess, total) };
  });
}

/**
 * Compares two guesses, the better one first: the closer one wins, and no guess loses to any. Under `closest-under` every guess over the
 * total comes after those that are not; under `closest-early` of two equally close ones the one under wins, then the earlier one.
 */
export function compareGuesses(
  a: Guess | undefined,
  b: Guess | undefined,
  total: number,
  rule: PoolRules['tiebreak'],
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const byOver = Number(a.guess > total) - Number(b.guess > total);
  const byDistance = Math.abs(a.guess - total) - Math.abs(b.guess - total);
  if (rule === 'closest-under') return byOver || byDistance;
  return byDistance || (rule === 'closest-early' ? byOver || a.madeAt - b.madeAt : 0);
}

/**
 * How far an entry's guess of a decided week was off: `MAX_GUESS` without a guess; 0 if the week has no tiebreak game, or it was not played.
 */
export function guessOff(tiebreak: WeekTiebreak | undefined, entryId: string): number {
  if (tiebreak === undefined || tiebreak.total === null) return 0;
  const guess = tiebreak.guesses.get(entryId)?.guess;
  return guess === undefined ? MAX_GUESS : Math.abs(guessDifference(guess, tiebreak.total));
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.kickoff < b.kickoff || (a.kickoff === b.kickoff && a.gid < b.gid);
}
