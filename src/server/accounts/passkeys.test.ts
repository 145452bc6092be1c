import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import type { Fault, Passkey } from '#tests/authenticator.ts';
import { newPasskey } from '#tests/authenticator.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { engines } from '#tests/engines.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { passkeySite } from './passkeys.ts';
import { readSecurityLog } from './security-store.ts';

const BEGIN = 'POST /api/auth/passkeys/begin';
const ADD = 'POST /api/auth/passkeys';
const REMOVE = 'POST /api/auth/passkeys/remove';
const SIGN_IN = 'POST /api/auth/passkeys/sign-in';

test.each([
  ['https://pool.example.org', 'pool.example.org'],
  ['http://localhost:4280', 'localhost'],
  ['http://pool.local:4280', null],
  ['http://192.168.1.10:4280', null],
  ['https://192.168.1.10', null],
  ['https://[::1]', null],
])('passkeys at %s are of %s', (site, name) => {
  expect(passkeySite(site)?.name ?? null).toBe(name);
});

describe.each(engines)('Passkeys on %s', (engine) => {
  const mailbox = createMailbox();
  let league: TestApp;
  let made = 0;

  beforeAll(async () => {
    league = await createTestApp(engine, { settings: withMail, transport: mailbox.transport });
  });
  afterAll(() => league.close());

  async function signUp(): Promise<{ readonly email: string; readonly browser: TestBrowser }> {
    made += 1;
    const email = `pat${made}@example.org`;
    const browser = openBrowser(league);
    (await browser.call('POST /api/auth/sign-up', { body: { email, password: PASSWORD, displayName: 'Pat' } })).ok();
    return { email, browser };
  }

  const begin = async (browser: TestBrowser) =>
    (await browser.call(BEGIN, { body: { currentPassword: PASSWORD } })).ok().challenge;

  async function add(browser: TestBrowser, name = 'Phone', counts = false): Promise<Passkey> {
    const passkey = newPasskey(PUBLIC_URL, counts);
    (await browser.call(ADD, { body: { name, ...passkey.attest(await begin(browser)) } })).ok();
    return passkey;
  }

  const ask = async () => (await openBrowser(league).call('GET /api/auth/passkeys/sign-in', {})).ok().challenge;

  async function signIn(passkey: Passkey, fault?: Fault): Promise<string | null> {
    const reply = await openBrowser(league).call(SIGN_IN, { body: passkey.answer(await ask(), fault) });
    return reply.code ?? reply.ok().user?.email ?? null;
  }

  async function eventsOf(): Promise<string[]> {
    await league.deps.accounts.security.flush();
    const log = await readSecurityLog(league.store.db, undefined, { before: null, limit: 20 });
    return log.map(({ event, detail }) => `${event}${detail && `: ${detail}`}`);
  }

  test('sign their owner in, each by itself, and are logged and mailed', async () => {
    const { email, browser } = await signUp();
    const [phone, laptop] = [await add(browser), await add(browser, 'Laptop')];
    expect(await eventsOf()).toContain('passkey-added');
    expect(await mailbox.to(email, /passkey was added/)).toBeDefined();
    expect([await signIn(phone), await signIn(laptop), await signIn(phone)]).toEqual([email, email, email]);
    expect(await eventsOf()).toContain('sign-in: passkey');
    const { passkeys } = (await browser.call('GET /api/auth/passkeys', {})).ok();
    expect(passkeys.map(({ name, usedAt }) => [name, usedAt !== null])).toEqual([
      ['Phone', true],
      ['Laptop', true],
    ]);
  });

  test('can be renamed and removed by their owner alone, and sign in no more after that', async () => {
    const [{ browser }, { browser: other }] = [await signUp(), await signUp()];
    const passkey = await add(browser);
    const { id } = passkey;
    const rename = 'POST /api/auth/passkeys/rename';
    expect((await other.call(rename, { body: { id, name: 'Mine' } })).code).toBe('passkey_not_found');
    expect((await other.call(REMOVE, { body: { id, currentPassword: PASSWORD } })).code).toBe('passkey_not_found');
    expect((await browser.call(rename, { body: { id, name: 'Watch' } })).ok().passkeys).toMatchObject([
      { name: 'Watch' },
    ]);
    expect((await browser.call(REMOVE, { body: { id, currentPassword: 'wrong' } })).code).toBe('wrong_password');
    expect((await browser.call(REMOVE, { body: { id, currentPassword: PASSWORD } })).ok().passkeys).toEqual([]);
    expect(await signIn(passkey)).toBe('passkey_unknown');
  });

  test('need the password to be added, and the session in which that was begun', async () => {
    const [{ browser }, { browser: thief }] = [await signUp(), await signUp()];
    expect((await browser.call(BEGIN, { body: {} })).code).toBe('wrong_password');
    const challenge = await begin(browser);
    const body = { name: 'Phone', ...newPasskey(PUBLIC_URL).attest(challenge) };
    expect((await thief.call(ADD, { body })).code).toBe('passkey_refused');
    (await browser.call(ADD, { body })).ok();
  });

  test('are bounded for each account', async () => {
    const { browser } = await signUp();
    const user = (await browser.call('GET /api/session', {})).ok().user;
    const of = league.store.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', user?.id ?? '');
    const account_id = (await of.executeTakeFirstOrThrow()).account_id ?? '';
    const columns = { public_key: '', counter: 0, name: '', made_at: 1 };
    const rows = Array.from({ length: 20 }, (_, n) => ({ id: `${account_id}${n}`, account_id, ...columns }));
    await league.store.db.insertInto('passkeys').values(rows).execute();
    expect((await browser.call(BEGIN, { body: { currentPassword: PASSWORD } })).code).toBe('too_many_passkeys');
  });

  test.each<[string, Fault]>([
    ['made for another site', { origin: 'https://evil.example.com' }],
    ['of another host', { rpId: 'evil.example.com' }],
    ['with a challenge of their own', { challenge: 'bWFkZSB1cA' }],
    ['by a device that its owner did not unlock', { isLocked: true }],
  ])('refuse an answer %s, when they are added and when they sign in', async (_, fault) => {
    const { browser } = await signUp();
    const flawed = newPasskey(PUBLIC_URL).attest(await begin(browser), fault);
    expect((await browser.call(ADD, { body: { name: 'Phone', ...flawed } })).code).toBe('passkey_refused');
    expect(await signIn(await add(browser), fault)).toBe('passkey_refused');
    expect(await eventsOf()).toContain('sign-in-failed: wrong passkey');
  });

  test('refuse an answer that was used before, one for another purpose, and one of a copied device', async () => {
    const { browser, email } = await signUp();
    const passkey = await add(browser);
    const body = passkey.answer(await ask());
    (await openBrowser(league).call(SIGN_IN, { body })).ok();
    expect((await openBrowser(league).call(SIGN_IN, { body })).code).toBe('passkey_refused');
    const added = passkey.answer(await begin(browser));
    expect((await openBrowser(league).call(SIGN_IN, { body: added })).code).toBe('passkey_refused');
    const counting = await add(browser, 'Key', true);
    const [earlier, later] = [counting.answer(await ask()), counting.answer(await ask())];
    expect((await openBrowser(league).call(SIGN_IN, { body: later })).ok().user?.email).toBe(email);
    expect((await openBrowser(league).call(SIGN_IN, { body: earlier })).code).toBe('passkey_refused');
  });

  test('are no way in that a provider may be removed for, and go with a reset that disconnects all', async () => {
    const { email, browser } = await signUp();
    const passkey = await add(browser);
    await league.deps.outbox.idle();
    (await openBrowser(league).call('POST /api/auth/reset-request', { body: { email } })).ok();
    const token = await mailbox.tokenFor(email, '/reset');
    const body = { token, password: 'Tailgate8', disconnectProviders: true };
    (await openBrowser(league).call('POST /api/auth/reset', { body })).ok();
    expect(await signIn(passkey)).toBe('passkey_unknown');
  });
});
