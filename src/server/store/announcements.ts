import { sql } from 'kysely';
import { ANNOUNCEMENTS_SHOWN, announcedActs } from '#core/announcements.ts';
import type { Db } from './engine/connect.ts';

/** An entry of a pool's log that its members are told of. */
export interface AnnouncedAct {
  readonly id: number;
  readonly at: number;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The announcements of a pool, the latest first. */
export async function announcementsOf(db: Db, poolId: string): Promise<AnnouncedAct[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'before', 'after'])
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
