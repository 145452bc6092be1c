import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply, TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';
import type { Hasher } from './passwords.ts';
import { createAccount } from './store.ts';

const SIGN_IN = 'POST /api/auth/sign-in';
const PASSWORD = 'Tailgate7';
const FLOOD = 200;

/** Hashes at no cost, and counts what a slow one would have had to do. */
class CountingHasher implements Hasher {
  verified = 0;
  running = 0;
  mostRunning = 0;
  /** While set, work ends only when it is let go. */
  held: Promise<void> | null = null;

  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    this.verified += 1;
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    await (this.held ?? new Promise((resolve) => setImmediate(resolve)));
    this.running -= 1;
    return hash === `hash of ${password}`;
  }
}

function codes(replies: readonly Reply<typeof SIGN_IN>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of replies) counts[code ?? 'ok'] = (counts[code ?? 'ok'] ?? 0) + 1;
  return counts;
}

describe('Sign-in', () => {
  const hasher = new CountingHasher();
  const mailbox = createMailbox();
  const settings = { ...withMail, ...behindProxy };
  const league = withLeague('sqlite', { settings, hasher, transport: mailbox.transport });
  let made = 0;

  beforeEach(() => {
    hasher.verified = 0;
    hasher.mostRunning = 0;
  });

  async function addAccount(): Promise<string> {
    made += 1;
    const email = `player${made}@example.org`;
    await createAccount(league.store, { email, displayName: 'Kim', passwordHash: `hash of ${PASSWORD}` }, Date.now());
    return email;
  }

  const attempt = (email: string, password: string, browser: TestBrowser = openBrowser(league)) =>
    browser.call(SIGN_IN, { body: { email, password } });
  const signIn = (email: string, browser?: TestBrowser) => attempt(email, PASSWORD, browser);

  test('wrong passwords from one address on many accounts: few are looked at, everybody else gets in', async () => {
    const victims = await Promise.all(Array.from({ length: FLOOD }, addAccount));
    const player = await addAccount();
    const attacker = openBrowser(league);
    const flood = victims.map((email) => attempt(email, 'Wrong1', attacker));
    const others = Array.from({ length: 5 }, () => signIn(player));
    expect(codes(await Promise.all(others))).toEqual({ ok: 5 });
    const { wrong_password: looked = 0, ...refused } = codes(await Promise.all(flood));
    expect(looked).toBeLessThanOrEqual(20);
    expect((refused.too_many_attempts ?? 0) + (refused.busy ?? 0)).toBe(FLOOD - looked);
    expect(hasher.verified).toBe(looked + 5);
    expect(hasher.mostRunning).toBeLessThanOrEqual(2);
  });

  test('wrong passwords from many addresses on one account: few are looked at, everybody else gets in', async () => {
    const [victim, player] = [await addAccount(), await addAccount()];
    const flood = Array.from({ length: FLOOD }, () => attempt(victim, 'Wrong1'));
    expect(codes(await Promise.all([signIn(player), signIn(player)]))).toEqual({ ok: 2 });
    expect(codes(await Promise.all(flood))).toEqual({ wrong_password: 10, too_many_attempts: FLOOD - 10 });
    expect(hasher.verified).toBe(12);
  });

  test('under such an attack the owner gets in from a known device', async () => {
    const email = await addAccount();
    const phone = openBrowser(league);
    (await signIn(email, phone)).ok();
    (await phone.call('POST /api/auth/sign-out', {})).ok();
    await Promise.all(Array.from({ length: FLOOD }, () => attempt(email, 'Wrong1')));
    expect((await signIn(email)).code).toBe('too_many_attempts');
    expect((await signIn(email, phone)).ok().user?.email).toBe(email);
  });

  test('the same from the address that the attack comes from', async () => {
    const email = await addAccount();
    const bar = '203.0.113.77';
    const phone = openBrowser(league, bar);
    (await signIn(email, phone)).ok();
    const rival = openBrowser(league, bar);
    for (let n = 0; n < 25; n += 1) await attempt(`nobody${n}@example.org`, 'Wrong1', rival);
    expect((await signIn(email, openBrowser(league, bar))).code).toBe('too_many_attempts');
    expect((await signIn(email, phone)).code).toBeNull();
  });

  test('a device that is known has a limit of its own', async () => {
    const email = await addAccount();
    const [phone, laptop] = [openBrowser(league), openBrowser(league)];
    for (const device of [phone, laptop]) (await signIn(email, device)).ok();
    const tries: Reply<typeof SIGN_IN>[] = [];
    for (let n = 0; n < 15; n += 1) tries.push(await attempt(email, 'Wrong1', phone));
    expect(codes(tries)).toEqual({ wrong_password: 10, too_many_attempts: 5 });
    expect((await signIn(email, phone)).code).toBe('too_many_attempts');
    expect((await signIn(email, laptop)).code).toBeNull();
    expect((await signIn(email)).code).toBeNull();
  });

  test('the mark of a device counts for its account alone, and cannot be made up', async () => {
    const [mine, theirs] = [await addAccount(), await addAccount()];
    const browser = openBrowser(league);
    (await signIn(mine, browser)).ok();
    const owner = openBrowser(league);
    (await signIn(theirs, owner)).ok();
    const name = [...owner.cookies.keys()].find((each) => each.includes('device')) ?? '';
    await Promise.all(Array.from({ length: 20 }, () => attempt(theirs, 'Wrong1')));
    const [ownMark = ''] = [...browser.cookies].filter(([key]) => key.includes('device')).map(([, value]) => value);
    for (const value of [ownMark, 'device', 'device.signature', '.', `${ownMark.split('.')[0]}.`, '%00.%00']) {
      browser.plant(name, value);
      expect([value, (await signIn(theirs, browser)).code]).toEqual([value, 'too_many_attempts']);
    }
  });

  test('successful sign-ins are not counted: a whole office signs in from one address', async () => {
    const office = '203.0.113.80';
    for (let n = 0; n < 40; n += 1) {
      expect((await signIn(await addAccount(), openBrowser(league, office))).code).toBeNull();
    }
  });

  test('unknown addresses count too, and no password is looked at for them', async () => {
    const browser = openBrowser(league);
    const tries: Reply<typeof SIGN_IN>[] = [];
    for (let n = 0; n < 30; n += 1) tries.push(await attempt(`unknown${n}@example.org`, PASSWORD, browser));
    expect(codes(tries)).toEqual({ user_not_found: 20, too_many_attempts: 10 });
    expect(hasher.verified).toBe(0);
  });

  test('nodes of one league count together', async () => {
    const other = await createTestApp('sqlite', { settings, hasher, location: league.store.location });
    const email = await addAccount();
    const tries: Reply<typeof SIGN_IN>[] = [];
    for (let n = 0; n < 14; n += 1) tries.push(await attempt(email, 'Wrong1', openBrowser(n % 2 ? league : other)));
    expect(codes(tries)).toEqual({ wrong_password: 10, too_many_attempts: 4 });
    await other.close();
  });

  test('a refusal says when to retry', async () => {
    const email = await addAccount();
    for (let n = 0; n < 10; n += 1) await attempt(email, 'Wrong1');
    const reply = await attempt(email, 'Wrong1');
    expect([reply.status, JSON.parse(reply.text).error.message]).toEqual([
      429,
      'Too many attempts. Please try again in a minute.',
    ]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('a new password by mail opens the account at once, even during further guesses', async () => {
    const email = await addAccount();
    await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'Wrong1')));
    const laptop = openBrowser(league);
    expect((await signIn(email, laptop)).code).toBe('too_many_attempts');
    (await laptop.call('POST /api/auth/reset-request', { body: { email } })).ok();
    const token = await mailbox.tokenFor(email, '/reset');
    (await laptop.call('POST /api/auth/reset', { body: { token, password: 'Xyz789' } })).ok();
    await Promise.all(Array.from({ length: 20 }, () => attempt(email, 'Wrong1')));
    expect((await attempt(email, 'Xyz789', laptop)).code).toBeNull();
  });

  test('when too much is waiting, who comes is asked to come again, and nothing is counted', async () => {
    const emails = await Promise.all(Array.from({ length: 16 }, addAccount));
    let letGo = () => {};
    hasher.held = new Promise((resolve) => {
      letGo = () => resolve();
    });
    const office = '203.0.113.81';
    const waiting = emails.slice(0, 13).map((email) => signIn(email, openBrowser(league, office)));
    await until(() => hasher.running === 1 && league.deps.accounts.passwords.isBusy([office]));
    const late = await signIn(emails[14] ?? '', openBrowser(league, office));
    expect([late.status, late.code, late.headers['retry-after']]).toEqual([503, 'busy', '2']);
    const elsewhere = signIn(emails[15] ?? '');
    await until(() => hasher.running === 2);
    letGo();
    hasher.held = null;
    expect(codes(await Promise.all([...waiting, elsewhere]))).toEqual({ ok: 14 });
    expect((await signIn(emails[14] ?? '', openBrowser(league, office))).code).toBeNull();
  });
});

