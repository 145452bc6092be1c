import type { Db } from '#server/platform/db/connect.ts';

/** A log record without its empty fields. */
export interface AuditRow {
  readonly act: string;
  readonly actorId: string | null;
  readonly poolId?: string;
  readonly weekId?: string;
  readonly userId?: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The log records in order, of one pool or all. */
export async function auditRows(db: Db, poolId?: string): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('id');
  if (poolId !== undefined) query = query.where('pool_id', '=', poolId);
  return (await query.execute()).map((row) => ({
    act: row.act,
    actorId: row.actor_id,
    ...(row.pool_id === null ? {} : { poolId: row.pool_id }),
    ...(row.week_id === null ? {} : { weekId: row.week_id }),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  }));
}
