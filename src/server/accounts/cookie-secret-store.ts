import { randomBytes } from 'node:crypto';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { COOKIE_SECRET_KEY, readOrSet, writeMeta } from '#server/platform/db/meta.ts';
import { endAllSessions } from '#server/platform/http/session-store.ts';

/** The secret that signs session cookies: created once per database, and shared by all nodes. */
export async function cookieSecret(db: Db): Promise<string> {
  return readOrSet(db, COOKIE_SECRET_KEY, newSecret());
}

/** Replaces the secret and ends every session, because their cookies are signed with the old one. @returns how many sessions ended */
export function rotateCookieSecret({ db }: Store, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await writeMeta(tx, COOKIE_SECRET_KEY, newSecret());
    const ended = await endAllSessions(tx);
    await writeAudit(tx, { act: 'secret.rotate', actorId: null }, now);
    return ended;
  });
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
