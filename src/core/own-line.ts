import { isLocked, wholeLock } from './locks.ts';
import type { Game } from './types.ts';

/**
 * An importer's own line (decision 051): picks of the importer's own entries, of weeks that were over before this server had the pool. A
 * league that moves here in the middle of a season may have one commissioner, whom nobody else can import.
 */

/** When a pool came here. */
export interface Arrival {
  /** When this server first stored the pool, ms, never from a file; null if that is not known. */
  readonly storedAt: number | null;
  /** The first lock of one of its games after that, ms; infinite if there is none. */
  readonly firstLock: number;
}

/** A game with its own lock: a file can bring a deadline of the pool, but not this. */
type OwnLock = Pick<Game, 'lockAt' | 'void'>;

/** The facts about a slot by which its entry's owner may fill it with an import. */
export interface OwnSlot {
  readonly arrival: Arrival;
  /** The games of its week, with their own locks. A postponed game has the pool's, as in `wholeWeek` of `PoolWeek`. */
  readonly games: readonly OwnLock[];
  /** Whether the slot ever had a state; in a confidence pool, whether a pick or the order of its week had one. */
  readonly hasHistory: boolean;
}

/** When the pool came here, given the locks (ms) of all games of its weeks: their own and the pool's. */
export function arrivalOf(storedAt: number | null, locks: readonly number[]): Arrival {
  const later = storedAt === null ? [] : locks.filter((lockAt) => lockAt > storedAt);
  return { storedAt, firstLock: Math.min(Number.POSITIVE_INFINITY, ...later) };
}

/** Whether the first lock of the pool here is still to come. */
export function isBeforeFirstLock({ storedAt, firstLock }: Arrival, now: number): boolean {
  return storedAt !== null && !isLocked({ lockAt: firstLock }, now);
}

/** Whether a week was over before this server had the pool. @param games as in `OwnSlot` */
export function wasOverBefore(games: readonly OwnLock[], { storedAt }: Arrival): boolean {
  return storedAt !== null && games.length > 0 && wholeLock(games) < storedAt;
}

/** Whether an import may fill a slot of the importer's own entry after its lock. */
export function mayFillOwn({ arrival, games, hasHistory }: OwnSlot, now: number): boolean {
  return !hasHistory && isBeforeFirstLock(arrival, now) && wasOverBefore(games, arrival);
}
