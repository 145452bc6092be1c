import { pointsText } from '#core/scoring.ts';
import { postText } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { holdPool } from './pools.ts';

/** What a post is about, as it is stored: people by id, so that it follows their names. `userIds` are all of them. */
type StoredPost =
  | { readonly kind: 'joined'; readonly userIds: readonly string[] }
  | {
      readonly kind: 'week';
      readonly weekId: string;
      readonly userIds: readonly string[];
      readonly winners: readonly string[];
      readonly halves: number;
      readonly leaders: readonly string[];
      readonly newLeaders: readonly string[];
    }
  | {
      readonly kind: 'survived';
      readonly weekId: string;
      /** Who won the pool by it. */
      readonly userIds?: readonly string[];
      readonly out: number;
      readonly left: number;
    };

/** The sentence of a stored post. */
export function postSentence(text: string, names: ReadonlyMap<string, string>): string {
  const post = JSON.parse(text) as StoredPost;
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  if (post.kind === 'joined') return postText({ kind: 'joined', name: named(post.userIds)[0] ?? '' });
  const week = weekName(post.weekId);
  if (post.kind === 'survived') {
    const { out, left, userIds = [] } = post;
    return postText({ kind: 'survived', week, out, left, winners: named(userIds) });
  }
  const { winners, halves, newLeaders } = post;
  return postText({
    kind: 'week',
    week,
    winners: named(winners),
    points: pointsText(halves),
    newLeaders: named(newLeaders),
  });
}

/** Posts in a pool that somebody joined it, the first time that they do, in the transaction by which they do. */
export async function postJoined(tx: Db, poolId: string, userId: string, now: number): Promise<void> {
  const pool = await tx.selectFrom('pools').select('trash_talk_enabled').where('id', '=', poolId).executeTakeFirst();
  if (pool?.trash_talk_enabled !== 1) return;
  await post(tx, { poolId, once: `joined ${userId}`, now }, { kind: 'joined', userIds: [userId] });
}

/** Pools with talk that play a week and have no post about it. */
export async function poolsToTell(db: Db, weekId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pools')
    .innerJoin('pool_weeks', 'pool_weeks.pool_id', 'pools.id')
    .select('pools.id')
    .where('pool_weeks.week_id', '=', weekId)
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.trash_talk_enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.pool_id', '=', 'pools.id')
            .where('messages.once', '=', onceOfWeek(weekId)),
        ),
      ),
    )
    .orderBy('pools.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who led a pool when it was last told of a week, in a post that still stands; null where there is none. */
export async function toldLeaders(db: Db, poolId: string): Promise<readonly string[] | null> {
  const query = db.selectFrom('messages').select('text').where('pool_id', '=', poolId).where('kind', '=', 'week');
  const row = await query.where('text', 'is not', null).orderBy('id', 'desc').executeTakeFirst();
  if (!row?.text) return null;
  const told = JSON.parse(row.text) as StoredPost;
  return told.kind === 'week' ? told.leaders : null;
}

/** Posts that a week is decided, once. @returns false where another did so meanwhile, or the talk was turned off */
export function postWeek(
  store: Store,
  poolId: string,
  told: Exclude<StoredPost, { kind: 'joined' }>,
  now: number,
): Promise<boolean> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    return pool?.trashTalkEnabled === true && (await post(tx, { poolId, once: onceOfWeek(told.weekId), now }, told));
  });
}

function onceOfWeek(weekId: string): string {
  return `week ${weekId}`;
}

async function post(
  db: Db,
  { poolId, once, now }: { readonly poolId: string; readonly once: string; readonly now: number },
  told: StoredPost,
): Promise<boolean> {
  const rows = await db
    .insertInto('messages')
    .values({ pool_id: poolId, user_id: null, kind: told.kind, text: JSON.stringify(told), at: now, once })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}
