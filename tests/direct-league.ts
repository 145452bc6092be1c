/** A league written straight into a database that servers in processes of their own use: for browser tests and the benchmark. */
import { createHmac, randomBytes } from 'node:crypto';
import { cookieSecret } from '#server/accounts/cookie-secret-store.ts';
import type { Deps } from '#server/deps.ts';
import { closeDeps, createDeps, prepareStore } from '#server/deps.ts';
import { connect, isPostgresUrl } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { createUser } from '#server/users/store.ts';

const SESSION_MS = 30 * 24 * 3_600_000;

/** A signed-in person. */
export interface Player {
  readonly userId: string;
  /** `name=value`, as the browser sends it. */
  readonly cookie: string;
}

/** The environment in which the server runs on a database. */
export function environment(location: string, port: number): Record<string, string> {
  const database = isPostgresUrl(location) ? 'DATABASE_URL' : 'DATABASE_FILE';
  const PUBLIC_URL = `http://localhost:${port}`;
  return { [database]: location, PORT: String(port), PUBLIC_URL, LOG_LEVEL: 'warn', FEED: 'off' };
}

/** Opens a league's database, creating it where there is none, for as long as `act` takes. */
export async function withLeague<T>(location: string, act: (deps: Deps) => Promise<T>): Promise<T> {
  const settings = readSettings(environment(location, 1), 'league');
  const store = connect(location);
  await prepareStore(store, settings);
  const deps = await createDeps(settings, store, { now: () => Date.now() });
  try {
    return await act(deps);
  } finally {
    await closeDeps(deps);
  }
}

/** Adds people with an account and a session each. */
export async function addPlayers({ store, accounts: { sessions } }: Deps, count: number): Promise<Player[]> {
  const secret = await cookieSecret(store.db);
  const now = new Date();
  const date = (time: number) => (store.engine === 'sqlite' ? new Date(time).toISOString() : new Date(time));
  const dates = { createdAt: date(now.getTime()), updatedAt: date(now.getTime()) };
  const expiresAt = date(now.getTime() + SESSION_MS);
  return store.db.transaction().execute(async (tx) => {
    const players: Player[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `Player ${number}`;
      const accountId = newId();
      const token = randomBytes(24).toString('base64url');
      const verified = store.engine === 'sqlite' ? 1 : true;
      const account = { id: accountId, name, email: `player-${number}@example.org`, emailVerified: verified };
      const session = { id: newId(), token, userId: accountId, expiresAt, ipAddress: '127.0.0.1', userAgent: 'test' };
      await tx
        .insertInto('accounts')
        .values({ ...account, image: null, ...dates })
        .execute();
      await tx
        .insertInto('sessions')
        .values({ ...session, ...dates })
        .execute();
      const userId = await createUser(tx, { displayName: name, accountId }, now.getTime());
      const signature = createHmac('sha256', secret).update(token).digest('base64');
      const cookie = `${sessions.cookieName}=${encodeURIComponent(`${token}.${signature}`)}`;
      players.push({ userId, cookie });
    }
    return players;
  });
}
