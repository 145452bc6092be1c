import { describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { behindProxy, createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { addPool, addSession } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { withLeague } from '#tests/league.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';

const ASK = 'POST /api/auth/reset-request';
const RESET = 'POST /api/auth/reset';
const CHANGE = 'POST /api/auth/change-password';
const SIGN_IN = 'POST /api/auth/sign-in';
const SESSION = 'GET /api/session';
const OLD = 'Tailgate7';
const NEW = 'Xyz789';

/** Section 5, in its order. */
const weak: readonly [string, string][] = [
  ['', 'Password is required'],
  ['Abc12', 'Password must be at least 6 characters long'],
  ['ABCDEF', 'Password must contain at least one lowercase letter'],
  ['abcdef', 'Password must contain at least one uppercase letter'],
  ['Abcdef', 'Password must contain at least one number'],
];

describe('Passwords', () => {
  const mailbox = createMailbox();
  const league = withLeague('sqlite', { settings: { ...withMail, ...behindProxy }, transport: mailbox.transport });
  let made = 0;

  /** Somebody with an account, in their browser. */
  async function signUp(): Promise<{ email: string; browser: TestBrowser; userId: string }> {
    made += 1;
    const email = `kim${made}@example.org`;
    const browser = openBrowser(league);
    const body = { email, password: OLD, displayName: 'Kim' };
    const { user } = (await browser.call('POST /api/auth/sign-up', { body })).ok();
    return { email, browser, userId: user?.id ?? '' };
  }

  async function askFor(email: string): Promise<string> {
    (await openBrowser(league).call(ASK, { body: { email } })).ok();
    return mailbox.tokenFor(email.trim().toLowerCase(), '/reset');
  }

  const signIn = async (email: string, password: string) =>
    (await openBrowser(league).call(SIGN_IN, { body: { email, password } })).code ?? 'ok';
  const isIn = async (browser: TestBrowser) => (await browser.call(SESSION, {})).ok().user !== null;

  describe('forgotten', () => {
    test('are reset by a link that comes by mail; the old one and every session end', async () => {
      const { email, browser } = await signUp();
      const token = await askFor(` ${email.toUpperCase()}`);
      const reset = await openBrowser(league).call(RESET, { body: { token, password: NEW } });
      expect(reset.ok()).toEqual({ session: null });
      expect(await isIn(browser)).toBe(false);
      expect(await signIn(email, OLD)).toBe('wrong_password');
      expect(await signIn(email, NEW)).toBe('ok');
      expect((await mailbox.to(email, /was changed/)).text).toContain('has just been changed');
    });

    test('the mail names the pool of its reader and leads to the league', async () => {
      const { email, userId } = await signUp();
      await addPool(league.deps, { name: 'Sunday <Legends>', members: [{ userId }] });
      await askFor(email);
      const { subject, text, html } = await mailbox.to(email, /new password/);
      expect(subject).toBe("Set a new password for Pick'em");
      expect(text).toContain("Pick'em · Sunday <Legends>");
      expect(html).toContain('Sunday &lt;Legends&gt;');
      expect(text).toMatch(/^https:\/\/pool\.example\.org\/reset#token=[\w-]{43}$/m);
      expect(html).toMatch(/href="https:\/\/pool\.example\.org\/reset#token=[\w-]{43}"/);
      expect(text).toContain('works once, for the next 60 minutes');
    });

    test('the answer is the same for every address', async () => {
      const { email } = await signUp();
      await league.deps.outbox.idle();
      const before = mailbox.mails.length;
      for (const body of [{ email }, { email: 'nobody@example.org' }, { email: 'no address at all' }]) {
        const reply = await openBrowser(league).call(ASK, { body });
        expect([reply.status, reply.text]).toEqual([200, '{"ok":true}']);
      }
      await league.deps.outbox.idle();
      expect(mailbox.mails.slice(before).map((mail) => mail.to)).toEqual([email]);
    });

    test.each(['', '  '])('an address is needed: %j', async (email) => {
      const reply = await openBrowser(league).call(ASK, { body: { email } });
      expect(JSON.parse(reply.text).error).toEqual({
        code: 'invalid_input',
        field: 'email',
        message: 'Please enter your email address',
      });
    });

    test.each(weak)('the new one follows the rules of section 5: %j', async (password, message) => {
      const reply = await openBrowser(league).call(RESET, { body: { token: 'x', password } });
      expect(JSON.parse(reply.text).error).toEqual({ code: 'invalid_input', field: 'password', message });
    });

    test('a new one that is too easy to guess is refused, and the link goes on working', async () => {
      const { email } = await signUp();
      const token = await askFor(email);
      for (const password of ['Password1', `${email.split('@')[0]?.toUpperCase()}a1`]) {
        const reply = await league.call(RESET, { body: { token, password } });
        expect([reply.status, JSON.parse(reply.text).error.message]).toEqual([400, errors.weak_password.text]);
      }
      (await league.call(RESET, { body: { token, password: NEW } })).ok();
    });

    test('a new one is not the display name of today', async () => {
      const { email, browser } = await signUp();
      (await browser.call('PATCH /api/profile', { body: { displayName: 'Gridiron' } })).ok();
      const token = await askFor(email);
      const codes: unknown[] = [];
      for (const password of ['Gridiron1', 'Kim1973']) {
        codes.push((await league.call(RESET, { body: { token, password } })).code);
      }
      expect(codes).toEqual(['weak_password', null]);
    });

    test('a link works once, and of several links one', async () => {
      const { email } = await signUp();
      const first = await askFor(email);
      const count = mailbox.mails.length;
      await openBrowser(league).call(ASK, { body: { email } });
      await until(() => mailbox.mails.length > count);
      const second = await mailbox.tokenFor(email, '/reset');
      expect(second).not.toBe(first);
      (await league.call('POST /api/auth/reset/check', { body: { token: first } })).ok();
      (await league.call(RESET, { body: { token: first, password: NEW } })).ok();
      for (const token of [first, second]) {
        expect((await league.call('POST /api/auth/reset/check', { body: { token } })).code).toBe('link_expired');
        const reply = await league.call(RESET, { body: { token, password: 'Other12' } });
        expect([reply.status, JSON.parse(reply.text).error.message]).toEqual([410, errors.link_expired.text]);
      }
      expect(await signIn(email, NEW)).toBe('ok');
    });

    test('a link that many follow at once works for one', async () => {
      const { email } = await signUp();
      const token = await askFor(email);
      const passwords = ['Tailgate8', 'Tailgate9', 'Tailgate10'];
      const codes = await Promise.all(
        passwords.map(async (password) => (await league.call(RESET, { body: { token, password } })).code ?? 'ok'),
      );
      expect(codes.toSorted()).toEqual(['link_expired', 'link_expired', 'ok']);
      expect(await signIn(email, passwords[codes.indexOf('ok')] ?? '')).toBe('ok');
    });

    test('a link lives for an hour, and only its hash is stored', async () => {
      const { email } = await signUp();
      const before = Date.now();
      const token = await askFor(email);
      const { mail_tokens: links = [] } = await dumpTables(league.store.db);
      expect(links.join()).not.toContain(token);
      const row = links
        .map((text) => JSON.parse(text))
        .find((link) => link.mailed_to === email && link.purpose === 'reset');
      expect(row.expires_at).toBeGreaterThanOrEqual(before + 3_600_000);
      expect(row.expires_at).toBeLessThanOrEqual(Date.now() + 3_600_000);
      await league.store.db.updateTable('mail_tokens').set({ expires_at: Date.now() }).execute();
      expect((await league.call(RESET, { body: { token, password: NEW } })).code).toBe('link_expired');
      expect(await signIn(email, OLD)).toBe('ok');
    });

    test.each([
      ['/picks?week=1', '/picks?week=1'],
      ['/', null],
      ['//evil.example.com', null],
      ['https://evil.example.com/', null],
      ['/\\\\evil.example.com', null],
    ])('a link keeps the place that was wanted, if it is one of this site: %s', async (next, kept) => {
      const { email, browser } = await signUp();
      (await browser.call('POST /api/auth/reset-request', { body: { email, next } })).ok();
      const { text } = await mailbox.to(email, /new password/);
      const link = new URL(/https:\/\/\S+reset\S+/.exec(text)?.[0] ?? '');
      const to = new URLSearchParams(link.hash.slice(1)).get('to');
      expect([link.origin, link.pathname, link.search, to]).toEqual([PUBLIC_URL, '/reset', '', kept]);
    });

    test('a link that confirms an address sets no password, nor the other way round', async () => {
      const { email, browser } = await signUp();
      const verify = await mailbox.tokenFor(email, '/verify');
      expect((await league.call(RESET, { body: { token: verify, password: NEW } })).code).toBe('link_expired');
      const reset = await askFor(email);
      expect((await browser.call('POST /api/auth/verify', { body: { token: reset } })).code).toBe('link_expired');
    });

    test('a mailed link verifies the address', async () => {
      const { email } = await signUp();
      const token = await askFor(email);
      (await league.call(RESET, { body: { token, password: NEW } })).ok();
      const browser = openBrowser(league);
      const { user } = (await browser.call(SIGN_IN, { body: { email, password: NEW } })).ok();
      expect(user?.emailVerified).toBe(true);
    });

    test('a league that sends no mail says so to everybody', async () => {
      const silent = await createTestApp('sqlite');
      expect((await silent.call(SESSION, {})).ok().mail).toBe(false);
      const reply = await silent.call(ASK, { body: { email: 'nobody@example.org' } });
      expect(JSON.parse(reply.text).error.message).toBe(
        "This league doesn't send email. Ask an admin for a link to set a new password.",
      );
      await silent.close();
    });
  });

  describe('changed in the profile', () => {
    test('every other session ends, this one goes on under a new token', async () => {
      const { email, browser } = await signUp();
      const other = openBrowser(league);
      (await other.call(SIGN_IN, { body: { email, password: OLD } })).ok();
      const token = browser.cookies.get(league.deps.accounts.sessions.cookieName);
      const reply = await browser.call(CHANGE, { body: { currentPassword: OLD, password: NEW } });
      expect(reply.ok().user).toMatchObject({ email, hasPassword: true });
      expect(browser.cookies.get(league.deps.accounts.sessions.cookieName)).not.toBe(token);
      expect([await isIn(browser), await isIn(other)]).toEqual([true, false]);
      expect([await signIn(email, OLD), await signIn(email, NEW)]).toEqual(['wrong_password', 'ok']);
      await mailbox.to(email, /was changed/);
    });

    test('a link that was mailed before works no longer', async () => {
      const { email, browser } = await signUp();
      const token = await askFor(email);
      (await browser.call(CHANGE, { body: { currentPassword: OLD, password: NEW } })).ok();
      expect((await league.call(RESET, { body: { token, password: 'Other12' } })).code).toBe('link_expired');
    });

    test.each([undefined, '', 'Abc124'])('not without the right one: %j', async (currentPassword) => {
      const { email, browser } = await signUp();
      const current = currentPassword === undefined ? {} : { currentPassword };
      const reply = await browser.call(CHANGE, { body: { ...current, password: NEW } });
      expect(reply.code).toBe('wrong_password');
      expect(await signIn(email, OLD)).toBe('ok');
    });

    test.each(weak)('the new one follows the rules of section 5: %j', async (password, message) => {
      const { browser } = await signUp();
      const reply = await browser.call(CHANGE, { body: { currentPassword: OLD, password } });
      expect(JSON.parse(reply.text).error).toEqual({ code: 'invalid_input', field: 'password', message });
    });

    test('a new one that is too easy to guess is refused', async () => {
      const { browser } = await signUp();
      const reply = await browser.call(CHANGE, { body: { currentPassword: OLD, password: 'Football1' } });
      expect(reply.code).toBe('weak_password');
    });

    test('a stolen session cannot be used to guess the password', async () => {
      const { browser } = await signUp();
      const codes: (string | null)[] = [];
      for (let n = 0; n < 6; n += 1) {
        codes.push((await browser.call(CHANGE, { body: { currentPassword: `Wrong${n}`, password: NEW } })).code);
      }
      expect(codes.slice(0, 5)).toEqual(Array(5).fill('wrong_password'));
      expect(codes[5]).toBe('too_many_attempts');
    });
  });

  test('signing out everywhere ends every session', async () => {
    const { email, browser } = await signUp();
    const other = openBrowser(league);
    (await other.call(SIGN_IN, { body: { email, password: OLD } })).ok();
    (await browser.call('POST /api/auth/sign-out-everywhere', {})).ok();
    expect(browser.cookies.has(league.deps.accounts.sessions.cookieName)).toBe(false);
    expect([await isIn(browser), await isIn(other)]).toEqual([false, false]);
  });
});

describe('Open pages', () => {
  const mailbox = createMailbox();
  const { live } = withLiveLeague('sqlite', { settings: withMail, transport: mailbox.transport });

  async function annWatches() {
    const { cookie } = await addSession(live.league.deps, live.ann.accountId);
    const page = await live.open({ as: { cookie } });
    await page.watching(live.games, live.matchup);
    return { cookie, page };
  }

  test('a new password by mail ends what the old sessions watch, at once', async () => {
    const { page } = await annWatches();
    (await live.league.call(ASK, { body: { email: live.ann.email } })).ok();
    const token = await mailbox.tokenFor(live.ann.email, '/reset');
    (await live.league.call(RESET, { body: { token, password: NEW } })).ok();
    await until(() => page.closed !== null);
  });

  test('signing out everywhere ends what all devices watch, at once', async () => {
    const [here, there] = [await annWatches(), await annWatches()];
    (await live.league.call('POST /api/auth/sign-out-everywhere', { as: here })).ok();
    await until(() => here.page.closed !== null && there.page.closed !== null);
  });
});
