/** The attacks on accounts that were tried, and what each of them got. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { Provider } from '#contract/shapes.ts';
import { engines } from '#server/store/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { addSession } from '#tests/builders.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import type { OAuthServer } from '#tests/oauth-server.ts';
import { startOAuthServer } from '#tests/oauth-server.ts';

const SIGN_UP = 'POST /api/auth/sign-up';
const SIGN_IN = 'POST /api/auth/sign-in';
const RESET = 'POST /api/auth/reset';
const START = 'POST /api/auth/providers/:provider/sign-in';
const PASSWORD = 'Abc123';

/** A league, its mail and its providers, and how people come to it. */
interface Scene {
  readonly league: TestApp;
  readonly mailbox: Mailbox;
  readonly provider: OAuthServer;
  readonly sessionCookie: string;
  newEmail(): string;
  browser(): TestBrowser;
  /** Somebody with an account and a password, in his browser. */
  signUp(email: string): Promise<TestBrowser>;
  /** Follows a mailed link. */
  reset(email: string, password: string): Promise<string | null>;
  signIn(email: string, password: string): Promise<string>;
  /** Whose session a browser has. */
  whoIs(browser: TestBrowser): Promise<string | null>;
}

interface Attack {
  readonly name: string;
  readonly got: unknown;
  run(scene: Scene): Promise<unknown>;
}

const evil = 'https://evil.example.com';

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
    name: 'a token of his own making',
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
];

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
      const replayed = await league.call(RESET, { body: { token, password: 'Evil666' } });
      return [replayed.code, await signIn(email, 'Xyz789')];
    },
  },
  {
    name: 'a reset link that leads to his own host',
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
        tokens.map((token) => league.call(RESET, { body: { token, password: 'Evil666' } })),
      );
      return [...new Set(replies.map((reply) => reply.code))];
    },
  },
];

const otherSites: Attack[] = [
  {
    name: 'calls from another site, of every kind that changes something',
    got: ['foreign_origin'],
    async run({ league, signUp, newEmail }) {
      const victim = await signUp(newEmail());
      const names = (Object.keys(routeTable) as RouteName[]).filter((name) => !name.startsWith('GET '));
      const codes = new Set<unknown>();
      for (const name of names) {
        const [method = '', url = ''] = name.split(' ');
        for (const from of [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: evil },
          {},
        ]) {
          const headers = { cookie: victim.cookie, 'content-type': 'application/json', ...from };
          const reply = await league.app.inject({ method: method as 'POST', url, headers, payload: '{}' });
          codes.add(reply.json().error.code);
        }
      }
      return [...codes];
    },
  },
  {
    name: 'a form of another site, as text',
    got: 'foreign_origin',
    async run({ league }) {
      const headers = { origin: 'null', 'content-type': 'text/plain' };
      const payload = '{"email":"a@example.org","password":"Abc123"}';
      const reply = await league.app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload });
      return reply.json().error.code;
    },
  },
  {
    name: 'ways on to other sites after a sign-in',
    got: ['/'],
    async run({ browser, provider, newEmail }) {
      const targets = [
        evil,
        '//evil.example.com',
        '/\\evil.example.com',
        '\t//evil.example.com',
        'javascript:alert(1)',
      ];
      const reached = new Set<string>();
      for (const next of targets) {
        const email = newEmail();
        provider.be({ id: email, email, emailVerified: true });
        const { outcome, goTo } = await browser().visit('sign-in', 'google', { mode: 'redirect', next });
        reached.add(outcome.kind === 'failed' ? outcome.code : outcome.next).add(goTo);
      }
      return [...reached];
    },
  },
  {
    name: 'ways on that the accounts library would take',
    got: ['invalid_input'],
    async run({ browser }) {
      const codes = new Set<unknown>();
      for (const field of [
        'callbackURL',
        'errorCallbackURL',
        'newUserCallbackURL',
        'scopes',
        'idToken',
        'additionalParams',
      ]) {
        const body = { mode: 'popup' as const, [field]: evil };
        codes.add((await browser().call(START, { params: { provider: 'google' }, body })).code);
      }
      return [...codes];
    },
  },
  {
    name: "the accounts library's own calls",
    got: ['route_not_found'],
    async run({ league, signUp, newEmail }) {
      const { cookie } = await signUp(newEmail());
      const calls: [string, string][] = [
        ['POST', 'sign-up/email'],
        ['POST', 'sign-in/email'],
        ['POST', 'sign-in/social'],
        ['POST', 'link-social'],
        ['POST', 'update-user'],
        ['POST', 'change-email'],
        ['POST', 'delete-user'],
        ['POST', 'request-password-reset'],
        ['POST', 'callback/google'],
        ['GET', 'get-session'],
        ['GET', 'list-accounts'],
        ['GET', 'verify-email'],
        ['GET', 'error'],
        ['GET', 'ok'],
      ];
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const codes = new Set<unknown>();
      for (const [method, path] of calls) {
        const reply = await league.app.inject({ method: method as 'GET', url: `/api/auth/${path}`, headers });
        codes.add(reply.json().error.code);
      }
      return [...codes];
    },
  },
];

