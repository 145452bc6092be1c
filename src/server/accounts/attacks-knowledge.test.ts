/** Attacks for rights and for knowledge of others, and what each of them got. */
import { describe } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import { createTestApp } from '#tests/app.ts';
import type { Attack } from '#tests/attacks.ts';
import { tryAttacks } from '#tests/attacks.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';

const SIGN_UP = 'POST /api/auth/sign-up';
const SIGN_IN = 'POST /api/auth/sign-in';

const privileges: Attack[] = [
  {
    name: 'rights that they give themselves when they sign up, in the profile or by a provider',
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
    name: 'more attempts by inventing where they call from',
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
      await league.deps.outbox.idle();
      await league.store.db.deleteFrom('mail_tokens').execute();
      const known = await browser().call('POST /api/auth/reset-request', { body: { email } });
      const left = await league.store.db
        .selectFrom('mail_tokens')
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

describe('An attacker', () => {
  tryAttacks('sqlite', [...privileges, ...enumeration]);
});
