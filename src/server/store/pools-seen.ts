import type { AnnouncementReader } from '#core/announcements.ts';
import { seesPool } from '#core/pools.ts';
import type { Pool, User } from '#core/types.ts';
import { poolsRunBy } from './commissioners.ts';
import type { Db } from './engine/connect.ts';
import { membershipsOfUser } from './members.ts';
import { livingPools } from './pools.ts';

/** A living pool that somebody may know of, and what they are in it. */
export type SeenPool = Pool & {
  /** Null where they are no enabled member. */
  readonly membership: AnnouncementReader | null;
  readonly isCommissioner: boolean;
};

/** The living pools that somebody may know of, in no particular order. */
export async function poolsSeenBy(db: Db, { id: userId, isAdmin }: Pick<User, 'id' | 'isAdmin'>): Promise<SeenPool[]> {
  const own = await membershipsOfUser(db, userId);
  const runs = await poolsRunBy(db, userId);
  const all = await livingPools(db);
  return all
    .map((pool) => ({ ...pool, membership: own.get(pool.id) ?? null, isCommissioner: runs.has(pool.id) }))
    .filter((pool) =>
      seesPool(pool, { isMember: pool.membership !== null, isCommissioner: pool.isCommissioner, isAdmin }),
    );
}
