import type { Pool } from '#core/types.ts';
import type { Db } from '../store/connect.ts';
import { livingPools } from '../store/pools.ts';
import { Problem } from './problems.ts';

/** The pool of that name, or id; null where there is none. @throws Problem where several have the name */
export async function findNamedPool(db: Db, nameOrId: string): Promise<Pool | null> {
  const pools = await livingPools(db);
  const named = pools.filter((pool) => pool.name === nameOrId);
  if (named.length > 1) {
    const ids = named.map((pool) => `  ${pool.id}`).join('\n');
    throw new Problem(`${named.length} pools are named '${nameOrId}'. Say --pool with the id of one of them:\n${ids}`);
  }
  return named[0] ?? pools.find((pool) => pool.id === nameOrId) ?? null;
}
