import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { livingPools, poolWeeks } from '../store/pools.ts';
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

/** The same for a pool that has to be there. @throws Problem */
export async function poolNamed(db: Db, nameOrId: string): Promise<Pool> {
  const pool = await findNamedPool(db, nameOrId.trim());
  if (!pool) throw new Problem(`There is no pool '${nameOrId}'.`);
  return pool;
}

/** The enabled weeks of a pool, of one season where one is given. Tells on standard error where there are none. */
export async function weeksOfPool(db: Db, pool: Pool, season: number | undefined): Promise<string[]> {
  const all = await poolWeeks(db, pool.id);
  const weeks = all.filter((weekId) => season === undefined || parseWeekId(weekId)?.season === season);
  if (weeks.length === 0) console.error(`Pool '${pool.name}' has no weeks${season ? ` in ${season}` : ''}.`);
  return weeks;
}
