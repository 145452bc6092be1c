import type { Db } from '#server/platform/db/connect.ts';

/**
 * The stored form of a post, with users and entries by id, so that it shows their current names. `userIds` lists all of them; posts from
 * before entries existed hold user ids.
 */
export type StoredPost =
  | { readonly kind: 'joined'; readonly userIds: readonly string[] }
  | {
      readonly kind: 'week';
      readonly weekId: string;
      readonly userIds: readonly string[];
      readonly winners: readonly string[];
      readonly halves: number;
      readonly newLeaders: readonly string[];
      readonly corrected?: true;
    }
  | {
      readonly kind: 'survived';
      readonly weekId: string;
      /** The winners of the pool. */
      readonly userIds?: readonly string[];
      readonly out: number;
      readonly left: number;
      readonly corrected?: true;
    };

/** Posts in a pool that a user joined it, the first time that they do, in the same transaction. */
export async function postJoined(tx: Db, poolId: string, userId: string, now: number): Promise<void> {
  const pool = await tx.selectFrom('pools').select('has_talk').where('id', '=', poolId).executeTakeFirst();
  if (pool?.has_talk !== 1) return;
  await post(tx, { poolId, once: `joined ${userId}`, now }, { kind: 'joined', userIds: [userId] });
}

export async function post(
  db: Db,
  { poolId, once, now }: { readonly poolId: string; readonly once: string; readonly now: number },
  content: StoredPost,
): Promise<void> {
  await db
    .insertInto('messages')
    .values({ pool_id: poolId, user_id: null, kind: content.kind, text: JSON.stringify(content), at: now, once })
    .onConflict((c) => c.doNothing())
    .execute();
}
