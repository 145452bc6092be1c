import { randomBytes } from 'node:crypto';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { readOrSet, writeMeta } from './engine/meta.ts';

const KEY = 'cookie_secret';

/** The secret that signs session cookies: made once for each database, the same for every node. */
export async function cookieSecret(db: Db): Promise<string> {
  return readOrSet(db, KEY, newSecret());
}

/** Replaces the secret and ends every session, whose cookies the old secret signed. @returns how many sessions ended */
export function rotateCookieSecret({ db }: Store, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await writeMeta(tx, KEY, newSecret());
    const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirstOrThrow();
    await writeAudit(tx, { act: 'secret.rotate', actorId: null }, now);
    return Number(numDeletedRows);
  });
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
