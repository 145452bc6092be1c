import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { startOAuthServer } from '#tests/oauth-server.ts';
import { me, stranger, withProvider } from '#tests/provider-scene.ts';

const START = 'POST /api/auth/providers/:provider/sign-in';
const provider = withProvider();

describe('The OpenID Connect provider of a league', () => {
  const mailbox = createMailbox();
  let league: TestApp;

  beforeAll(async () => {
    const { google } = provider().providers;
    const settings = { providers: { google, oidc: provider().oidc }, ...withMail };
    league = await createTestApp('sqlite', { settings, transport: mailbox.transport });
  });
  afterAll(() => league.close());

  const visit = (browser = openBrowser(league)) => browser.visit('sign-in', 'oidc');

  test('is offered, lets a stranger in, and knows them again', async () => {
    expect((await league.call('GET /api/session', {})).ok().providers).toEqual(['google', 'oidc']);
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    expect((await visit(browser)).outcome).toEqual({ kind: 'signed-in', provider: 'oidc', next: '/' });
    const user = await me(browser);
    expect(user).toMatchObject({ email: who.email, displayName: who.name, emailVerified: false, providers: ['oidc'] });
    const again = openBrowser(league);
    await visit(again);
    expect((await me(again))?.id).toBe(user?.id);
  });

  test('is asked with a challenge and a nonce of each visit', async () => {
    const parametersOf = async () => {
      const { url } = (await league.call(START, { params: { provider: 'oidc' }, body: { mode: 'popup' } })).ok();
      return new URL(url).searchParams;
    };
    const [first, second] = [await parametersOf(), await parametersOf()];
    expect(first.get('scope')).toBe('openid email profile');
    for (const name of ['nonce', 'state', 'code_challenge']) {
      expect(first.get(name)).toMatch(/^[\w-]{32,}$/);
      expect(first.get(name)).not.toBe(second.get(name));
    }
    expect(first.get('code_challenge_method')).toBe('S256');
  });

  test.each([
    ['of another visit', { nonce: 'another' }],
    ['of another issuer', { iss: 'https://evil.example.com' }],
    ['for another client', { aud: 'another-league' }],
    ['that has expired', { exp: 1 }],
    ['of another person than the profile', { sub: 'victim' }],
  ])('signs nobody in with an identity token %s', async (_, claims) => {
    provider().be({ ...stranger(), emailVerified: true });
    provider().claimNext(claims);
    const browser = openBrowser(league);
    expect((await visit(browser)).outcome).toMatchObject({
      code: 'provider_failed',
      message: 'SSO did not answer as expected. Please try again.',
    });
    expect(await me(browser)).toBeNull();
  });

  test('signs nobody in with an identity token that somebody else signed', async () => {
    provider().be({ ...stranger(), emailVerified: true });
    provider().forgeNext();
    const browser = openBrowser(league);
    expect((await visit(browser)).outcome).toMatchObject({ code: 'provider_failed' });
    expect(await me(browser)).toBeNull();
  });

  test('does not link an account by an address that it calls verified, even if the account has verified it', async () => {
    const { email, ...who } = stranger();
    const signUp = { body: { email, password: PASSWORD, displayName: 'Kim' } };
    const owner = openBrowser(league);
    (await owner.call('POST /api/auth/sign-up', signUp)).ok();
    const token = await mailbox.tokenFor(email, '/verify');
    (await owner.call('POST /api/auth/verify', { body: { token } })).ok();
    const browser = openBrowser(league);
    for (const emailVerified of [false, true]) {
      provider().be({ ...who, email, emailVerified });
      expect((await visit(browser)).outcome).toMatchObject({ code: 'not_connected' });
      expect(await me(browser)).toBeNull();
    }
  });

  test('is not mixed up with another provider', async () => {
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(league);
    const { url } = (await browser.call(START, { params: { provider: 'oidc' }, body: { mode: 'popup' } })).ok();
    const answer = await fetch(url, { redirect: 'manual' });
    const back = (answer.headers.get('location') ?? '').replace('/callback/oidc', '/callback/google');
    expect((await browser.comeBack(back)).outcome).toMatchObject({ code: 'provider_expired' });
    expect(await me(browser)).toBeNull();
  });

  test('knows nobody of the provider that the league had before, even by the same id', async () => {
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const [browser, later] = [openBrowser(league), openBrowser(league)];
    await visit(browser);
    const other = await startOAuthServer();
    other.be({ ...who, email: `other-${who.email}`, emailVerified: true });
    const providers = league.deps.settings.providers as { oidc: unknown };
    const { oidc } = providers;
    providers.oidc = other.oidc;
    await visit(later);
    providers.oidc = oidc;
    await other.stop();
    const [first, second] = [await me(browser), await me(later)];
    expect(second?.email).toBe(`other-${who.email}`);
    expect(second?.id).not.toBe(first?.id);
  });
});

test('A provider that does not say its addresses is reported, and asked again the next time', async () => {
  let asked = 0;
  const server = createServer((_, reply) => {
    asked += 1;
    reply.writeHead(503).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const oidc = { ...provider().oidc, issuer: `http://127.0.0.1:${port}` };
  const league = await createTestApp('sqlite', { settings: { providers: { oidc } } });
  for (const _ of ['first', 'again']) {
    const reply = await league.call(START, { params: { provider: 'oidc' }, body: { mode: 'popup' } });
    expect([reply.status, reply.text]).toEqual([502, expect.stringContaining('SSO did not answer as expected.')]);
  }
  expect(asked).toBe(2);
  await league.close();
  server.close();
});

test('A provider that calls itself otherwise than the settings do is not used', async () => {
  const { issuer, ...client } = provider().oidc;
  const otherName = issuer.replace('127.0.0.1', 'localhost');
  const league = await createTestApp('sqlite', { settings: { providers: { oidc: { ...client, issuer: otherName } } } });
  expect((await fetch(`${otherName}/.well-known/openid-configuration`)).status).toBe(200);
  const reply = await league.call(START, { params: { provider: 'oidc' }, body: { mode: 'popup' } });
  expect([reply.status, reply.text]).toEqual([502, expect.stringContaining('SSO did not answer as expected.')]);
  await league.close();
});
