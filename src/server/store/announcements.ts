import { sql } from 'kysely';
import { ANNOUNCEMENTS_SHOWN, announcedActs } from '#core/announcements.ts';
import { MINUTE_MS } from '#core/time.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { membersOfPool } from './members.ts';
import { holdPool } from './pools.ts';

/** An entry of a pool's log that its members are told of. */
export interface AnnouncedAct {
  readonly id: number;
  readonly at: number;
  readonly weekId: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The announcements of a pool, the latest first. */
export async function announcementsOf(db: Db, poolId: string): Promise<AnnouncedAct[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'week_id as weekId', 'before', 'after'])
    .where('pool_id', '=', poolId)
    .where((q) =>
      q.or(
        Object.entries(announcedActs).map(([act, field]) =>
          q.and([q('act', '=', act), q('after', 'like', `%"${field}":%`)]),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(ANNOUNCEMENTS_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }));
}

/**
 * Notes that a member has read a pool's announcements up to one of its log. What was read stays read.
 * @returns false where the pool's log has no such entry
 */
export async function markTold(db: Db, poolId: string, userId: string, until: number): Promise<boolean> {
  const { rows } = await sql<{ told: number }>`
    update pool_members set told_until = case when told_until < ${until} then ${until} else told_until end
    where pool_id = ${poolId} and user_id = ${userId}
      and exists (select 1 from audit_log where audit_log.id = ${until} and audit_log.pool_id = pool_members.pool_id)
    returning told_until as told`.execute(db);
  return rows.length > 0;
}

/** For how long the same text once more is the same announcement, in ms: somebody tried again. */
const AGAIN_MS = 10 * MINUTE_MS;

/** An announcement, and whom it is for. */
export interface Announced {
  /** That of its entry in the log. */
  readonly id: number;
  readonly poolName: string;
  /** The members but for whoever announces; of the same text once more, too: whoever was sent it is not sent it again. */
  readonly readers: readonly string[];
}

/** Notes an announcement in the log of a pool, from where its members read it. @returns null where the pool is gone */
export function announce(store: Store, actor: Actor, poolId: string, text: string): Promise<Announced | null> {
  const { adminId, now } = actor;
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return null;
    const [latest] = await announcementsOf(tx, poolId);
    const poolName = pool.name;
    const readers = (await membersOfPool(tx, poolId)).map(({ id }) => id).filter((id) => id !== adminId);
    if (latest?.after.text === text && now - latest.at < AGAIN_MS) return { id: latest.id, poolName, readers };
    await writeAudit(tx, { act: 'pool.announce', actorId: adminId, poolId, after: { text } }, now);
    const [written] = await announcementsOf(tx, poolId);
    return { id: written?.id ?? 0, poolName, readers };
  });
}
