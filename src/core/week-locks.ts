import { easternDate } from './eastern-time.ts';
import { deadline, gameCounts, isLocked } from './game.ts';
import type { Game } from './types.ts';

/** The moment (ms) at which the first game of a week that counts locks; null where none counts. */
export function firstLock(games: readonly Pick<Game, 'lockAt' | 'void'>[]): number | null {
  const locks = games.filter(gameCounts).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** The moment (ms) from which all games of a week that count are locked; null where none counts. */
export function lastLock(games: readonly Pick<Game, 'lockAt' | 'void'>[]): number | null {
  const locks = games.filter(gameCounts).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : Math.max(...locks);
}

/**
 * The games of a week as questions about the whole week see them: a postponed game counts as locked from the first lock of the pool's
 * next week on (decisions, Postponed).
 * @param games with the pool's locks
 * @param nextWeekLock ms; null where the pool has no later week
 */
export function withWeekLocks<G extends Pick<Game, 'lockAt' | 'void'>>(
  games: readonly G[],
  nextWeekLock: number | null,
): G[] {
  if (nextWeekLock === null) return [...games];
  return games.map((game) =>
    game.void === 'postponed' && nextWeekLock < game.lockAt ? { ...game, lockAt: nextWeekLock } : game,
  );
}

/** Whether no game of a week can be picked any more, now or once it has a time: all that is sealed until then may be shown. */
export function isWeekLocked(games: readonly Pick<Game, 'lockAt' | 'void'>[], now: number): boolean {
  return games.every((game) => game.void === 'cancelled' || isLocked(game, now));
}

/** A lock of a week that people are told of. */
export interface WeekLock {
  readonly name: 'first' | 'sunday';
  /** As the countdown has it: the kick-off, which is a little before the lock. */
  readonly lockAt: number;
}

/** The part of a game that says when people are told that it locks. */
export type LockingGame = Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt' | 'void'>;

/**
 * The first lock of a week, and the first one of a game on a Sunday in the East. Where they are the same, it is Sunday's alone: that
 * keeps its name when an earlier game is called off.
 * @param games of the week, with the pool's locks
 */
export function weekLocks(games: readonly LockingGame[]): WeekLock[] {
  const sundays = games.filter(isOnSunday);
  const [first, sunday] = [firstLock(games), firstLock(sundays)];
  if (first === null) return [];
  const all = { name: 'first', lockAt: firstDeadline(games) } as const;
  if (sunday === null) return [all];
  return first === sunday ? [{ ...all, name: 'sunday' }] : [all, { name: 'sunday', lockAt: firstDeadline(sundays) }];
}

function firstDeadline(games: readonly LockingGame[]): number {
  return Math.min(...games.filter(gameCounts).map(deadline));
}

/** Whether a game begins on a Sunday in the East. */
export function isOnSunday({ kickoff }: Pick<Game, 'kickoff'>): boolean {
  return new Date(easternDate(kickoff)).getUTCDay() === 0;
}
