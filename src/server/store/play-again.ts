import { playAgain } from '#core/play-again.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import { copyCommissioners } from './commissioners.ts';
import { setPoolWeeks } from './deadlines.ts';
import type { Store } from './engine/connect.ts';
import { copyPlan } from './money-plans.ts';
import { copyMembers, createPool } from './pool-admin.ts';
import { seasonOfPool } from './pool-overview.ts';
import { holdPool } from './pools.ts';
import { markPoolStale } from './stale-weeks.ts';
import { playedFromNow } from './survivor-begun.ts';
import { weekIds } from './weeks.ts';

/** The pool that was made, why none was, or the season that the pool plays, where that is not an earlier one. */
export type PlayedAgain =
  | { readonly id: string }
  | { readonly refusal: 'pool_not_found' | 'unknown_week' }
  | { readonly plays: number };

/**
 * Makes a pool for a later season, with what `playAgain` takes over, the enabled members, the commissioners, and all weeks of the season that are
 * known, and notes it. The pool of before stays as it is. The weeks are marked for `rescoreStale`.
 */
export function playPoolAgain(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  season: number,
  clock: () => number,
): Promise<PlayedAgain> {
  const planner = { engine: store.engine, now: clock };
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const played = await seasonOfPool(tx, poolId);
    if (played !== null && season <= played) return { plays: played };
    const weeks = await weekIds(tx, season);
    if (weeks.length === 0) return { refusal: 'unknown_week' };
    const again = playAgain(pool, played, season);
    const id = await createPool(tx, { ...again, isListed: pool.isListed, madeBy: adminId }, now);
    await copyMembers(tx, poolId, id, now);
    await copyCommissioners(tx, { adminId, now }, poolId, id);
    await copyPlan(tx, poolId, id);
    const toPlay = await playedFromNow(tx, planner, again.rules?.format, weeks);
    await setPoolWeeks(tx, planner, id, toPlay);
    await markPoolStale(tx, id, weeks);
    const after = { name: again.name, season, copyOf: pool.name };
    await writeAudit(tx, { act: 'pool.again', actorId: adminId, poolId: id, after }, now);
    return { id };
  });
}
