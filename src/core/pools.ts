import type { Pool } from './types.ts';

/** So many pools somebody who is no admin makes. */
export const POOLS_EACH = 10;

/** Who may know that there is a pool: everybody of one that is listed, of others who is in it, who runs it, and admins. */
export function seesPool(
  { isListed }: Pick<Pool, 'isListed'>,
  viewer: { readonly isMember: boolean; readonly isCommissioner: boolean; readonly isAdmin: boolean },
): boolean {
  return isListed || viewer.isMember || viewer.isCommissioner || viewer.isAdmin;
}

/** The part of a pool that the list is made from. */
export type ListedPool = Pick<Pool, 'id' | 'createdAt' | 'deletedAt'>;

/** Newest first; pools that do not know their age come after, by id reversed (section 4). */
export function sortPools<P extends Pick<Pool, 'id' | 'createdAt'>>(pools: readonly P[]): P[] {
  return pools.toSorted((a, b) => age(b) - age(a) || (a.id > b.id ? -1 : Number(a.id < b.id)));
}

/** The pools that are not deleted, in order (section 4). */
export function visiblePools<P extends ListedPool>(pools: readonly P[]): P[] {
  return sortPools(pools.filter((pool) => pool.deletedAt === null));
}

/**
 * The id of the pool to show, of those that `visiblePools` has put in order: the selected one while it exists, else the first of `preferred` that does (the one
 * remembered on the device, the user's default), else the first in order that the user is a member of, else the newest
 * (section 4; decisions, Screens). Null when there are none.
 */
export function choosePool(
  ids: readonly string[],
  memberships: Iterable<string>,
  selected: string | null,
  ...preferred: readonly (string | null)[]
): string | null {
  const chosen = [selected, ...preferred].find((id) => id !== null && ids.includes(id));
  if (chosen) return chosen;
  const own = new Set(memberships);
  return ids.find((id) => own.has(id)) ?? ids[0] ?? null;
}

/** Reads `_createdAt` of an import: a number, or a date as text (section 3). Null for anything else; never throws. */
export function parseCreatedAt(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

function age(pool: Pick<Pool, 'createdAt'>): number {
  return pool.createdAt ?? Number.MIN_SAFE_INTEGER;
}

/** A screen in a link from outside, with its pool, and the own entry if it is about one: they are chosen when it opens. */
export function pathInPool(path: string, poolId: string, entryId?: string): string {
  const entry = entryId === undefined ? '' : `&entry=${encodeURIComponent(entryId)}`;
  return `${path}?pool=${encodeURIComponent(poolId)}${entry}`;
}
