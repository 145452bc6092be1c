import { describe, expect, test } from 'vitest';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { behindProxy, withMail } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { addPerson } from '#tests/builders.ts';
import { withLeague } from '#tests/league.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';
import { findCredentials } from './store.ts';

const LIST = 'GET /api/sessions';
const END = 'DELETE /api/sessions/:sessionId';
const SIGN_IN = 'POST /api/auth/sign-in';
const SIGN_UP = 'POST /api/auth/sign-up';
const SIGN_OUT_USER = 'DELETE /api/users/:userId/sessions';

const onWindows = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
};

let made = 0;

describe('Sessions', () => {
  const mailbox = createMailbox();
  const league = withLeague('sqlite', { settings: { ...withMail, ...behindProxy }, transport: mailbox.transport });

  /** Somebody who signed up here, and the network they came from. */
  async function signUp(address: string) {
    made += 1;
    const [email, browser] = [`owner${made}@example.org`, openBrowser(league, address)];
    (await browser.call(SIGN_UP, { body: { email, password: PASSWORD, displayName: 'Kim' } })).ok();
    return { email, browser };
  }

  async function signIn(browser: TestBrowser, email: string): Promise<TestBrowser> {
    (await browser.call(SIGN_IN, { body: { email, password: PASSWORD } }, onWindows)).ok();
    return browser;
  }

  async function isIn(browser: TestBrowser): Promise<boolean> {
    return (await browser.call('GET /api/session', {})).ok().user !== null;
  }

  test('are listed for their owner: device, network, last seen, and which is this one', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    await signIn(openBrowser(league, '198.51.100.9'), email);
    const { sessions } = (await browser.call(LIST, {})).ok();
    expect(sessions).toHaveLength(2);
    const facts = sessions.map(({ device, network, isCurrent }) => ({ device, network, isCurrent }));
    expect(facts).toContainEqual({ device: 'Unknown browser', network: 'this network', isCurrent: true });
    expect(facts).toContainEqual({ device: 'Firefox on Windows', network: '198.51.100.x', isCurrent: false });
  });

  test('show where they were last used, recorded every few minutes', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const other = await signIn(openBrowser(league, '198.51.100.9'), email);
    const lastSeen = async () => {
      const { sessions, now } = (await browser.call(LIST, {})).ok();
      const seen = sessions.find(({ isCurrent }) => !isCurrent);
      return seen && { network: seen.network, minutes: Math.round((now - seen.lastSeenAt) / 60_000) };
    };
    const ago = new Date(Date.now() - 30 * 60_000).toISOString();
    await league.store.db.updateTable('sessions').set({ updatedAt: ago }).execute();
    expect(await lastSeen()).toEqual({ network: '198.51.100.x', minutes: 30 });
    await other.call('GET /api/session', {}, { 'x-forwarded-for': '203.0.113.7' });
    await league.deps.accounts.sessions.idle();
    expect(await lastSeen()).toEqual({ network: 'this network', minutes: 0 });
  });

  test('that ended are not listed', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const before = new Date(Date.now() - 1000).toISOString();
    const { id } = (await browser.call(LIST, {})).ok().sessions[0] ?? { id: '' };
    await league.store.db.updateTable('sessions').set({ expiresAt: before }).where('id', '=', id).execute();
    const other = await signIn(openBrowser(league), email);
    expect((await other.call(LIST, {})).ok().sessions).toHaveLength(1);
  });

  test('are so many at most for each account: the ones used first are forgotten', async () => {
    const many = await addPerson(league.deps);
    for (let at = 0; at < 52; at += 1) {
      await league.deps.accounts.sessions.begin(many.accountId, { address: '203.0.113.9', userAgent: '' }, null);
    }
    const kept = await league.store.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', many.accountId)
      .execute();
    expect(kept).toHaveLength(50);
  });

  test('are ended one by one, or all but this one', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const others: TestBrowser[] = [];
    for (const _ of [1, 2, 3]) others.push(await signIn(openBrowser(league), email));
    const first = (await others[0]?.call(LIST, {}))?.ok().sessions.find(({ isCurrent }) => isCurrent);
    const ended = (await browser.call(END, { params: { sessionId: first?.id ?? '' } })).ok();
    expect(ended.sessions).toHaveLength(3);
    expect(await Promise.all([browser, ...others].map(isIn))).toEqual([true, false, true, true]);
    expect((await browser.call('POST /api/sessions/end-others', {})).ok().sessions).toHaveLength(1);
    expect(await Promise.all([browser, ...others].map(isIn))).toEqual([true, false, false, false]);
    await league.deps.accounts.security.flush();
    const notes = league.store.db.selectFrom('security_log').select('times').where('event', '=', 'session-ended');
    expect((await notes.execute()).length).toBeGreaterThan(0);
  });

  test('the owner gets a mail when a new device signs in, but not for a known one or the first one', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const told = async () => {
      await league.deps.outbox.idle();
      return mailbox.mails.filter((mail) => mail.to === email && mail.subject.startsWith('New sign-in'));
    };
    await browser.call('POST /api/auth/sign-out', {});
    await signIn(browser, email);
    expect(await told()).toEqual([]);
    const other = await signIn(openBrowser(league, '198.51.100.9'), email);
    await signIn(other, email);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New sign-in on Firefox on Windows');
    expect(mail?.text).toContain('from the network 198.51.100.x');
    expect(mail?.text).toContain(
      "Choose 'Forgot Password?' on the sign-in page and set a new password, which signs out",
    );
    expect(mail?.text).toMatch(/^https:\/\/pool\.example\.org\/profile\/security$/m);
  });

  test('many sign-ins to an account from new devices do not flood its owner with mail', async () => {
    const { email } = await signUp('203.0.113.7');
    for (let n = 0; n < 7; n += 1) await signIn(openBrowser(league), email);
    await league.deps.outbox.idle();
    const told = mailbox.mails.filter((mail) => mail.to === email && mail.subject.startsWith('New sign-in'));
    expect(told).toHaveLength(5);
  });

  test('an admin ends all of a user, which is noted once', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const admin = await addPerson(league.deps, { isAdmin: true });
    const userId = (await browser.call('GET /api/session', {})).ok().user?.id ?? '';
    const other = await signIn(openBrowser(league), email);
    for (const _ of [1, 2]) (await league.call(SIGN_OUT_USER, { as: admin, params: { userId } })).ok();
    expect(await Promise.all([browser, other].map(isIn))).toEqual([false, false]);
    const noted = { act: 'user.sign-out', actorId: admin.userId, userId, before: {}, after: {} };
    expect((await auditRows(league.store.db)).filter(({ act }) => act === 'user.sign-out')).toEqual([noted]);
    const nobody = await league.call(SIGN_OUT_USER, { as: admin, params: { userId: 'nobody' } });
    expect(nobody.code).toBe('player_not_found');
  });

  test('an admin makes the devices of a user unknown also where no session is left', async () => {
    const { email, browser } = await signUp('203.0.113.7');
    const admin = await addPerson(league.deps, { isAdmin: true });
    const userId = (await browser.call('GET /api/session', {})).ok().user?.id ?? '';
    (await browser.call('POST /api/auth/sign-out', {})).ok();
    const isKnown = async () => {
      const entry = await findCredentials(league.store.db, email);
      return entry !== null && league.deps.accounts.devices.find(Object.fromEntries(browser.cookies), entry) !== null;
    };
    expect(await isKnown()).toBe(true);
    (await league.call(SIGN_OUT_USER, { as: admin, params: { userId } })).ok();
    expect(await isKnown()).toBe(false);
  });
});

describe('Open pages', () => {
  const { live } = withLiveLeague('sqlite');

  test('close at once if an admin signs the person out', async () => {
    const page = await live.open({ as: live.bob });
    await page.watching(live.standings);
    (await live.league.call(SIGN_OUT_USER, { as: live.admin, params: { userId: live.bob.userId } })).ok();
    await until(() => page.goodbye === 'not_signed_in');
  });

  test('close once the session is 90 days old', async () => {
    const page = await live.open({ as: live.ann });
    await page.watching(live.standings);
    const began = new Date(Date.now() - 90 * 24 * 60 * 60_000).toISOString();
    await live.league.store.db.updateTable('sessions').set({ createdAt: began }).execute();
    live.league.deps.live.changed(EVERYTHING);
    await until(() => page.goodbye === 'not_signed_in');
  });
});
