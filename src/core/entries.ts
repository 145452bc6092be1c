/** Entries: the lines of a pool's standings. People are members of a pool; their entries play. */
import type { PoolRules } from './rules/pool-rules.ts';
import { PROFILE_NAME_MAX } from './validation.ts';

/** What an entry is called, as far as its name is made of it. */
export interface NamedEntry {
  /** Null while nobody gave it a name. */
  readonly name: string | null;
  readonly ownerName: string;
  /** Counts the entries of a person in a pool, from 1; a linked one has that of the player. */
  readonly number: number;
}

/** The name of an entry: its own, or else that of its owner, with a number from the second one on. */
export function entryName({ name, ownerName, number }: NamedEntry): string {
  if (name !== null) return name;
  if (number === 1) return ownerName;
  const ending = ` ${number}`;
  return `${ownerName.slice(0, PROFILE_NAME_MAX - ending.length).trimEnd()}${ending}`;
}

/** Whether somebody with so many entries in a pool may have one more. */
export function mayAddEntry(count: number, { entries }: Pick<PoolRules, 'entries'>): boolean {
  return count < entries;
}

/** What puts the entries of one person in order. */
export interface OwnedEntry {
  readonly id: string;
  readonly ownerId: string;
  /** It was made for its owner, not for a player who was linked to them. */
  readonly isOwn: boolean;
  readonly number: number;
  /** Since when it plays, ms. */
  readonly joinedAt: number;
}

/** Puts the entries of one person in order: by number, their own before those of players who were linked to them. */
export function compareEntries(a: OwnedEntry, b: OwnedEntry): number {
  return a.number - b.number || Number(b.isOwn) - Number(a.isOwn) || a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1);
}

/** Entries by their owner, the first one first. */
export function byOwner<E extends OwnedEntry>(entries: readonly E[]): ReadonlyMap<string, readonly E[]> {
  return Map.groupBy(entries.toSorted(compareEntries), ({ ownerId }) => ownerId);
}

/** The entries, one a person at most, that may count for weeks before they joined: the first, unless one before it was given up. */
export function firstEntries(entries: readonly OwnedEntry[]): ReadonlySet<string> {
  const firsts = [...byOwner(entries).values()].flatMap((own) => own.slice(0, 1));
  return new Set(firsts.filter(({ number }) => number === 1).map(({ id }) => id));
}

/** Why an entry is not given up. */
export type GiveUpRefusal = 'only_entry' | 'entry_locked' | 'entry_paid' | 'entry_counted';

/** What decides whether an entry can be given up. */
export interface EntryPast {
  /** Its owner has no other in the pool. */
  readonly isOnly: boolean;
  /** A game that it picked has locked. */
  readonly hasLockedPick: boolean;
  /** A payment for it stands. */
  readonly hasPayment: boolean;
  /** A week was decided that had a lock since it joined. */
  readonly hasCounted: boolean;
}

/** Why an entry cannot be given up: it played, or money changed hands for it. Null if it can. */
export function giveUpRefusal({ isOnly, hasLockedPick, hasPayment, hasCounted }: EntryPast): GiveUpRefusal | null {
  if (isOnly) return 'only_entry';
  if (hasLockedPick) return 'entry_locked';
  if (hasPayment) return 'entry_paid';
  return hasCounted ? 'entry_counted' : null;
}
