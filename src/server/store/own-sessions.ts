import type { Db, Engine } from './engine/connect.ts';
import { sessionEnd } from './sessions.ts';

/** A session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  /** Where it was used last; null where that is not known. */
  readonly address: string | null;
  /** What the browser called itself at the sign-in. */
  readonly userAgent: string | null;
  /** Noted some minutes apart, real time in ms. */
  readonly usedAt: number;
}

/** So many are kept for each account: those that were used last. */
const MOST_SESSIONS = 50;

/** The sessions of an account that have not ended, the last used first. @param now real time in ms */
export async function sessionsOfAccount(db: Db, accountId: string, now: number): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent'])
    .select(['expiresAt as expires_at', 'createdAt as created_at', 'updatedAt as used_at'])
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
  return rows
    .filter((row) => sessionEnd(row) > now)
    .map(({ id, ipAddress, userAgent, used_at }) => ({
      id,
      address: ipAddress,
      userAgent,
      usedAt: new Date(used_at).getTime(),
    }));
}

/** When a session began, real time in ms; null where it has ended. */
export async function sessionBegan(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('sessions').select('createdAt').where('id', '=', id).executeTakeFirst();
  return row ? new Date(row.createdAt).getTime() : null;
}

/** Whether a session has not ended, once nobody is ending it any more; within a transaction nobody ends it until the end of that. */
export async function isSessionHeld(engine: Engine, db: Db, id: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('id').where('id', '=', id);
  return (await (engine === 'postgres' ? session.forUpdate() : session).executeTakeFirst()) !== undefined;
}

/** Ends one session of an account by its id. @returns whether there was one */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', accountId).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends every session of an account but one. @returns whether there were others */
export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<boolean> {
  const others = db.deleteFrom('sessions').where('userId', '=', accountId).where('id', '!=', keptId);
  return (await others.executeTakeFirst()).numDeletedRows > 0n;
}

/** Forgets the sessions of an account beyond the 50 that were used last: nobody fills the table by signing in. */
export async function dropOldestSessions(db: Db, accountId: string): Promise<void> {
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS);
  await db.deleteFrom('sessions').where('userId', '=', accountId).where('id', 'not in', kept).execute();
}
