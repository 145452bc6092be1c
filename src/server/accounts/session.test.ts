import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '#server/platform/db/connect.ts';
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from '#server/platform/http/session-store.ts';
import type { Person } from '#tests/builders.ts';
import { addBareAccount, addPerson, addSession, signed } from '#tests/builders.ts';
import { engines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { cookieSecret } from './cookie-secret-store.ts';
import { createSessions, NOTED_EVERY_MS } from './sessions.ts';

const SECOND = 1000;

/** Statements after which no session can be written, as on a full disk, and those after which it can be again. */
const stoppingWrites: Readonly<Record<Engine, readonly [string[], string[]]>> = {
  sqlite: [['pragma query_only = on'], ['pragma query_only = off']],
  postgres: [
    [
      `create function is_full() returns trigger language plpgsql as $$
       begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
      'create trigger is_full before update on sessions for each row execute function is_full()',
    ],
    ['drop function is_full cascade'],
  ],
};

/** Ways to spoil a cookie: from its name, the token and its signature. */
const spoiled: Readonly<Record<string, (parts: { name: string; token: string; signature: string }) => string>> = {
  'without a signature': ({ name, token }) => `${name}=${token}`,
  'with an empty signature': ({ name, token }) => `${name}=${token}.`,
  'with one letter of the signature changed': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`)}`,
  'with one letter of the token changed': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}.${signature}`)}`,
  'with something after the signature': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.${signature}!!`)}`,
  'with something before the signature': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.!${signature}`)}`,
  'with the signature in the alphabet of addresses': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.${signature.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')}`)}`,
  'with half of the signature': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.${signature.slice(0, 22)}`)}`,
  'with the signature alone': ({ name, signature }) => `${name}=${encodeURIComponent(`.${signature}`)}`,
  empty: ({ name }) => `${name}=`,
  'made of dots': ({ name }) => `${name}=....`,
  'that cannot be decoded': ({ name, token }) => `${name}=${token}%E0%A4%A`,
  'under another name': ({ name, token, signature }) => `x${name}=${encodeURIComponent(`${token}.${signature}`)}`,
  'behind a spoiled one of the same name': ({ name, token, signature }) =>
    `${name}=spoiled; ${name}=${encodeURIComponent(`${token}.${signature}`)}`,
};

/** Ways to write a cookie that is right. */
const right: typeof spoiled = {
  'as browsers send it': ({ name, token, signature }) => `${name}=${encodeURIComponent(`${token}.${signature}`)}`,
  'among others': ({ name, token, signature }) =>
    `a=1; ${name}=${encodeURIComponent(`${token}.${signature}`)}; theme=dark`,
  'not encoded': ({ name, token, signature }) => `${name}=${token}.${signature}`,
  'before a spoiled one of the same name': ({ name, token, signature }) =>
    `${name}=${encodeURIComponent(`${token}.${signature}`)}; ${name}=spoiled`,
};

describe.each(engines)('on %s', (engine) => {
  const league = withLeague(engine);
  let sam: Person;

  beforeAll(async () => {
    sam = await addPerson(league.deps);
  });

  /** Who a cookie signs in, and the cookies that are set. */
  async function reading(cookie: string) {
    const reply = await league.call('GET /api/session', { as: { cookie } });
    return { email: reply.ok().user?.email ?? null, cookies: reply.headers['set-cookie'] };
  }

  async function partsOf(token: string) {
    const value = decodeURIComponent(signed(token, await cookieSecret(league.store.db)));
    return {
      name: league.deps.accounts.sessions.cookieName,
      token,
      signature: value.slice(value.lastIndexOf('.') + 1),
    };
  }

  /** A session with other times than a new one has, in ms from now. */
  async function sessionWith(times: { ends?: number; began?: number; used?: number }) {
    const session = await addSession(league.deps, sam.accountId);
    const { ends = SESSION_IDLE_MS, began = 0, used = 0 } = times;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const changes = { expiresAt: at(ends), createdAt: at(began), updatedAt: at(used) };
    await league.store.db.updateTable('sessions').set(changes).where('token', '=', session.token).execute();
    return session;
  }

  async function endOf(token: string): Promise<number | null> {
    const query = league.store.db.selectFrom('sessions').select('expiresAt').where('token', '=', token);
    const row = await query.executeTakeFirst();
    return row ? new Date(row.expiresAt).getTime() : null;
  }

  test('a fresh session is known, and no cookie is set again', async () => {
    const { cookie } = await addSession(league.deps, sam.accountId);
    expect(await reading(cookie)).toEqual({ email: sam.email, cookies: undefined });
  });

  test('no cookie, no session', async () => {
    expect(await reading('')).toEqual({ email: null, cookies: undefined });
  });

  test('a cookie keeps its form, so an update signs nobody out', async () => {
    const secret = 'a secret of 32 characters or more';
    const token = 'wR4kzdU6D4jXKPb9d6SxVDu5WL8cXH1v';
    const cookie = `__Host-pickem.session_token=${token}.K1jJ5mxna8uM7HgjAuZ0RZMkNDJ1eP9UJjN98ez7k24%3D`;
    const sessions = createSessions(league.store, secret, true, false);
    expect(sessions.cookieOf(token)).toBe(
      `${decodeURIComponent(cookie)}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    const { token: added } = await addSession(league.deps, sam.accountId);
    await league.store.db.updateTable('sessions').set({ token }).where('token', '=', added).execute();
    const caller = await sessions.read(cookie, {}, () => ({ address: '127.0.0.1', userAgent: '' }));
    expect(caller?.email).toBe(sam.email);
  });

  describe.each(Object.keys(right))('a cookie %s', (kind) => {
    test('signs its owner in', async () => {
      const cookie = right[kind]?.(await partsOf(sam.token)) ?? '';
      expect(await reading(cookie)).toMatchObject({ email: sam.email });
    });
  });

  describe.each(Object.keys(spoiled))('a cookie %s', (kind) => {
    test('signs nobody in', async () => {
      const cookie = spoiled[kind]?.(await partsOf(sam.token)) ?? '';
      expect(await reading(cookie)).toMatchObject({ email: null });
    });
  });

  test('the signature of one session does not open another', async () => {
    const other = await partsOf((await addPerson(league.deps)).token);
    const own = await partsOf(sam.token);
    const cookie = `${own.name}=${encodeURIComponent(`${own.token}.${other.signature}`)}`;
    expect(await reading(cookie)).toMatchObject({ email: null });
  });

  test('a session signed with another secret is not ours', async () => {
    const { name } = await partsOf(sam.token);
    const cookie = `${name}=${signed(sam.token, 'another secret')}`;
    expect(await reading(cookie)).toMatchObject({ email: null });
  });

  test('a session whose use was just stored is not written again', async () => {
    const { token, cookie } = await sessionWith({ ends: SESSION_IDLE_MS / 2, used: -NOTED_EVERY_MS + 5 * SECOND });
    const before = await endOf(token);
    expect(await reading(cookie)).toEqual({ email: sam.email, cookies: undefined });
    await league.deps.accounts.sessions.idle();
    expect(await endOf(token)).toBe(before);
  });

  test('a session in use is noted some minutes apart, which extends it; several calls may do so at once', async () => {
    const { token, cookie } = await sessionWith({ ends: SECOND * 60, used: -NOTED_EVERY_MS });
    const calls = Array.from({ length: 8 }, () => reading(cookie));
    for (const each of await Promise.all(calls)) expect(each).toMatchObject({ email: sam.email });
    await league.deps.accounts.sessions.idle();
    expect(await endOf(token)).toBeGreaterThan(Date.now() + SESSION_IDLE_MS - 10 * SECOND);
  });

  test('a session stays valid if nothing can be written', async () => {
    const { token, cookie } = await sessionWith({ ends: SECOND * 60, used: -NOTED_EVERY_MS });
    const before = await endOf(token);
    const [stop, goOn] = stoppingWrites[engine];
    for (const statement of stop) await sql.raw(statement).execute(league.store.db);
    const reply = await league.call('GET /api/session', { as: { cookie } });
    await league.deps.accounts.sessions.idle();
    for (const statement of goOn) await sql.raw(statement).execute(league.store.db);
    expect(reply.ok().user?.email).toBe(sam.email);
    expect(await endOf(token)).toBe(before);
  });

  test.each([
    ['so long after it was used last', { ends: -SECOND }],
    ['90 days after it began, however often it was extended', { began: -SESSION_LONGEST_MS - SECOND }],
  ])('a session ends %s', async (_, times) => {
    const { token, cookie } = await sessionWith(times);
    const before = await endOf(token);
    expect((await reading(cookie)).email).toBeNull();
    await league.deps.accounts.sessions.idle();
    expect([before, null]).toContain(await endOf(token));
  });

  test('a session that was revoked is over at once', async () => {
    const { token, cookie } = await addSession(league.deps, sam.accountId);
    expect((await reading(cookie)).email).toBe(sam.email);
    await league.store.db.deleteFrom('sessions').where('token', '=', token).execute();
    expect(await reading(cookie)).toMatchObject({ email: null });
  });

  test('a session ends with its account', async () => {
    const gone = await addPerson(league.deps);
    await league.store.db.updateTable('users').set({ account_id: null }).where('id', '=', gone.userId).execute();
    await league.store.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute();
    expect(await reading(gone.cookie)).toMatchObject({ email: null });
  });

  test('an account without a profile gets one on its first call, with its own name', async () => {
    const accountId = await addBareAccount(league.store, { email: 'noprofile@example.org', name: 'No Profile' });
    const as = await addSession(league.deps, accountId);
    const calls = Array.from({ length: 6 }, () => league.call('GET /api/session', { as }));
    const users = (await Promise.all(calls)).map((reply) => reply.ok().user);
    expect(users[0]).toMatchObject({ displayName: 'No Profile', isEnabled: true, isAdmin: false });
    expect(new Set(users.map((user) => user?.id)).size).toBe(1);
  });
});
