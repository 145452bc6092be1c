import { APIError } from 'better-auth/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_S, SESSION_UPDATE_S } from '#server/auth/accounts.ts';
import { createSessions } from '#server/auth/session.ts';
import { engines } from '#server/store/connect.ts';
import { cookieSecret } from '#server/store/meta.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addSession, signed } from '#tests/builders.ts';

const SECOND = 1000;

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
  let league: TestApp;
  let sam: Person;

  beforeAll(async () => {
    league = await createTestApp(engine);
    sam = await addPerson(league.deps);
  });

  afterAll(() => league.close());

  /** Who our server takes somebody for, and who the accounts library does. */
  async function readings(cookie: string) {
    const reply = await league.call('GET /api/session', { as: { cookie } });
    const library = await league.deps.accounts.api.getSession({ headers: new Headers({ cookie }) });
    return {
      ours: reply.ok().user?.email ?? null,
      library: library?.user.email ?? null,
      cookies: reply.headers['set-cookie'],
    };
  }

  async function partsOf(token: string) {
    const value = decodeURIComponent(signed(token, await cookieSecret(league.store.db)));
    return { name: league.deps.sessions.cookieName, token, signature: value.slice(value.lastIndexOf('.') + 1) };
  }

  /** A session that ends so many ms from now. */
  async function sessionEndingIn(ms: number) {
    const session = await addSession(league.deps, sam.accountId);
    const { internalAdapter } = await league.deps.accounts.$context;
    await internalAdapter.updateSession(session.token, { expiresAt: new Date(Date.now() + ms) });
    return session;
  }

  async function endOf(token: string): Promise<number | null> {
    const query = league.store.db.selectFrom('sessions').select('expiresAt').where('token', '=', token);
    const row = await query.executeTakeFirst();
    return row ? new Date(row.expiresAt).getTime() : null;
  }

  test('a fresh session is known, and no cookie is set again', async () => {
    const { cookie } = await addSession(league.deps, sam.accountId);
    expect(await readings(cookie)).toEqual({ ours: sam.email, library: sam.email, cookies: undefined });
  });

  test('no cookie, no session', async () => {
    expect(await readings('')).toEqual({ ours: null, library: null, cookies: undefined });
  });

  describe.each(Object.keys(right))('a cookie %s', (kind) => {
    test('is taken by both readers', async () => {
      const cookie = right[kind]?.(await partsOf(sam.token)) ?? '';
      expect(await readings(cookie)).toMatchObject({ ours: sam.email, library: sam.email });
    });
  });

  describe.each(Object.keys(spoiled))('a cookie %s', (kind) => {
    test('is taken by neither reader', async () => {
      const cookie = spoiled[kind]?.(await partsOf(sam.token)) ?? '';
      expect(await readings(cookie)).toMatchObject({ ours: null, library: null });
    });
  });

  test('the signature of one session does not open another', async () => {
    const other = await partsOf((await addPerson(league.deps)).token);
    const own = await partsOf(sam.token);
    const cookie = `${own.name}=${encodeURIComponent(`${own.token}.${other.signature}`)}`;
    expect(await readings(cookie)).toMatchObject({ ours: null, library: null });
  });

  test('a session signed with another secret is not ours', async () => {
    const { name } = await partsOf(sam.token);
    const cookie = `${name}=${signed(sam.token, 'another secret')}`;
    expect(await readings(cookie)).toMatchObject({ ours: null, library: null });
  });

  test('a session that is still young is left as it is', async () => {
    const { token, cookie } = await sessionEndingIn((SESSION_S - SESSION_UPDATE_S) * SECOND + 5 * SECOND);
    const before = await endOf(token);
    expect(await readings(cookie)).toEqual({ ours: sam.email, library: sam.email, cookies: undefined });
    expect(await endOf(token)).toBe(before);
  });

  test('a session in use for a day is extended, and the cookie with it', async () => {
    const { token, cookie } = await sessionEndingIn((SESSION_S - SESSION_UPDATE_S) * SECOND - SECOND);
    const reply = await league.call('GET /api/session', { as: { cookie } });
    expect(reply.ok().user?.email).toBe(sam.email);
    expect(await endOf(token)).toBeGreaterThan(Date.now() + SESSION_S * SECOND - 10 * SECOND);
    const set = String(reply.headers['set-cookie']);
    expect(set).toContain(cookie);
    for (const flag of [`Max-Age=${SESSION_S}`, 'HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure']) {
      expect(set).toContain(`; ${flag}`);
    }
  });

  test('several calls at once may extend one session', async () => {
    const { cookie } = await sessionEndingIn((SESSION_S - SESSION_UPDATE_S) * SECOND - SECOND);
    const calls = Array.from({ length: 8 }, () => league.call('GET /api/session', { as: { cookie } }));
    for (const reply of await Promise.all(calls)) expect(reply.ok().user?.email).toBe(sam.email);
  });

  test.each([
    ['the library no longer finds it', async () => {}],
    [
      'the library fails to extend it',
      async () => {
        throw new APIError('UNAUTHORIZED');
      },
    ],
  ])('a session that is revoked while it is extended is over: %s', async (_, meanwhile) => {
    const { token, cookie } = await sessionEndingIn((SESSION_S - SESSION_UPDATE_S) * SECOND - SECOND);
    const { store, accounts } = league.deps;
    const getSession = async (...call: Parameters<typeof accounts.api.getSession>) => {
      await store.db.deleteFrom('sessions').where('token', '=', token).execute();
      await meanwhile();
      return accounts.api.getSession(...call);
    };
    const slow = { ...accounts, api: { ...accounts.api, getSession } } as typeof accounts;
    const sessions = await createSessions(store, slow, await cookieSecret(store.db));
    expect(await sessions.read(cookie, {}, () => new Headers({ cookie }))).toEqual({ caller: null, setCookies: [] });
    expect(await endOf(token)).toBeNull();
  });

  test('a session that ended is over for both readers, and its row goes with the library', async () => {
    const { token, cookie } = await sessionEndingIn(-SECOND);
    expect(await readings(cookie)).toMatchObject({ ours: null, library: null });
    expect(await endOf(token)).toBeNull();
  });

  test('a session that was revoked is over at once', async () => {
    const { token, cookie } = await addSession(league.deps, sam.accountId);
    expect((await readings(cookie)).ours).toBe(sam.email);
    await league.store.db.deleteFrom('sessions').where('token', '=', token).execute();
    expect(await readings(cookie)).toMatchObject({ ours: null, library: null });
  });

  test('a session ends with its account', async () => {
    const gone = await addPerson(league.deps);
    await league.store.db.updateTable('users').set({ account_id: null }).where('id', '=', gone.userId).execute();
    await league.store.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute();
    expect(await readings(gone.cookie)).toMatchObject({ ours: null, library: null });
  });

  test('an account without a profile gets one on its first call, with its own name', async () => {
    const { internalAdapter } = await league.deps.accounts.$context;
    const account = await internalAdapter.createUser(
      { email: 'noprofile@example.org', name: 'No Profile', emailVerified: false },
      { method: 'email-password' },
    );
    const as = await addSession(league.deps, account.id);
    const calls = Array.from({ length: 6 }, () => league.call('GET /api/session', { as }));
    const users = (await Promise.all(calls)).map((reply) => reply.ok().user);
    expect(users[0]).toMatchObject({ displayName: 'No Profile', isEnabled: true, isAdmin: false });
    expect(new Set(users.map((user) => user?.id)).size).toBe(1);
  });
});
