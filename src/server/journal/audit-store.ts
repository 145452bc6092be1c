import type { ExpressionBuilder } from 'kysely';
import type { AuditAct } from '#core/audit.ts';
import { IMPORTED_BEGIN } from '#core/audit-details.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import type { Caller } from '#server/platform/http/call.ts';

/** Who acts, and when. */
export interface Actor {
  /** The admin; null for the command line. */
  readonly adminId: string | null;
  /** The league's clock, in ms. */
  readonly now: number;
}

/** The subjects of an act, if any. */
export interface AuditSubject {
  readonly poolId?: string;
  readonly weekId?: string;
  readonly gid?: string;
  /** The affected user, not the one who acts. */
  readonly userId?: string;
  /** The affected entry. */
  readonly entryId?: string;
}

/** One act of an admin. */
export interface AuditEntry extends AuditSubject {
  readonly act: AuditAct;
  /** The admin; null for the command line. */
  readonly actorId: string | null;
  /** The changed fields before and after; only those that differ. */
  readonly before?: object;
  readonly after?: object;
}

/** Logs an act in its transaction, so that neither is stored without the other. @returns the id of the record */
export async function writeAudit(tx: Db, entry: AuditEntry, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('audit_log')
    .values({
      at: now,
      actor_id: entry.actorId,
      act: entry.act,
      pool_id: entry.poolId ?? null,
      week_id: entry.weekId ?? null,
      gid: entry.gid ?? null,
      user_id: entry.userId ?? null,
      entry_id: entry.entryId ?? null,
      before: JSON.stringify(entry.before ?? {}),
      after: JSON.stringify(entry.after ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The caller as actor, with the time of the league's clock. */
export function actorOf({ clock }: Deps, { user }: Caller): Actor {
  return { adminId: user.id, now: clock.now() };
}

/** Whether a record is of an act in this league. Those that a pool file brought stay in the log of their pool. */
export function isOfLeague(q: ExpressionBuilder<Schema, 'audit_log'>) {
  return q('audit_log.after', 'not like', `${IMPORTED_BEGIN}%`);
}
