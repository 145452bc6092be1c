import { describe, expect, test, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { Provider } from '#contract/shapes.ts';
import { createTestApp } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { me, stranger, withProvider, withProviderScene } from '#tests/provider-scene.ts';

const START = 'POST /api/auth/providers/:provider/sign-in';

const provider = withProvider();

/** Goes to Google. @returns its page, and the address at which the browser comes back */
async function leave(browser: TestBrowser) {
  const { url } = (await browser.call(START, { params: { provider: 'google' }, body: { mode: 'popup' } })).ok();
  const { headers } = await fetch(url, { redirect: 'manual' });
  return { page: new URL(url), wayBack: headers.get('location') ?? '' };
}

describe('Google and Facebook', () => {
  const scene = withProviderScene('sqlite', provider);

  test('are offered where they have credentials', async () => {
    const { league } = scene();
    expect((await league.call('GET /api/session', {})).ok().providers).toEqual(['google', 'facebook']);
  });

  test.each<[Provider, boolean]>([
    ['google', true],
    ['facebook', false],
  ])('%s lets a stranger in and makes an account for them', async (name, isVerified) => {
    const { league, mailbox, verify } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
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

  test.each([
    ['A\u202elex\nB\u0000\ud800', 'Alex B'],
    [`\u0000${'🏈'.repeat(51)}`, '🏈'.repeat(50)],
    ['\u200b\u202e', 'nameless'],
  ])('name the person in one line of whole characters that nothing turns around: %j', async (name, shown) => {
    const who = { ...stranger(), name, emailVerified: true };
    provider().be({ ...who, email: `nameless@${who.id}.example.org` });
    const browser = openBrowser(scene().league);
    await browser.visit('sign-in', 'google');
    expect((await me(browser))?.displayName).toBe(shown);
  });

  test('let the same person into the same account again, whatever their address is by then', async () => {
    const { league } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const here = openBrowser(league);
    await here.visit('sign-in', 'google');
    provider().be({ ...who, email: `new-${who.email}`, name: 'New Name', emailVerified: true });
    const there = openBrowser(league);
    expect((await there.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    expect(await me(there)).toEqual(await me(here));
    expect(await me(there)).toMatchObject({ email: who.email, displayName: who.name });
  });

  test('the tokens of a provider are not kept', async () => {
    const { league, loginsOf } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
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
    const { league } = scene();
    const browser = openBrowser(league);
    const ask = async (name: Provider) => {
      const said = { params: { provider: name }, body: { mode: 'popup' as const } };
      const { url } = (await browser.call(START, said)).ok();
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
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    expect(provider().tokenRequests.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      client_id: 'pickem-test',
      client_secret: 'pickem-test-secret',
      code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
    });
  });

  test('a flow is stored without its state, the secret of its cookie and its verifier', async () => {
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    await league.store.db.deleteFrom('verifications').execute();
    const { page, wayBack } = await leave(browser);
    const stored = JSON.stringify(await league.store.db.selectFrom('verifications').selectAll().execute());
    const cookie = browser.cookies.get('__Host-pickem.state');
    expect((await browser.comeBack(wayBack)).outcome.kind).toBe('signed-in');
    const verifier = provider().tokenRequests.at(-1)?.code_verifier;
    const secrets = [page.searchParams.get('state'), cookie, verifier].map(String);
    expect(secrets.map((secret) => secret.length)).toEqual([32, 43, 43]);
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(await league.store.db.selectFrom('verifications').selectAll().execute()).toEqual([]);
    expect(browser.cookies.has('__Host-pickem.state')).toBe(false);
  });

  test('who stays at the provider for more than ten minutes has to try again', async () => {
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    const { wayBack } = await leave(browser);
    const { expiresAt } = await league.store.db
      .selectFrom('verifications')
      .select('expiresAt')
      .executeTakeFirstOrThrow();
    expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(9.9 * 60_000);
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    const past = new Date(Date.now() - 1000).toISOString();
    await league.store.db.updateTable('verifications').set({ expiresAt: past }).execute();
    const page = await browser.comeBack(wayBack);
    expect(page).toMatchObject({ status: 200, mode: 'popup', outcome: { code: 'provider_expired' } });
    expect(await me(browser)).toBeNull();
  });

  test('a visit of the former form has to begin again', async () => {
    const { league } = scene();
    const state = '-1MTWjPmhL3aRrMXQm95FzmOuz0mE-8V';
    const returnUrl = 'https://pool.example.org/api/auth/return?act=sign-in&mode=popup&next=%2F&session=none';
    const value = {
      callbackURL: returnUrl,
      codeVerifier: 'R1RwO6ZjgjLqVJCbLWEa',
      errorURL: returnUrl,
      oauthState: state,
    };
    const at = new Date().toISOString();
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    await league.store.db
      .insertInto('verifications')
      .values({
        id: 'EWhEINH4kodWT2S03ypPmoROnLk0I9UO',
        identifier: 'hGNuOhuZ4M7MvS4hHTA4aN0etSL6k-EmcFaYA-jEgo8',
        value: JSON.stringify(value),
        expiresAt,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    const browser = openBrowser(league);
    browser.plant('__Host-pickem.state', `${state}.BRthA1LZ27hPaoGhGzgzI9%2BDGTAYYzHVawQ%2BSKj%2F4Jw%3D`);
    const page = await browser.comeBack(`https://pool.example.org/api/auth/callback/google?code=x&state=${state}`);
    expect(page).toMatchObject({ status: 200, outcome: { code: 'provider_expired' } });
    expect((await browser.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
  });

  test('a return in the name of another issuer signs nobody in', async () => {
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    const { wayBack } = await leave(browser);
    const { outcome } = await browser.comeBack(`${wayBack}&iss=https%3A%2F%2Fevil.example.com`);
    expect(outcome).toMatchObject({ code: 'provider_failed' });
    expect(await me(browser)).toBeNull();
  });

  test('a sign-in that cannot be stored leaves nothing, so the next try makes the account', async () => {
    const { league, loginsOf } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    vi.spyOn(league.deps.accounts.sessions, 'begin').mockRejectedValueOnce(new Error('no space left on device'));
    expect((await browser.visit('sign-in', 'google')).status).toBe(500);
    expect(await loginsOf(who.email)).toEqual([]);
    expect((await browser.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    expect(await me(browser)).toMatchObject({ email: who.email });
  });

  test('cancelling shows a message and allows another try', async () => {
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    provider().refuseNext();
    expect((await browser.visit('sign-in', 'google')).outcome).toMatchObject({
      code: 'provider_refused',
      message: 'Google did not sign you in: it was cancelled or refused. Please try again.',
    });
    expect((await browser.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
  });

  test.each(['token', 'userinfo'] as const)('a provider that fails at the %s signs nobody in', async (what) => {
    const { league } = scene();
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    provider().failNext(what);
    expect((await browser.visit('sign-in', 'google')).outcome).toMatchObject({
      code: 'provider_failed',
      message: 'Google did not answer as expected. Please try again.',
    });
    expect(await me(browser)).toBeNull();
  });

  test('a provider gets ten seconds to answer, and cannot send the league elsewhere', async () => {
    provider().be({ ...stranger(), emailVerified: true });
    const [asking, waiting] = [vi.spyOn(globalThis, 'fetch'), vi.spyOn(AbortSignal, 'timeout')];
    const { outcome } = await openBrowser(scene().league).visit('sign-in', 'google');
    expect(outcome.kind).toBe('signed-in');
    expect(asking.mock.calls.map(([, init]) => init?.redirect)).toEqual(['manual', 'manual', 'manual']);
    expect(waiting.mock.calls).toEqual([[10_000], [10_000]]);
    vi.restoreAllMocks();
  });

  test('a popup notifies its page and closes, a redirect continues', async () => {
    const { league } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const popup = await openBrowser(league).visit('sign-in', 'google', { next: '/picks?week=1' });
    expect(popup).toMatchObject({ status: 200, mode: 'popup', outcome: { next: '/picks?week=1' } });
    const browser = openBrowser(league);
    const redirect = await browser.visit('sign-in', 'google', { mode: 'redirect', next: '/picks?week=1' });
    expect(redirect).toMatchObject({ mode: 'redirect', goTo: '/picks?week=1' });
    const connected = await browser.visit('connect', 'facebook', { mode: 'redirect' });
    expect(connected).toMatchObject({ mode: 'redirect', goTo: '/profile/security' });
    provider().refuseNext();
    expect(await browser.visit('connect', 'google', { mode: 'redirect' })).toMatchObject({ goTo: '/profile/security' });
    provider().refuseNext();
    const failed = await openBrowser(league).visit('sign-in', 'google', { mode: 'redirect', next: '/picks' });
    expect(failed).toMatchObject({ goTo: '/login?to=%2Fpicks' });
  });

  test('a disabled person signs in, and learns that the account is disabled', async () => {
    const { league } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    const { id } = (await me(browser)) ?? { id: '' };
    await league.store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
    expect((await openBrowser(league).visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    const start = { params: { provider: 'facebook' as const }, body: { mode: 'popup' as const } };
    expect((await browser.call('POST /api/auth/providers/:provider/connect', start)).code).toBe('account_disabled');
  });
});

test('a provider without credentials is not offered, and in the demo says what to set', async () => {
  const league = await createTestApp('sqlite');
  const said = { params: { provider: 'facebook' as const }, body: { mode: 'popup' as const } };
  expect((await league.call('GET /api/session', {})).ok().providers).toEqual([]);
  expect((await league.call(START, said)).code).toBe('provider_not_set_up');
  await league.close();

  const demo = await createTestApp('sqlite', {
    settings: {
      kind: 'demo',
      publicUrl: new URL('http://localhost:4280'),
      providers: { google: provider().providers.google },
    },
  });
  expect((await demo.call('GET /api/session', {})).ok().providers).toEqual(['google', 'facebook']);
  const reply = await demo.call(START, said);
  expect(reply.text).toContain(
    'Facebook is not set up. Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET, and start again.',
  );
  await demo.close();
});

test('the demo signs in under whichever loopback name it was opened', async () => {
  const demo = await createTestApp('sqlite', {
    settings: { kind: 'demo', publicUrl: new URL('http://localhost:4280'), providers: provider().providers },
  });
  for (const host of ['localhost:4280', '127.0.0.1:5000', 'localhost']) {
    const reply = await demo.call(START, {
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
  provider().be({ ...who, emailVerified: true });
  const league = await createTestApp('sqlite', { settings: { signUp: 'closed', providers: provider().providers } });
  expect((await openBrowser(league).visit('sign-in', 'google')).outcome).toMatchObject({
    code: 'sign_up_closed',
    message: errors.sign_up_closed.text,
  });
  await league.close();
});

test('the page that people come back to runs files of ours alone, and is kept nowhere', async () => {
  const league = await createTestApp('sqlite', { settings: { providers: provider().providers } });
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