/** The address at which somebody would come back from a provider, without going there. */
async function wayBack(browser: TestBrowser, act: 'sign-in' | 'join', provider: Provider): Promise<string> {
  const said = { params: { provider }, body: { mode: 'popup' as const } };
  const { url } = (await browser.call(`POST /api/auth/providers/:provider/${act}`, said)).ok();
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

const identities: Attack[] = [
  {
    name: 'an account in the name of a victim, who then comes with Google',
    got: ['not_joined', ['credential']],
    async run({ league, browser, signUp, provider, newEmail }) {
      const email = newEmail();
      await signUp(email);
      provider.be({ id: email, email, emailVerified: true });
      const { outcome } = await browser().visit('sign-in', 'google');
      return [outcome.kind === 'failed' ? outcome.code : outcome.kind, await loginsOf(league, email)];
    },
  },
  {
    name: 'an identity with the address of a victim that the provider never verified',
    got: ['not_joined', null],
    async run({ browser, signUp, mailbox, provider, newEmail, whoIs }) {
      const email = newEmail();
      const victim = await signUp(email);
      await victim.call('POST /api/auth/verify', { body: { token: await mailbox.tokenFor(email, '/verify') } });
      provider.be({ id: `not ${email}`, email, emailVerified: false });
      const attacker = browser();
      const { outcome } = await attacker.visit('sign-in', 'google');
      return [outcome.kind === 'failed' ? outcome.code : outcome.kind, await whoIs(attacker)];
    },
  },
  {
    name: 'a back door of his own in the account of a victim who then claims his address by mail',
    got: { session: null, google: 'not in', password: 'wrong_password' },
    async run({ browser, signUp, provider, newEmail, reset, signIn, whoIs }) {
      const email = newEmail();
      const attacker = await signUp(email);
      provider.be({ id: `attacker of ${email}`, email: `attacker-${email}`, emailVerified: true });
      await attacker.visit('join', 'google');
      await reset(email, 'Mine123');
      const back = browser();
      await back.visit('sign-in', 'google');
      const google = (await whoIs(back)) === email ? 'in' : 'not in';
      return { session: await whoIs(attacker), google, password: await signIn(email, PASSWORD) };
    },
  },
  {
    name: 'his own way back from Google, opened in the browser of a victim',
    got: ['provider_expired', null],
    async run({ browser, provider, newEmail, whoIs }) {
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const location = await wayBack(browser(), 'sign-in', 'google');
      const victim = browser();
      const { outcome } = await victim.comeBack(location);
      return [outcome.kind === 'failed' ? outcome.code : outcome.kind, await whoIs(victim)];
    },
  },
  {
    name: 'his own identity, joined to the account of a victim who opens a link',
    got: ['provider_expired', ['credential']],
    async run({ league, signUp, provider, newEmail }) {
      const [email, attacker] = [newEmail(), await signUp(newEmail())];
      const victim = await signUp(email);
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const { outcome } = await victim.comeBack(await wayBack(attacker, 'join', 'google'));
      return [outcome.kind === 'failed' ? outcome.code : outcome.kind, await loginsOf(league, email)];
    },
  },
  {
    name: 'a way back from Google that was used already',
    got: ['signed-in', 'provider_expired'],
    async run({ browser, provider, newEmail }) {
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const victim = browser();
      const location = await wayBack(victim, 'sign-in', 'google');
      const first = await victim.comeBack(location);
      const second = await victim.comeBack(location);
      return [first, second].map(({ outcome }) => (outcome.kind === 'failed' ? outcome.code : outcome.kind));
    },
  },
  {
    name: 'a way back without state, or with one that was made up',
    got: ['provider_expired'],
    async run({ browser }) {
      const base = 'https://pool.example.org/api/auth/callback/google';
      const codes = new Set<unknown>();
      for (const query of ['?code=x', '?code=x&state=', '?code=x&state=made-up', '?state=made-up', '']) {
        const { outcome } = await browser().comeBack(base + query);
        codes.add(outcome.kind === 'failed' ? outcome.code : outcome.kind);
      }
      return [...codes];
    },
  },
];

const privileges: Attack[] = [
  {
    name: 'rights that he gives himself when he signs up, in his profile or by a provider',
    got: { signUp: ['invalid_input'], profile: ['invalid_input'], admins: [], disabled: [] },
    async run({ league, browser, signUp, provider, newEmail }) {
      const fields = {
        isAdmin: true,
        isEnabled: false,
        is_admin: 1,
        role: 'admin',
        emailVerified: true,
        pools: {},
        id: 'x',
      };
      const attacker = await signUp(newEmail());
      const [signUps, profiles] = [new Set<unknown>(), new Set<unknown>()];
      for (const [field, value] of Object.entries(fields)) {
        const body = { email: newEmail(), password: PASSWORD, displayName: 'Kim', [field]: value };
        signUps.add((await browser().call(SIGN_UP, { body })).code);
        profiles.add(
          (await attacker.call('PATCH /api/profile', { body: { displayName: 'Kim', [field]: value } })).code,
        );
      }
      const email = newEmail();
      provider.be({ id: email, email, emailVerified: true, more: fields });
      await browser().visit('sign-in', 'google');
      const users = await league.store.db.selectFrom('users').selectAll().execute();
      return {
        signUp: [...signUps],
        profile: [...profiles],
        admins: users.filter((user) => user.is_admin === 1),
        disabled: users.filter((user) => user.is_enabled === 0),
      };
    },
  },
  {
    name: 'more attempts by inventing where he calls from',
    got: { wrong_password: 0, user_not_found: 20, too_many_attempts: 5 },
    async run() {
      // A league that trusts no proxy takes the address of the line.
      const league = await createTestApp('sqlite');
      const counts = { wrong_password: 0, user_not_found: 0, too_many_attempts: 0 };
      for (let n = 0; n < 25; n += 1) {
        const body = { email: `nobody${n}@example.org`, password: PASSWORD };
        const headers = {
          'x-forwarded-for': `203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
          forwarded: `for=10.0.0.${n}`,
        };
        const { code } = await league.call(SIGN_IN, { body, headers });
        counts[code as keyof typeof counts] += 1;
      }
      await league.close();
      return counts;
    },
  },
];

const enumeration: Attack[] = [
  {
    name: 'the answer to a forgotten password, its time and what it leaves behind',
    got: { same: true, linksAtTheAnswer: 0 },
    async run({ league, browser, signUp, newEmail }) {
      const email = newEmail();
      await signUp(email);
      await league.deps.mailer.idle();
      await league.store.db.deleteFrom('account_links').execute();
      const known = await browser().call('POST /api/auth/reset-request', { body: { email } });
      const left = await league.store.db
        .selectFrom('account_links')
        .select('purpose')
        .where('mailed_to', '=', email)
        .execute();
      const unknown = await browser().call('POST /api/auth/reset-request', { body: { email: newEmail() } });
      const seen = ({ status, text, headers }: typeof known) =>
        JSON.stringify([status, text, Object.keys(headers).sort()]);
      return { same: seen(known) === seen(unknown), linksAtTheAnswer: left.length };
    },
  },
  {
    name: 'the work behind a wrong password, where an account has none',
    got: ['wrong_password', 'wrong_password', 1, 1],
    async run({ provider, newEmail }) {
      let looked = 0;
      const verify = async () => {
        looked += 1;
        return false;
      };
      const hasher = { hash: async () => 'salt:hash', verify };
      const league = await createTestApp('sqlite', { hasher, settings: { providers: provider.providers } });
      const [withPassword, withGoogle] = [newEmail(), newEmail()];
      const body = { email: withPassword, password: PASSWORD, displayName: 'Kim' };
      await openBrowser(league).call(SIGN_UP, { body });
      provider.be({ id: withGoogle, email: withGoogle, emailVerified: true });
      await openBrowser(league).visit('sign-in', 'google');
      const work: number[] = [];
      const codes: unknown[] = [];
      for (const email of [withPassword, withGoogle]) {
        looked = 0;
        codes.push((await openBrowser(league).call(SIGN_IN, { body: { email, password: 'Wrong1' } })).code);
        work.push(looked);
      }
      await league.close();
      return [...codes, ...work];
    },
  },
  {
    name: 'addresses and hashes in what players are told',
    got: [],
    async run({ league, signUp, newEmail }) {
      const [email, other] = [newEmail(), await signUp(newEmail())];
      await signUp(email);
      const { db } = league.store;
      const sessions = await db.selectFrom('sessions').select('token').execute();
      const logins = await db.selectFrom('logins').select('password').where('password', 'is not', null).execute();
      const secrets = [email, ...sessions.map((row) => row.token), ...logins.map((row) => String(row.password))];
      const seen: string[] = [];
      for (const name of Object.keys(routeTable) as RouteName[]) {
        const [method, url = ''] = name.split(' ');
        if (method !== 'GET' || url.includes(':')) continue;
        const reply = await league.app.inject({ url, headers: { cookie: other.cookie } });
        if (secrets.some((secret) => reply.payload.includes(secret))) seen.push(name);
      }
      return seen;
    },
  },
];

async function loginsOf({ store }: TestApp, email: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('logins')
    .innerJoin('accounts', 'accounts.id', 'logins.userId')
    .select('providerId')
    .where('accounts.email', '=', email)
    .execute();
  return rows.map((row) => row.providerId).sort();
}

describe.each(engines)('An attacker on %s', (engine) => {
  let scene: Scene;
  let made = 0;

  beforeAll(async () => {
    const [mailbox, provider] = [createMailbox(), await startOAuthServer()];
    const settings = { ...withMail, ...behindProxy, providers: provider.providers };
    const league = await createTestApp(engine, { settings, carrier: mailbox.carrier });
    const browser = () => openBrowser(league);
    scene = {
      league,
      mailbox,
      provider,
      browser,
      sessionCookie: league.deps.sessions.cookieName,
      newEmail: () => {
        made += 1;
        return `person${made}@example.org`;
      },
      async signUp(email) {
        const new_ = browser();
        (await new_.call(SIGN_UP, { body: { email, password: PASSWORD, displayName: 'Kim' } })).ok();
        return new_;
      },
      async reset(email, password) {
        (await browser().call('POST /api/auth/reset-request', { body: { email } })).ok();
        const token = await mailbox.tokenFor(email, '/reset');
        return (await browser().call(RESET, { body: { token, password } })).code;
      },
      signIn: async (email, password) => (await browser().call(SIGN_IN, { body: { email, password } })).code ?? 'ok',
      whoIs: async (each) => (await each.call('GET /api/session', {})).ok().user?.email ?? null,
    };
  });

  afterAll(async () => {
    await scene.league.close();
    await scene.provider.stop();
  });

  const attacks = [...fixation, ...links, ...otherSites, ...identities, ...privileges, ...enumeration];
  test.each(attacks.map((attack) => ({ ...attack, gets: JSON.stringify(attack.got) })))(
    'who tries $name gets $gets',
    async ({ run, got }) => {
      expect(await run(scene)).toEqual(got);
    },
  );

  test('a disabled account keeps its sessions, but they are good for signing out only', async () => {
    const { league, signUp, newEmail } = scene;
    const email = newEmail();
    const browser = await signUp(email);
    const { id } = (await browser.call('GET /api/session', {})).ok().user ?? { id: '' };
    const account = await league.store.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirst();
    const other = await addSession(league.deps, account?.account_id ?? '');
    await league.store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute();
    const change = { currentPassword: PASSWORD, password: 'Xyz789' };
    expect((await browser.call('POST /api/auth/change-password', { body: change })).code).toBe('account_disabled');
    expect((await browser.call('POST /api/auth/verify-again', {})).code).toBe('account_disabled');
    expect((await browser.call('POST /api/auth/sign-out-everywhere', {})).code).toBeNull();
    expect((await league.call('GET /api/session', { as: other })).ok().user).toBeNull();
  });
});
