import { cleanName } from './names.ts';
import type { Pool } from './types.ts';
import { POOL_NAME_MAX } from './validation.ts';

const COPY_PREFIX = 'Copy Of ';

/** The part of a pool that the list is made from. */
export type ListedPool = Pick<Pool, 'id' | 'createdAt' | 'deletedAt'>;

/** The talk of a pool; that of a new one is disabled and empty (section 3). */
export interface TrashTalk<M = string> {
  readonly enabled: boolean;
  readonly messages: readonly M[];
}

/** What a new pool takes over from the one it copies; its enabled members and weeks follow (section 7). */
export type PoolCopy<M = string> = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules'> & {
  readonly trashTalk: TrashTalk<M>;
};

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

/** What a duplicate takes over, under the name 'Copy Of {name}' (section 7), as much of it as a name may be long. */
export function duplicatePool<M>(pool: PoolCopy<M>): PoolCopy<M> {
  const { name, description, moneyUrl, rules, trashTalk } = pool;
  const copyName = cleanName([...`${COPY_PREFIX}${name}`].slice(0, POOL_NAME_MAX).join(''));
  return { name: copyName, description, moneyUrl, rules, trashTalk };
}

/** Reads `_createdAt` of an import: a number, or a date as text (section 3). Null for anything else; never throws. */
export function parseCreatedAt(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

function age(pool: Pick<Pool, 'createdAt'>): number {
  return pool.createdAt ?? Number.MIN_SAFE_INTEGER;
}
