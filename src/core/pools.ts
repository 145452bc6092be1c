import type { Pool } from './types.ts';

/** The most pools that a user who is not an admin may create. */
export const POOLS_EACH = 10;

/** Who may see that a pool exists: everybody if it is listed; otherwise its members, its commissioners, and admins. */
export function seesPool(
  { isListed }: Pick<Pool, 'isListed'>,
  viewer: { readonly isMember: boolean; readonly isCommissioner: boolean; readonly isAdmin: boolean },
): boolean {
  return isListed || viewer.isMember || viewer.isCommissioner || viewer.isAdmin;
}

/** The fields of a pool that the list needs. */
export type ListedPool = Pick<Pool, 'id' | 'createdAt' | 'deletedAt'>;

/** Newest first; pools of unknown age come last, by id in descending order (section 4). */
export function sortPools<P extends Pick<Pool, 'id' | 'createdAt'>>(pools: readonly P[]): P[] {
  return pools.toSorted((a, b) => age(b) - age(a) || (a.id > b.id ? -1 : Number(a.id < b.id)));
}

/** The pools that are not deleted, in order (section 4). */
export function visiblePools<P extends ListedPool>(pools: readonly P[]): P[] {
  return sortPools(pools.filter((pool) => pool.deletedAt === null));
}

/**
 * The id of the pool to show, from the pools that `visiblePools` returned, in this order: the selected one if it exists; the first of
 * `preferred` that exists (the one remembered on the device, then the user's default); the first that the user is a member of; the first
 * that they only run; the newest (section 4; decisions, Screens). Null if there are none.
 */
export function choosePool(
  ids: readonly string[],
  own: { readonly memberOf: Iterable<string>; readonly runs?: Iterable<string> },
  selected: string | null,
  ...preferred: readonly (string | null)[]
): string | null {
  const chosen = [selected, ...preferred].find((id) => id !== null && ids.includes(id));
  if (chosen) return chosen;
  const [memberOf, runs] = [new Set(own.memberOf), new Set(own.runs)];
  return ids.find((id) => memberOf.has(id)) ?? ids.find((id) => runs.has(id)) ?? ids[0] ?? null;
}

function age(pool: Pick<Pool, 'createdAt'>): number {
  return pool.createdAt ?? Number.MIN_SAFE_INTEGER;
}

/** The path of a screen for a link from outside, with its pool, and the user's entry if it is about one: opening it selects them. */
export function pathInPool(path: string, poolId: string, entryId?: string): string {
  const entry = entryId === undefined ? '' : `&entry=${encodeURIComponent(entryId)}`;
  return `${path}?pool=${encodeURIComponent(poolId)}${entry}`;
}
