import { generateSync } from 'otplib/functional';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessOfViewers } from '#server/platform/live/viewers.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import { newPasskey } from '#tests/authenticator.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { addPerson, addPool, addSecondFactor } from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { withProvider } from '#tests/provider-scene.ts';
import { createPendingSignIns, newRecoveryCodes, stepOf, tidyCode } from './second-factor.ts';
import { readSecurityLog } from './security-store.ts';
import { createSigner } from './signed-text.ts';

const SECOND = 1000;
const NOON = Date.UTC(2026, 8, 13, 16);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const codeAt = (secret: string, at: number) => generateSync({ secret, epoch: Math.floor(at / SECOND) });

test.each([
  ['now', 0, true],
  ['30 seconds ago', -30 * SECOND, true],
  ['in 30 seconds', 30 * SECOND, true],
  ['90 seconds ago', -90 * SECOND, false],
  ['in 90 seconds', 90 * SECOND, false],
])('the code of %s: accepted %s', (_, offset, isRight) => {
  expect(stepOf(SECRET, codeAt(SECRET, NOON + offset), 0, NOON) !== null).toBe(isRight);
});

test('a code is good once, and after it only later ones', () => {
  const code = codeAt(SECRET, NOON);
  const step = stepOf(SECRET, code, 0, NOON) ?? 0;
  expect(stepOf(SECRET, code, step, NOON)).toBeNull();
  expect(stepOf(SECRET, codeAt(SECRET, NOON - 30 * SECOND), step, NOON)).toBeNull();
  expect(stepOf(SECRET, codeAt(SECRET, NOON + 30 * SECOND), step, NOON)).toBe(step + 1);
});

test('no code is right after the clock of the server was set back by minutes', () => {
  const step = stepOf(SECRET, codeAt(SECRET, NOON), 0, NOON) ?? 0;
  const earlier = NOON - 90 * SECOND;
  expect(stepOf(SECRET, codeAt(SECRET, earlier), step, earlier)).toBeNull();
});

test('recovery codes are ten, all different, and may be typed carelessly', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/);
  expect(tidyCode(' k7qp 2mxa-9tfd hw3c')).toBe('K7QP2MXA9TFDHW3C');
});

