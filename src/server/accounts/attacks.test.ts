/** Attacks on sessions and on mailed links, and what each of them got. */
import { describe, expect, test } from 'vitest';
import type { Attack, Scene } from '#tests/attacks.ts';
import { tryAttacks } from '#tests/attacks.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { PASSWORD } from '#tests/browser.ts';
import { addPerson, addSession, setEnabled } from '#tests/builders.ts';

const SIGN_IN = 'POST /api/auth/sign-in';
const RESET = 'POST /api/auth/reset';

const fixation: Attack[] = [
  {
    name: 'a session that was planted before the sign-in',
    got: { planted: null, victim: 'the victim' },
    async run({ browser, signUp, sessionCookie, newEmail, whoIs }) {
      const email = newEmail();
      await signUp(email);
      const attacker = await signUp(newEmail());
      const planted = attacker.cookies.get(sessionCookie) ?? '';
      const victim = browser();
      victim.plant(sessionCookie, planted);
      (await victim.call(SIGN_IN, { body: { email, password: PASSWORD } })).ok();
      return {
        planted: await whoIs(attacker),
        victim: (await whoIs(victim)) === email ? 'the victim' : 'somebody else',
      };
    },
  },
  {
    name: 'a session that was planted before a sign-in with Google',
    got: { planted: null, isNew: true },
    async run({ browser, signUp, sessionCookie, provider, newEmail, whoIs }) {
      const attacker = await signUp(newEmail());
      const planted = attacker.cookies.get(sessionCookie) ?? '';
      const victim = browser();
      victim.plant(sessionCookie, planted);
      const email = newEmail();
      provider.be({ id: email, email, emailVerified: true });
      await victim.visit('sign-in', 'google');
      return { planted: await whoIs(attacker), isNew: (await whoIs(victim)) === email };
    },
  },
  {
    name: 'a token of their own making',
    got: null,
    async run({ browser, sessionCookie, whoIs }) {
      const victim = browser();
      victim.plant(sessionCookie, 'made-up.c2lnbmF0dXJl');
      return whoIs(victim);
    },
  },
  {
    name: 'a session that lives on after its owner signed out',
    got: null,
    async run({ signUp, browser, sessionCookie, newEmail, whoIs }) {
      const owner = await signUp(newEmail());
      const stolen = browser();
      stolen.plant(sessionCookie, owner.cookies.get(sessionCookie) ?? '');
      await owner.call('POST /api/auth/sign-out', {});
      return whoIs(stolen);
    },
  },
  {
    name: 'a session of somebody who is disabled, and then enabled again',
    got: [null, null, 'ok'],
    async run({ league, browser, signUp, sessionCookie, newEmail, signIn, whoIs }) {
      const email = newEmail();
      const owner = await signUp(email);
      const stolen = browser();
      stolen.plant(sessionCookie, owner.cookies.get(sessionCookie) ?? '');
      const admin = await addPerson(league.deps, { isAdmin: true });
      const params = { userId: (await owner.call('GET /api/session', {})).ok().user?.id ?? '' };
      const seen: unknown[] = [];
      for (const isEnabled of [false, true]) {
        (await league.call('PATCH /api/users/:userId', { as: admin, params, body: { isEnabled } })).ok();
        seen.push(await whoIs(stolen));
      }
      return [...seen, await signIn(email, PASSWORD)];
    },
  },
  {
    name: 'the id of a session of somebody else, to end it',
    got: { codes: ['session_not_found', 'session_not_found'], victim: 'still in' },
    async run({ signUp, newEmail, whoIs }) {
      const [victim, attacker] = [await signUp(newEmail()), await signUp(newEmail())];
      const [session] = (await victim.call('GET /api/sessions', {})).ok().sessions;
      const ids = [session?.id ?? '', 'no-such-session'];
      const codes: unknown[] = [];
      for (const sessionId of ids) {
        codes.push((await attacker.call('DELETE /api/sessions/:sessionId', { params: { sessionId } })).code);
      }
      await attacker.call('POST /api/sessions/end-others', {});
      return { codes, victim: (await whoIs(victim)) === null ? 'out' : 'still in' };
    },
  },
  {
    name: 'a session of 90 days that was in use all the time',
    got: null,
    async run({ league, signUp, newEmail, whoIs }) {
      const stolen = await signUp(newEmail());
      const days = (n: number) => new Date(Date.now() + n * 24 * 60 * 60_000).toISOString();
      const times = { createdAt: days(-90), updatedAt: days(0), expiresAt: days(30) };
      await league.store.db.updateTable('sessions').set(times).execute();
      return whoIs(stolen);
    },
  },
];