describe('Signing up and asking for a new password', () => {
  const mailbox = createMailbox();
  let league: TestApp;

  beforeAll(async () => {
    const settings = { ...withMail, ...behindProxy };
    league = await createTestApp('sqlite', { settings, hasher: new CountingHasher(), transport: mailbox.transport });
  });

  afterAll(() => league.close());

  test('one address makes some accounts at once, but not any number', async () => {
    const browser = openBrowser(league);
    const results: string[] = [];
    for (let n = 0; n < 42; n += 1) {
      const body = { email: `new${n}@example.org`, password: PASSWORD, displayName: 'Kim' };
      results.push((await browser.call('POST /api/auth/sign-up', { body })).code ?? 'ok');
    }
    expect(results.lastIndexOf('ok')).toBe(39);
    expect(results.slice(40)).toEqual(['too_many_attempts', 'too_many_attempts']);
  });

  test('an address is asked about some times, from wherever', async () => {
    const body = { email: 'new1@example.org', password: PASSWORD, displayName: 'Kim' };
    const results: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      results.push((await openBrowser(league).call('POST /api/auth/sign-up', { body })).code ?? 'ok');
    }
    expect(results[8]).toBe('email_taken');
    expect(results[10]).toBe('too_many_attempts');
  });

  test.each(['new2@example.org', 'nobody@example.org'])(
    'mail is asked for three times, whether there is an account or not: %s',
    async (email) => {
      const results: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        results.push(
          (await openBrowser(league).call('POST /api/auth/reset-request', { body: { email } })).code ?? 'ok',
        );
      }
      expect(results).toEqual(['ok', 'ok', 'ok', 'too_many_attempts', 'too_many_attempts']);
    },
  );

  test('mail is asked for ten times from one address', async () => {
    const browser = openBrowser(league);
    const results: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const body = { email: `someone${n}@example.org` };
      results.push((await browser.call('POST /api/auth/reset-request', { body })).code ?? 'ok');
    }
    expect(results.filter((code) => code === 'ok')).toHaveLength(10);
  });
});