test('a sign-in waits in a signed cookie for five minutes; nobody can make or change one', () => {
  const pending = createPendingSignIns(createSigner('secret', 'pending sign-in'), true);
  const waiting = { accountId: 'a', deviceKey: null, by: 'password' };
  const cookie = pending.keep(waiting, NOON);
  expect(cookie).toMatch(/^__Host-pickem\.pending=.*; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const value = /=([^;]*)/.exec(cookie)?.[1] ?? '';
  const find = (text: string, at = NOON) => pending.find({ '__Host-pickem.pending': text }, at);
  expect(find(value, NOON + 299 * SECOND)).toEqual(waiting);
  expect(find(value, NOON + 300 * SECOND)).toBeNull();
  const [content = '', signature = ''] = value.split('.');
  const forged = Buffer.from(Buffer.from(content, 'base64url').toString().replace('"a"', '"b"')).toString('base64url');
  expect([find(`${forged}.${signature}`), find(content), find('')]).toEqual([null, null, null]);
  const otherPurpose = createPendingSignIns(createSigner('secret', 'passkey challenge'), true);
  expect(otherPurpose.find({ '__Host-pickem.pending': value }, NOON)).toBeNull();
});

const provider = withProvider();

describe.each(usualEngines)('A second factor on %s', (engine) => {
  let league: TestApp;
  let mailbox: Mailbox;
  let made = 0;

  beforeAll(async () => {
    mailbox = createMailbox();
    const settings = { ...withMail, ...behindProxy, providers: provider().providers };
    league = await createTestApp(engine, { settings, transport: mailbox.transport });
  });
  afterAll(() => league.close());

  interface Owner {
    readonly email: string;
    readonly browser: TestBrowser;
    readonly recoveryCodes: readonly string[];
    /** A code of the app that was not used yet. */
    code(): Promise<string>;
  }

  async function signUp(): Promise<{ readonly email: string; readonly browser: TestBrowser }> {
    made += 1;
    const email = `sam${made}@example.org`;
    const browser = openBrowser(league);
    (await browser.call('POST /api/auth/sign-up', { body: { email, password: PASSWORD, displayName: 'Sam' } })).ok();
    return { email, browser };
  }

  async function turnOn(email: string, browser: TestBrowser): Promise<Owner> {
    const proof = { currentPassword: PASSWORD };
    const { secret } = (await browser.call('POST /api/auth/second-factor/begin', { body: proof })).ok();
    const confirm = { body: { code: codeAt(secret, Date.now()) } };
    const { recoveryCodes } = (await browser.call('POST /api/auth/second-factor/confirm', confirm)).ok();
    const code = async () => {
      // As if the app had moved on: the last code counts as one of long ago.
      await league.store.db.updateTable('second_factors').set({ last_step: 0 }).where('secret', '=', secret).execute();
      return codeAt(secret, Date.now());
    };
    return { email, browser, recoveryCodes, code };
  }

  async function owner(): Promise<Owner> {
    const { email, browser } = await signUp();
    return turnOn(email, browser);
  }

  const signIn = (browser: TestBrowser, email: string, password = PASSWORD) =>
    browser.call('POST /api/auth/sign-in', { body: { email, password } });
  const finish = (browser: TestBrowser, code: string) =>
    browser.call('POST /api/auth/second-factor', { body: { code } });
  const session = async (browser: TestBrowser) => (await browser.call('GET /api/session', {})).ok();
  async function events(): Promise<string[]> {
    await league.deps.accounts.security.flush();
    const log = await readSecurityLog(league.store.db, undefined, { before: null, limit: 20 });
    return log.map(({ event, detail }) => `${event}${detail && `: ${detail}`}`);
  }

  test('is asked for after the password, and signs in with a code of the app, or with a recovery code', async () => {
    const { email, code, recoveryCodes } = await owner();
    const browser = openBrowser(league);
    expect((await signIn(browser, email)).ok()).toMatchObject({ user: null, waitsForCode: true });
    expect(await session(browser)).toMatchObject({ user: null, waitsForCode: true });
    expect((await finish(browser, await code())).ok().user?.email).toBe(email);
    expect(await session(browser)).toMatchObject({ user: { email }, waitsForCode: false });
    expect(await events()).toContain('sign-in: password and code');

    const other = openBrowser(league);
    (await signIn(other, email)).ok();
    const [recovery = ''] = recoveryCodes;
    const user = (await finish(other, recovery.toLowerCase())).ok().user;
    expect(user?.secondFactor).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await events()).toEqual(
      expect.arrayContaining(['recovery-code-used', 'sign-in: password and recovery code']),
    );
    await mailbox.to(email, /recovery code was used/);
    const third = openBrowser(league);
    (await signIn(third, email)).ok();
    expect((await finish(third, recovery)).code).toBe('wrong_code');
  });

  test('is turned on by a first right code only, which ends all other sessions and is mailed', async () => {
    const { email, browser } = await signUp();
    const other = openBrowser(league);
    (await signIn(other, email)).ok();
    const begin = 'POST /api/auth/second-factor/begin';
    expect((await browser.call(begin, { body: { currentPassword: 'wrong' } })).code).toBe('wrong_password');
    (await browser.call(begin, { body: { currentPassword: PASSWORD } })).ok();
    expect((await browser.call('POST /api/auth/second-factor/confirm', { body: { code: '000000' } })).code).toBe(
      'wrong_code',
    );
    expect((await signIn(openBrowser(league), email)).ok().user?.email).toBe(email);
    await turnOn(email, browser);
    expect([(await session(other)).user, (await session(browser)).user?.email]).toEqual([null, email]);
    await mailbox.to(email, /second factor is on/);
    expect((await browser.call(begin, { body: { currentPassword: PASSWORD } })).code).toBe('second_factor_exists');
  });

  test.each([
    ['without the password', null, 'sign_in_expired'],
    ['with a code that was used', 'used', 'wrong_code'],
    ['with a made-up code', 'AAAA-BBBB-CCCC-DDDD', 'wrong_code'],
    ["with another one's code", 'other', 'wrong_code'],
  ])('is not passed %s', async (_, what, refusal) => {
    const [{ email, code }, other] = [await owner(), await owner()];
    const browser = openBrowser(league);
    const used = await code();
    if (what !== null) (await signIn(browser, email)).ok();
    if (what === 'used') {
      const first = openBrowser(league);
      (await signIn(first, email)).ok();
      (await finish(first, used)).ok();
    }
    const given = what === 'used' || what === null ? used : what === 'other' ? await other.code() : what;
    expect((await finish(browser, given)).code).toBe(refusal);
    expect((await session(browser)).user).toBeNull();
  });

  test('cannot be guessed: after five wrong codes everybody who has the password waits', async () => {
    const { email, code } = await owner();
    const browser = openBrowser(league);
    (await signIn(browser, email)).ok();
    for (let n = 0; n < 5; n += 1) expect((await finish(browser, `00000${n}`)).code).toBe('wrong_code');
    const other = openBrowser(league);
    (await signIn(other, email)).ok();
    for (let n = 0; n < 2; n += 1) expect((await finish(other, await code())).code).toBe('too_many_attempts');
    await mailbox.to(email, /entered wrong codes/);
    await league.deps.outbox.idle();
    expect(mailbox.mails.filter(({ to, subject }) => to === email && /wrong codes/.test(subject))).toHaveLength(1);
    expect(await events()).toContain('sign-in-failed: wrong second factor');
  });

  test('is not passed by a reset, nor by a provider', async () => {
    const { email, browser: signedIn, code } = await owner();
    provider().be({ id: email, email, emailVerified: true });
    expect((await signedIn.visit('connect', 'google')).outcome.kind).toBe('connected');
    const visitor = openBrowser(league);
    expect((await visitor.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
    expect(await session(visitor)).toMatchObject({ user: null, waitsForCode: true });
    expect((await finish(visitor, await code())).ok().user?.email).toBe(email);
    expect(await events()).toContain('sign-in: Google and code');

    const browser = openBrowser(league);
    (await browser.call('POST /api/auth/reset-request', { body: { email } })).ok();
    const token = await mailbox.tokenFor(email, '/reset');
    (await browser.call('POST /api/auth/reset', { body: { token, password: 'Tailgate8' } })).ok();
    expect((await session(browser)).user).toBeNull();
    expect((await signIn(browser, email, 'Tailgate8')).ok()).toMatchObject({ user: null, waitsForCode: true });
  });

  test.each([
    ['a new password', 'POST /api/auth/change-password', { currentPassword: PASSWORD, password: 'Tailgate8' }],
    ['a sign-out everywhere', 'POST /api/auth/sign-out-everywhere', undefined],
  ] as const)('is not enough for a sign-in that was begun before %s', async (_, name, body) => {
    const { email, browser: signedIn, code } = await owner();
    const thief = openBrowser(league);
    (await signIn(thief, email)).ok();
    (await signedIn.call(name, { body } as never)).ok();
    expect((await finish(thief, await code())).code).toBe('sign_in_expired');
  });

  test('is no longer asked for in a browser whose sign-in cannot be finished anymore', async () => {
    const { email, browser: signedIn, code } = await owner();
    const browser = openBrowser(league);
    (await signIn(browser, email)).ok();
    (await signedIn.call('POST /api/sessions/end-others', {})).ok();
    expect((await finish(browser, await code())).code).toBe('sign_in_expired');
    expect(await session(browser)).toMatchObject({ waitsForCode: false });
  });

  test('waits in one browser only, and no more once that signs out', async () => {
    const { email, code } = await owner();
    const [browser, other] = [openBrowser(league), openBrowser(league)];
    (await signIn(browser, email)).ok();
    expect((await finish(other, await code())).code).toBe('sign_in_expired');
    (await browser.call('POST /api/auth/sign-out', {})).ok();
    expect(await session(browser)).toMatchObject({ waitsForCode: false });
    expect((await finish(browser, await code())).code).toBe('sign_in_expired');
  });

  test('is needed to add a passkey, which signs in without it from then on', async () => {
    const { browser, code, email } = await owner();
    const begin = 'POST /api/auth/passkeys/begin';
    const proof = { currentPassword: PASSWORD };
    expect((await browser.call(begin, { body: proof })).code).toBe('wrong_code');
    expect((await browser.call(begin, { body: { ...proof, code: '000000' } })).code).toBe('wrong_code');
    const { challenge } = (await browser.call(begin, { body: { ...proof, code: await code() } })).ok();
    const passkey = newPasskey(PUBLIC_URL);
    (await browser.call('POST /api/auth/passkeys', { body: { name: 'Phone', ...passkey.attest(challenge) } })).ok();
    const other = openBrowser(league);
    const asked = (await other.call('GET /api/auth/passkeys/sign-in', {})).ok();
    const body = passkey.answer(asked.challenge);
    expect((await other.call('POST /api/auth/passkeys/sign-in', { body })).ok().user?.email).toBe(email);
  });

  test('is turned off by password and code, and its recovery codes are renewed by both', async () => {
    const { email, browser, code, recoveryCodes } = await owner();
    const renew = 'POST /api/auth/second-factor/recovery-codes';
    const remove = 'POST /api/auth/second-factor/remove';
    for (const name of [renew, remove] as const) {
      expect((await browser.call(name, { body: { code: await code(), currentPassword: 'wrong' } })).code).toBe(
        'wrong_password',
      );
      expect((await browser.call(name, { body: { code: '000000', currentPassword: PASSWORD } })).code).toBe(
        'wrong_code',
      );
    }
    const proof = { currentPassword: PASSWORD };
    const { recoveryCodes: renewed } = (await browser.call(renew, { body: { code: await code(), ...proof } })).ok();
    expect(renewed.filter((each) => recoveryCodes.includes(each))).toEqual([]);
    const gone = { body: { code: recoveryCodes[0] ?? '', ...proof } };
    expect((await browser.call(remove, gone)).code).toBe('wrong_code');
    const changes: string[] = [];
    league.deps.live.onChange(({ kind }) => changes.push(kind));
    expect((await browser.call(remove, { body: { code: renewed[0] ?? '', ...proof } })).ok().secondFactor).toBeNull();
    expect(changes, 'live pages check again what they may show').toEqual(['sessions']);
    await mailbox.to(email, /second factor is off/);
    expect((await signIn(openBrowser(league), email)).ok().user?.email).toBe(email);
  });

  test('is taken off by an admin for somebody who lost it, not for oneself, which ends their sessions and is logged', async () => {
    const { email, browser } = await owner();
    const admin = await addPerson(league.deps, { isAdmin: true });
    const userId = (await session(browser)).user?.id ?? '';
    const take = 'DELETE /api/users/:userId/second-factor';
    const own = { as: admin, params: { userId: admin.userId } };
    expect((await league.call(take, own)).code).toBe('not_on_oneself');
    (await league.call(take, { as: admin, params: { userId } })).ok();
    expect((await session(browser)).user).toBeNull();
    expect(await events()).toContain('second-factor-off: by an admin');
    await mailbox.to(email, /second factor is off/);
    expect((await signIn(openBrowser(league), email)).ok().user?.email).toBe(email);
  });
});

describe.each(usualEngines)('A league on %s that requires a second factor', (engine) => {
  let league: TestApp;

  beforeAll(async () => {
    league = await createTestApp(engine, { settings: { secondFactor: 'required' } });
  });
  afterAll(() => league.close());

  test('lets admins and commissioners act as such only with one; players need none', async () => {
    const { deps } = league;
    const [admin, runner, player] = [
      await addPerson(deps, { isAdmin: true }),
      await addPerson(deps),
      await addPerson(deps),
    ];
    const poolId = await addPool(deps, { members: [player], commissioners: [runner] });
    const lacks = async (as: { readonly cookie: string }) =>
      (await league.call('GET /api/session', { as })).ok().user?.lacksSecondFactor;
    const answers = async () => [
      (await league.call('GET /api/users', { as: admin })).code,
      (await league.call('GET /api/pools/:poolId/members', { as: runner, params: { poolId } })).code,
      (await league.call('GET /api/pools/:poolId', { as: player, params: { poolId } })).code,
    ];
    const listed = async () =>
      (await league.call('GET /api/pools', { as: runner })).ok().pools.find(({ id }) => id === poolId);
    expect(await answers()).toEqual(['admin_only', 'not_a_member', null]);
    expect(await listed()).toMatchObject({ isCommissioner: false, details: null });
    expect(await listed()).not.toHaveProperty('requests');
    expect([await lacks(admin), await lacks(runner), await lacks(player)]).toEqual([true, true, false]);
    const watching = async () => {
      const viewers = [admin, runner].map(({ token, userId }) => ({ token, userId, poolIds: [poolId] }));
      const access = await accessOfViewers(league.store, viewers, Date.now(), true);
      return [access.get(admin.token)?.isAdmin, access.get(runner.token)?.commissionerOf.has(poolId)];
    };
    expect(await watching()).toEqual([false, false]);
    for (const person of [admin, runner]) await addSecondFactor(deps, person);
    expect(await answers()).toEqual([null, null, null]);
    expect(await listed()).toMatchObject({ isCommissioner: true, requests: 0, details: {} });
    expect(await watching()).toEqual([true, true]);
    expect([await lacks(admin), await lacks(runner)]).toEqual([false, false]);
  });

  test('tells admins at once that they have their role back', async () => {
    const as = await addPerson(league.deps, { isAdmin: true });
    const { secret } = (await league.call('POST /api/auth/second-factor/begin', { as, body: {} })).ok();
    const body = { code: codeAt(secret, Date.now()) };
    const { user } = (await league.call('POST /api/auth/second-factor/confirm', { as, body })).ok();
    expect(user).toMatchObject({ isAdmin: true, lacksSecondFactor: false });
  });
});