/** What owners do who want nobody else in their account, and the password that it has afterward. */
const cures: Readonly<Record<string, (owner: TestBrowser, scene: Scene, email: string) => Promise<string>>> = {
  'set a new password by mail': async (owner, { mailbox }, email) => {
    (await owner.call('POST /api/auth/reset-request', { body: { email } })).ok();
    const token = await mailbox.tokenFor(email, '/reset');
    (await owner.call(RESET, { body: { token, password: 'Xyz789' } })).ok();
    return 'Xyz789';
  },
  'changed the password': async (owner) => {
    const body = { currentPassword: PASSWORD, password: 'Xyz789' };
    (await owner.call('POST /api/auth/change-password', { body })).ok();
    return 'Xyz789';
  },
  'signed out everywhere': async (owner) => {
    (await owner.call('POST /api/auth/sign-out-everywhere', {})).ok();
    return PASSWORD;
  },
  'signed out all other devices': async (owner) => {
    (await owner.call('POST /api/sessions/end-others', {})).ok();
    return PASSWORD;
  },
};

const devices: Attack[] = Object.entries(cures).map(([cure, act]) => ({
  name: `a browser that was known to the account until the owner ${cure}`,
  got: { mailsAboutTheOwner: [0, 0], mailsAboutTheAttacker: [1, 1] },
  async run(scene) {
    const { league, mailbox, browser, signUp, provider, newEmail } = scene;
    const email = newEmail();
    const [owner, attacker, another] = [await signUp(email), browser(), browser()];
    for (const each of [attacker, another]) (await each.call(SIGN_IN, { body: { email, password: PASSWORD } })).ok();
    await owner.call('POST /api/auth/verify', { body: { token: await mailbox.tokenFor(email, '/verify') } });
    provider.be({ id: email, email });
    await owner.visit('connect', 'facebook');
    const password = await act(owner, scene, email);
    const mails = async () => {
      await league.deps.outbox.idle();
      return mailbox.mails.filter((mail) => mail.to === email && mail.subject.startsWith('New sign-in')).length;
    };
    const mailsAbout = async (byPassword: TestBrowser, byProvider: TestBrowser) => {
      const counts = [await mails()];
      (await byPassword.call(SIGN_IN, { body: { email, password } })).ok();
      counts.push(await mails());
      await byProvider.visit('sign-in', 'facebook');
      counts.push(await mails());
      return [1, 2].map((at) => (counts[at] ?? 0) - (counts[at - 1] ?? 0));
    };
    return {
      mailsAboutTheOwner: await mailsAbout(owner, owner),
      mailsAboutTheAttacker: await mailsAbout(attacker, another),
    };
  },
}));

const links: Attack[] = [
  {
    name: 'a reset link that was used already',
    got: ['link_expired', 'ok'],
    async run({ league, mailbox, signUp, newEmail, signIn }) {
      const email = newEmail();
      const owner = await signUp(email);
      (await owner.call('POST /api/auth/reset-request', { body: { email } })).ok();
      const token = await mailbox.tokenFor(email, '/reset');
      (await league.call(RESET, { body: { token, password: 'Xyz789' } })).ok();
      const replayed = await league.call(RESET, { body: { token, password: 'Evil-666' } });
      return [replayed.code, await signIn(email, 'Xyz789')];
    },
  },
  {
    name: 'a reset link that leads to their own host',
    got: ['https://pool.example.org'],
    async run({ signUp, mailbox, newEmail }) {
      const email = newEmail();
      const owner = await signUp(email);
      const headers = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'http' };
      (await owner.call('POST /api/auth/reset-request', { body: { email } }, headers)).ok();
      const { text, html } = await mailbox.to(email, /new password/);
      return [...new Set([...(text + html).matchAll(/https?:\/\/[^/"<\s]+/g)].map(([origin]) => origin))];
    },
  },
  {
    name: 'guessed tokens',
    got: ['link_expired'],
    async run({ league }) {
      const tokens = ['0', 'null', "' or 1=1 --", 'reset', 'A'.repeat(43)];
      const replies = await Promise.all(
        tokens.map((token) => league.call(RESET, { body: { token, password: 'Evil-666' } })),
      );
      return [...new Set(replies.map((reply) => reply.code))];
    },
  },
];

describe('An attacker', () => {
  const scene = tryAttacks('sqlite', [...fixation, ...devices, ...links]);

  test('a session of a disabled account is good for signing out only', async () => {
    const { league, signUp, newEmail } = scene();
    const email = newEmail();
    const browser = await signUp(email);
    const { id } = (await browser.call('GET /api/session', {})).ok().user ?? { id: '' };
    const account = await league.store.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    const other = await addSession(league.deps, account?.account_id ?? '');
    await setEnabled(league.deps, id, false);
    const change = { currentPassword: PASSWORD, password: 'Xyz789' };
    expect((await browser.call('POST /api/auth/change-password', { body: change })).code).toBe('account_disabled');
    expect((await browser.call('POST /api/auth/verify-again', {})).code).toBe('account_disabled');
    expect((await browser.call('POST /api/auth/sign-out-everywhere', {})).code).toBeNull();
    expect((await league.call('GET /api/session', { as: other })).ok().user).toBeNull();
  });
});
