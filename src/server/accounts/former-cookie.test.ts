import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionsOfAccount } from '#server/platform/http/session-store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { addSession, signed } from '#tests/builders.ts';
import { stranger, withProvider } from '#tests/provider-scene.ts';
import { cookieSecret } from './cookie-secret-store.ts';

const FORMER_NAME = '__Secure-pickem.session_token';

const provider = withProvider();

describe('Over HTTPS the session of a browser under the former name of the cookie', () => {
  let league: TestApp;

  beforeAll(async () => {
    const settings = { publicUrl: new URL('https://pool.example.org'), providers: provider().providers };
    league = await createTestApp('sqlite', { settings });
  });
  afterAll(() => league.close());

  const accountOf = (email: string) =>
    league.store.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();

  /** The sessions of an account after a browser of before the update signed in to it. */
  async function sessionsAfter(email: string, spoil: string, signIn: (browser: TestBrowser) => Promise<unknown>) {
    const { id } = await accountOf(email);
    await league.store.db.deleteFrom('sessions').where('userId', '=', id).execute();
    const { token } = await addSession(league.deps, id);
    const browser = openBrowser(league);
    browser.plant(FORMER_NAME, signed(token, await cookieSecret(league.store.db)) + spoil);
    expect((await browser.call('GET /api/session', {})).ok().user).toBeNull();
    await signIn(browser);
    expect((await browser.call('GET /api/session', {})).ok().user?.email).toBe(email);
    return sessionsOfAccount(league.store.db, id, Date.now());
  }

  describe('ends when they sign in', () => {
    test('with a password, unless its signature is not ours', async () => {
      const { email } = stranger();
      const displayName = 'Kim';
      const signUp = { body: { email, password: PASSWORD, displayName } };
      (await openBrowser(league).call('POST /api/auth/sign-up', signUp)).ok();
      const signIn = async (browser: TestBrowser) =>
        (await browser.call('POST /api/auth/sign-in', { body: { email, password: PASSWORD } })).ok();
      expect(await sessionsAfter(email, '', signIn)).toHaveLength(1);
      expect(await sessionsAfter(email, 'x', signIn)).toHaveLength(2);
    });

    test('with Google', async () => {
      const who = stranger();
      provider().be({ ...who, emailVerified: true });
      await openBrowser(league).visit('sign-in', 'google');
      expect(await sessionsAfter(who.email, '', (browser) => browser.visit('sign-in', 'google'))).toHaveLength(1);
    });
  });
});
