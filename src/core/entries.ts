import { traitsOf } from '#core/formats/traits.ts';
/** Entries: the rows of a pool's standings. People are members of a pool; their entries play. */

import { countsMissed } from './auto-picks.ts';
import { codesOf } from './codes.ts';
import type { StoredDefault } from './default-picks.ts';
import { defaultAt } from './default-picks.ts';
import { gameCounts } from './game.ts';
import { lockedBeforeJoining } from './newcomers.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';
import { PROFILE_NAME_MAX } from './validation.ts';

/** The fields that make up an entry's name. */
export interface NamedEntry {
  /** Null until somebody names the entry. */
  readonly name: string | null;
  readonly ownerName: string;
  /** Numbers the entries of a person in a pool, from 1. A linked entry keeps the number it had with the player. */
  readonly number: number;
}

/** The name of an entry: its own, or else its owner's, with a number from the second entry on. */
export function entryName({ name, ownerName, number }: NamedEntry): string {
  if (name !== null) return name;
  if (number === 1) return ownerName;
  const ending = ` ${number}`;
  return `${ownerName.slice(0, PROFILE_NAME_MAX - ending.length).trimEnd()}${ending}`;
}

/** Whether a person with this many entries in a pool may add one. */
export function mayAddEntry(count: number, { entries }: Pick<PoolRules, 'entries'>): boolean {
  return count < entries;
}

/** The fields that order the entries of one person. */
export interface OwnedEntry {
  readonly id: string;
  readonly ownerId: string;
  /** It was made for its owner, not for a player who was linked to them. */
  readonly isOwn: boolean;
  readonly number: number;
  /** When it started to play, in ms. */
  readonly joinedAt: number;
}

/** Orders the entries of one person: by number, then their own before those of players who were linked to them. */
export function compareEntries(a: OwnedEntry, b: OwnedEntry): number {
  return a.number - b.number || Number(b.isOwn) - Number(a.isOwn) || a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1);
}

/** Entries grouped by owner, each owner's first entry first. */
export function byOwner<E extends OwnedEntry>(entries: readonly E[]): ReadonlyMap<string, readonly E[]> {
  return Map.groupBy(entries.toSorted(compareEntries), ({ ownerId }) => ownerId);
}

/**
 * The entries that may count for weeks before they joined. Each person has at most one: their first entry, unless an earlier one was given
 * up.
 */
export function firstEntries(entries: readonly OwnedEntry[]): ReadonlySet<string> {
  const firsts = [...byOwner(entries).values()].flatMap((own) => own.slice(0, 1));
  return new Set(firsts.filter(({ number }) => number === 1).map(({ id }) => id));
}

/** The facts that decide whether a game counts for an entry. */
export interface PlayingEntry {
  readonly joinedAt: number;
  /** The games for which it has a pick, a guess, a team or an order. */
  readonly picked: ReadonlySet<string>;
  /** Its own defaults, in a pool that has them. */
  readonly defaults: readonly StoredDefault[];
}

/**
 * Whether a game counts for an entry once it has locked: it has a pick for it, an auto pick or a default, stored or still to be stored; or it
 * could have chosen a team of it, where a week without one costs a life.
 * @param game with the pool's lock
 */
export function countsFor(
  game: Pick<Game, 'gid' | 'lockAt' | 'void'>,
  { joinedAt, picked, defaults }: PlayingEntry,
  rules: Pick<PoolRules, 'format' | 'missed'>,
): boolean {
  if (picked.has(game.gid)) return true;
  if (!gameCounts(game) || lockedBeforeJoining(game, joinedAt)) return false;
  if (traitsOf(rules).plays === 'season' || countsMissed(rules)) return true;
  return rules.missed === 'own' && (defaultAt(defaults, game.lockAt)?.value ?? null) !== null;
}

/** Why an entry cannot be given up. */
export type GiveUpRefusal = NonNullable<ReturnType<typeof giveUpRefusal>>;
export const giveUpRefusals = codesOf<GiveUpRefusal>({
  only_entry: true,
  entry_locked: true,
  entry_paid: true,
  entry_counted: true,
});

/** The facts that decide whether an entry can be given up. */
export interface EntryPast {
  /** Its owner has no other entry in the pool. */
  readonly isOnly: boolean;
  /** A game that counts for it has locked (`countsFor`). */
  readonly hasPlayed: boolean;
  /** A payment for it is recorded. */
  readonly hasPayment: boolean;
  /** A week that had a lock after it joined has been decided. */
  readonly hasCounted: boolean;
}

/** Why an entry cannot be given up: it has played, or money changed hands for it. Null if it can. */
export function giveUpRefusal({ isOnly, hasPlayed, hasPayment, hasCounted }: EntryPast) {
  if (isOnly) return 'only_entry';
  if (hasPlayed) return 'entry_locked';
  if (hasPayment) return 'entry_paid';
  return hasCounted ? 'entry_counted' : null;
}
