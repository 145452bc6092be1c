import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorTexts } from '#contract/errors.ts';
import type { Provider } from '#contract/shapes.ts';
import { engines } from '#server/store/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import type { OAuthServer } from '#tests/oauth-server.ts';
import { startOAuthServer } from '#tests/oauth-server.ts';

const SIGN_UP = 'POST /api/auth/sign-up';
const LEAVE = 'DELETE /api/auth/providers/:provider';
const PASSWORD = 'Abc123';

let provider: OAuthServer;
let made = 0;

beforeAll(async () => {
  provider = await startOAuthServer();
});

afterAll(() => provider.stop());

/** Somebody nobody has seen before. */
function stranger() {
  made += 1;
  return { id: `id-${made}`, name: `Stranger ${made}`, email: `stranger${made}@example.org` };
}

async function me(browser: TestBrowser) {
  return (await browser.call('GET /api/session', {})).ok().user;
}

describe.each(engines)('Google and Facebook on %s', (engine) => {
  let league: TestApp;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = createMailbox();
    const settings = { providers: provider.providers, ...withMail, ...behindProxy };
    league = await createTestApp(engine, { settings, carrier: mailbox.carrier });
  });

  afterAll(() => league.close());

  async function signUp(email: string): Promise<TestBrowser> {
    const browser = openBrowser(league);
    (await browser.call(SIGN_UP, { body: { email, password: PASSWORD, displayName: 'Kim' } })).ok();
    return browser;
  }

  async function verify(browser: TestBrowser, email: string): Promise<void> {
    const token = await mailbox.tokenFor(email, '/verify');
    (await browser.call('POST /api/auth/verify', { body: { token } })).ok();
  }

  const loginsOf = (email: string) =>
    league.store.db
      .selectFrom('logins')
      .innerJoin('accounts', 'accounts.id', 'logins.userId')
      .selectAll('logins')
      .where('accounts.email', '=', email)
      .execute();

  test('are offered where they have credentials', async () => {
    expect((await league.call('GET /api/session', {})).ok().providers).toEqual(['google', 'facebook']);
  });

  test.each<[Provider, boolean]>([
    ['google', true],
    ['facebook', false],
  ])('%s lets a stranger in and makes an account of him', async (name, isVerified) => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    const page = await browser.visit('sign-in', name);
    expect(page.outcome).toEqual({ kind: 'signed-in', provider: name, next: '/' });
    expect(await me(browser)).toMatchObject({
      email: who.email,
      displayName: who.name,
      emailVerified: isVerified,
      hasPassword: false,
      providers: [name],
      isAdmin: false,
      isEnabled: true,
    });
    if (!isVerified) await verify(browser, who.email);
    expect(await me(browser)).toMatchObject({ emailVerified: true });
    expect(mailbox.mails.filter((mail) => mail.to === who.email)).toHaveLength(isVerified ? 0 : 1);
  });

  test('let the same person into the same account again, whatever his address is by then', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const here = openBrowser(league);
    await here.visit('sign-in', 'google');
    provider.be({ ...who, email: `new-${who.email}`, name: 'New Name', emailVerified: true });
    const there = openBrowser(league);
    expect((await there.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    expect(await me(there)).toEqual(await me(here));
    expect(await me(there)).toMatchObject({ email: who.email, displayName: who.name });
  });

  test('nothing that a provider hands out is kept: neither tokens nor pictures', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    const [login] = await loginsOf(who.email);
    expect(login).toMatchObject({ providerId: 'google', accountId: who.id });
    expect([login?.accessToken, login?.refreshToken, login?.idToken, login?.password]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('Google is asked with PKCE and a state, Facebook with a state', async () => {
    const browser = openBrowser(league);
    const ask = async (name: Provider) => {
      const said = { params: { provider: name }, body: { mode: 'popup' as const } };
      const { url } = (await browser.call('POST /api/auth/providers/:provider/sign-in', said)).ok();
      return new URL(url).searchParams;
    };
    const google = await ask('google');
    expect(google.get('code_challenge_method')).toBe('S256');
    expect(google.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(google.get('scope')).toBe('openid email profile');
    expect(google.get('redirect_uri')).toBe('https://pool.example.org/api/auth/callback/google');
    const facebook = await ask('facebook');
    expect(facebook.get('code_challenge')).toBeNull();
    expect(facebook.get('scope')).toBe('email public_profile');
    expect(facebook.get('redirect_uri')).toBe('https://pool.example.org/api/auth/callback/facebook');
    for (const asked of [google, facebook]) {
      expect(asked.get('state')).toMatch(/^[\w-]{32}$/);
      expect([asked.get('client_id'), asked.get('response_type')]).toEqual(['pickem-test', 'code']);
    }
  });

  test('the code is exchanged with the secret, and for Google with the verifier of its challenge', async () => {
    provider.be({ ...stranger(), emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    expect(provider.tokenRequests.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      client_id: 'pickem-test',
      client_secret: 'pickem-test-secret',
      code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
    });
  });

  describe('an address that has an account already', () => {
    test('is joined where both sides have verified it', async () => {
      const who = stranger();
      const browser = await signUp(who.email);
      await verify(browser, who.email);
      provider.be({ ...who, emailVerified: true });
      const other = openBrowser(league);
      expect((await other.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
      expect(await me(other)).toMatchObject({ id: (await me(browser))?.id, hasPassword: true, providers: ['google'] });
    });

    test.each<[string, Provider, { here: boolean; there: boolean }]>([
      ['only the provider has verified it', 'google', { here: false, there: true }],
      ['only this league has verified it', 'google', { here: true, there: false }],
      ['nobody has verified it', 'google', { here: false, there: false }],
      ['the provider never verifies', 'facebook', { here: true, there: true }],
    ])('is not joined where %s; the way on is told', async (_, name, { here, there }) => {
      const who = stranger();
      const owner = await signUp(who.email);
      if (here) await verify(owner, who.email);
      provider.be({ ...who, emailVerified: there });
      const browser = openBrowser(league);
      const { outcome } = await browser.visit('sign-in', name);
      const providerName = name === 'google' ? 'Google' : 'Facebook';
      expect(outcome).toEqual({
        kind: 'failed',
        provider: name,
        code: 'not_joined',
        message: `An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then join ${providerName} in your profile.`,
      });
      expect(await me(browser)).toBeNull();
      expect((await loginsOf(who.email)).map((login) => login.providerId)).toEqual(['credential']);

      // The way on: from the profile it works, whatever is verified.
      expect((await owner.visit('join', name)).outcome).toEqual({ kind: 'joined', provider: name, next: '/profile' });
      expect(await me(owner)).toMatchObject({ providers: [name], emailVerified: here });
      expect((await browser.visit('sign-in', name)).outcome.kind).toBe('signed-in');
      expect((await me(browser))?.id).toBe((await me(owner))?.id);
    });
  });

  test('Facebook without an e-mail address: there is a way on', async () => {
    const { id, name, email } = stranger();
    provider.be({ id, name });
    const browser = openBrowser(league);
    const { outcome } = await browser.visit('sign-in', 'facebook');
    expect(outcome).toEqual({
      kind: 'failed',
      provider: 'facebook',
      code: 'email_missing',
      message:
        'Facebook gave no email address. Sign in another way or create an account, then join Facebook in your profile.',
    });
    const owner = await signUp(email);
    expect((await owner.visit('join', 'facebook')).outcome.kind).toBe('joined');
    expect((await browser.visit('sign-in', 'facebook')).outcome.kind).toBe('signed-in');
    expect((await me(browser))?.id).toBe((await me(owner))?.id);
  });

  test('an identity belongs to one account', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    const other = await signUp(`other-${who.email}`);
    expect((await other.visit('join', 'google')).outcome).toMatchObject({
      code: 'joined_elsewhere',
      message: 'This Google account is already joined to another account here.',
    });
    expect(await me(other)).toMatchObject({ providers: [] });
  });

  test('joining what is joined already changes nothing', async () => {
    const who = stranger();
    const browser = await signUp(who.email);
    provider.be({ ...who, emailVerified: true });
    for (const _ of [1, 2]) expect((await browser.visit('join', 'google')).outcome.kind).toBe('joined');
    expect(await loginsOf(who.email)).toHaveLength(2);
  });

  test('a provider is left, but never the last way in', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    const refused = await browser.call(LEAVE, { params: { provider: 'google' } });
    expect([refused.status, refused.code]).toEqual([409, 'last_way_in']);
    (await browser.call('POST /api/auth/change-password', { body: { password: PASSWORD } })).ok();
    const left = await browser.call(LEAVE, { params: { provider: 'google' } });
    expect(left.ok()).toMatchObject({ hasPassword: true, providers: [] });
    expect((await browser.call(LEAVE, { params: { provider: 'google' } })).ok().providers).toEqual([]);
  });

  test('of two providers that are left at the same moment one stays', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    await browser.visit('join', 'facebook');
    const leave = (name: Provider) => browser.call(LEAVE, { params: { provider: name } });
    const replies = await Promise.all([leave('google'), leave('facebook')]);
    expect(replies.map((reply) => reply.code ?? 'ok').sort()).toEqual(['last_way_in', 'ok']);
    expect((await me(browser))?.providers).toHaveLength(1);
  });

  test('whoever cancels is told so and can try again', async () => {
    provider.be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    provider.refuseNext();
    expect((await browser.visit('sign-in', 'google')).outcome).toMatchObject({
      code: 'provider_refused',
      message: 'Google did not sign you in: it was cancelled or refused. Please try again.',
    });
    expect((await browser.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
  });

  test.each(['token', 'userinfo'] as const)('a provider that fails at the %s signs nobody in', async (what) => {
    provider.be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    provider.failNext(what);
    expect((await browser.visit('sign-in', 'google')).outcome).toMatchObject({
      code: 'provider_failed',
      message: 'Google did not answer as expected. Please try again.',
    });
    expect(await me(browser)).toBeNull();
  });

  test('a popup tells its page and stays out of the way, a redirect goes on', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const popup = await openBrowser(league).visit('sign-in', 'google', { next: '/picks?week=1' });
    expect(popup).toMatchObject({ status: 200, mode: 'popup', outcome: { next: '/picks?week=1' } });
    const browser = openBrowser(league);
    const redirect = await browser.visit('sign-in', 'google', { mode: 'redirect', next: '/picks?week=1' });
    expect(redirect).toMatchObject({ mode: 'redirect', goTo: '/picks?week=1' });
    const joined = await browser.visit('join', 'facebook', { mode: 'redirect' });
    expect(joined).toMatchObject({ mode: 'redirect', goTo: '/profile' });
    provider.refuseNext();
    expect(await browser.visit('join', 'google', { mode: 'redirect' })).toMatchObject({ goTo: '/profile' });
    provider.refuseNext();
    const failed = await openBrowser(league).visit('sign-in', 'google', { mode: 'redirect', next: '/picks' });
    expect(failed).toMatchObject({ goTo: '/login' });
  });

  test('a disabled person signs in, and learns that he is disabled', async () => {
    const who = stranger();
    provider.be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    const { id } = (await me(browser)) ?? { id: '' };
    await league.store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
    expect((await openBrowser(league).visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    const start = { params: { provider: 'facebook' as const }, body: { mode: 'popup' as const } };
    expect((await browser.call('POST /api/auth/providers/:provider/join', start)).code).toBe('account_disabled');
  });
});

test('a provider without credentials is not offered, and in the demo says what to set', async () => {
  const league = await createTestApp('sqlite');
  const said = { params: { provider: 'facebook' as const }, body: { mode: 'popup' as const } };
  expect((await league.call('GET /api/session', {})).ok().providers).toEqual([]);
  expect((await league.call('POST /api/auth/providers/:provider/sign-in', said)).code).toBe('provider_not_set_up');
  await league.close();

  const demo = await createTestApp('sqlite', {
    settings: {
      kind: 'demo',
      publicUrl: new URL('http://localhost:4280'),
      providers: { google: provider.providers.google },
    },
  });
  expect((await demo.call('GET /api/session', {})).ok().providers).toEqual(['google', 'facebook']);
  const reply = await demo.call('POST /api/auth/providers/:provider/sign-in', said);
  expect(reply.text).toContain(
    'Facebook is not set up. Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET, and start again.',
  );
  await demo.close();
});

test('the demo signs in under whichever loopback name it was opened', async () => {
  const demo = await createTestApp('sqlite', {
    settings: { kind: 'demo', publicUrl: new URL('http://localhost:4280'), providers: provider.providers },
  });
  for (const host of ['localhost:4280', '127.0.0.1:5000', 'localhost']) {
    const reply = await demo.call('POST /api/auth/providers/:provider/sign-in', {
      params: { provider: 'google' },
      body: { mode: 'popup' },
      headers: { host, origin: `http://${host}` },
    });
    const { url } = reply.ok();
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`http://${host}/api/auth/callback/google`);
  }
  await demo.close();
});

test('a closed league lets nobody in by a provider whom it does not know', async () => {
  const who = stranger();
  provider.be({ ...who, emailVerified: true });
  const league = await createTestApp('sqlite', { settings: { signUp: 'closed', providers: provider.providers } });
  expect((await openBrowser(league).visit('sign-in', 'google')).outcome).toMatchObject({
    code: 'sign_up_closed',
    message: errorTexts.sign_up_closed,
  });
  await league.close();
});

test('the page that people come back to runs files of ours alone, and is kept nowhere', async () => {
  const league = await createTestApp('sqlite', { settings: { providers: provider.providers } });
  const reply = await league.app.inject({ url: '/api/auth/callback/google?error=%3Cscript%3Ealert(1)%3C/script%3E' });
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['content-security-policy']).toContain("default-src 'self'");
  expect(reply.payload).not.toContain('<script>');
  expect(reply.payload).not.toMatch(/ style=| on\w+=/);
  for (const [, url] of reply.payload.matchAll(/(?:src|href)="(\/api[^"]*)"/g)) {
    const file = await league.app.inject({ url: url ?? '' });
    expect([url, file.statusCode]).toEqual([url, 200]);
    expect(file.headers['content-type']).toMatch(/^text\/(javascript|css)/);
  }
  expect((await league.app.inject({ url: '/api/auth/callback/myspace' })).statusCode).toBe(404);
  await league.close();
});
