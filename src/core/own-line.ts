import { asksFor } from './formats/traits.ts';
import { isLocked, wholeLock } from './locks.ts';
import type { Slot } from './pick.ts';
import { slotKey } from './pick.ts';
import type { PoolRules } from './rules/pool-rules.ts';
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
  /** Whether its week was over before the pool came here (`wasOverBefore`). */
  readonly wasOver: boolean;
  /** Whether it ever had a state (`hasHistory`). */
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

/**
 * Whether a week was over before this server had the pool.
 * @param games of the week, with their own locks. A postponed game has the pool's, as in `wholeWeek` of `PoolWeek`
 */
export function wasOverBefore(games: readonly OwnLock[], { storedAt }: Arrival): boolean {
  return storedAt !== null && games.length > 0 && wholeLock(games) < storedAt;
}

/** A slot of an entry. */
export type EntrySlot = Slot & { readonly entryId: string };

/**
 * Whether slots ever had a state. In a confidence pool the picks and the order of a week have it together.
 * @param known the slots that ever had one
 */
export function slotHistory(
  known: readonly EntrySlot[],
  rules: Pick<PoolRules, 'format'>,
  weekOfGame: (gid: string) => string | undefined,
): (slot: EntrySlot) => boolean {
  const keyOf = ({ entryId, kind, about }: EntrySlot): string => {
    const isWhole = asksFor('order', rules) && (kind === 'pick' || kind === 'order');
    const weekId = kind === 'pick' ? weekOfGame(about) : about;
    return isWhole ? `${entryId} ${weekId}` : `${entryId} ${slotKey({ kind, about })}`;
  };
  const keys = new Set(known.map(keyOf));
  return (slot) => keys.has(keyOf(slot));
}

/** Whether an import may fill a slot of the importer's own entry after its lock. */
export function mayFillOwn({ arrival, wasOver, hasHistory }: OwnSlot, now: number): boolean {
  return wasOver && !hasHistory && isBeforeFirstLock(arrival, now);
}
