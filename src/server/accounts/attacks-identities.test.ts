/** Attacks by way of Google and Facebook, and what each of them got. */
import { describe } from 'vitest';
import type { Provider } from '#contract/shapes.ts';
import type { Attack } from '#tests/attacks.ts';
import { codeOf, loginsOf, tryAttacks } from '#tests/attacks.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { PASSWORD, startOf } from '#tests/browser.ts';

const CONNECT = 'POST /api/auth/providers/:provider/connect';
const VERIFY = 'POST /api/auth/verify';

/** The address at which somebody would come back from a provider, without going there. */
async function wayBack(browser: TestBrowser, act: 'sign-in' | 'connect', provider: Provider): Promise<string> {
  const said = { params: { provider }, body: startOf(act) };
  const { url } = (await browser.call(`POST /api/auth/providers/:provider/${act}`, said)).ok();
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

const identities: Attack[] = [
  {
    name: 'an account in the name of a victim, who then comes with Google',
    got: ['not_connected', ['credential']],
    async run({ league, browser, signUp, provider, newEmail }) {
      const email = newEmail();
      await signUp(email);
      provider.be({ id: email, email, emailVerified: true });
      const { outcome } = await browser().visit('sign-in', 'google');
      return [codeOf(outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'an account in the name of a victim, who then follows the link of the mail that they never asked for',
    got: { followed: ['not_signed_in', 'other_account'], verified: false, google: 'not_connected' },
    async run({ browser, signUp, mailbox, provider, newEmail }) {
      const email = newEmail();
      const attacker = await signUp(email);
      const body = { token: await mailbox.tokenFor(email, '/verify') };
      const victim = await signUp(newEmail());
      const followed = [await browser().call(VERIFY, { body }), await victim.call(VERIFY, { body })];
      provider.be({ id: email, email, emailVerified: true });
      const { outcome } = await browser().visit('sign-in', 'google');
      return {
        followed: followed.map((reply) => reply.code),
        verified: (await attacker.call('GET /api/session', {})).ok().user?.emailVerified,
        google: codeOf(outcome),
      };
    },
  },
  {
    name: 'a second account under capitals of a known address',
    got: ['not_connected', ['credential']],
    async run({ league, browser, signUp, provider, newEmail }) {
      const email = newEmail();
      await signUp(email);
      provider.be({ id: `capitals of ${email}`, email: email.toUpperCase(), emailVerified: false });
      const { outcome } = await browser().visit('sign-in', 'google');
      return [codeOf(outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'an identity with the address of a victim that the provider never verified',
    got: ['not_connected', null],
    async run({ browser, signUp, mailbox, provider, newEmail, whoIs }) {
      const email = newEmail();
      const victim = await signUp(email);
      await victim.call('POST /api/auth/verify', { body: { token: await mailbox.tokenFor(email, '/verify') } });
      provider.be({ id: `not ${email}`, email, emailVerified: false });
      const attacker = browser();
      const { outcome } = await attacker.visit('sign-in', 'google');
      return [codeOf(outcome), await whoIs(attacker)];
    },
  },
  {
    name: 'a back door of their own in the account of a victim who then claims the address by mail',
    got: { session: null, google: 'not in', password: 'wrong_password' },
    async run({ browser, signUp, provider, newEmail, reset, signIn, whoIs }) {
      const email = newEmail();
      const attacker = await signUp(email);
      provider.be({ id: `attacker of ${email}`, email: `attacker-${email}`, emailVerified: true });
      await attacker.visit('connect', 'google');
      await reset(email, 'Mine123');
      const back = browser();
      await back.visit('sign-in', 'google');
      const google = (await whoIs(back)) === email ? 'in' : 'not in';
      return { session: await whoIs(attacker), google, password: await signIn(email, PASSWORD) };
    },
  },
  {
    name: 'their own way back from Google, opened in the browser of a victim',
    got: ['provider_expired', null],
    async run({ browser, provider, newEmail, whoIs }) {
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const location = await wayBack(browser(), 'sign-in', 'google');
      const victim = browser();
      const { outcome } = await victim.comeBack(location);
      return [codeOf(outcome), await whoIs(victim)];
    },
  },
  {
    name: 'their own identity, connected to the account of a victim who opens a link',
    got: ['provider_expired', ['credential']],
    async run({ league, signUp, provider, newEmail }) {
      const [email, attacker] = [newEmail(), await signUp(newEmail())];
      const victim = await signUp(email);
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const { outcome } = await victim.comeBack(await wayBack(attacker, 'connect', 'google'));
      return [codeOf(outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'their own state, planted in the browser of a victim who goes on to Google',
    got: { connect: ['provider_expired', ['credential']], signIn: ['provider_expired', 'the victim'] },
    async run({ league, signUp, browser, provider, newEmail, whoIs }) {
      const [email, hers] = [newEmail(), newEmail()];
      const [attacker, victim] = [await signUp(email), await signUp(hers)];
      provider.be({ id: hers, email: hers, emailVerified: true });
      const plant = async (from: TestBrowser, act: 'sign-in' | 'connect') => {
        const location = await wayBack(from, act, 'google');
        const [state = ''] = [...from.cookies.keys()].filter((name) => name.endsWith('.state'));
        victim.plant(state, from.cookies.get(state) ?? '');
        const { outcome } = await victim.comeBack(location);
        return codeOf(outcome);
      };
      return {
        connect: [await plant(attacker, 'connect'), await loginsOf(league, email)],
        signIn: [await plant(browser(), 'sign-in'), (await whoIs(victim)) === hers ? 'the victim' : 'somebody else'],
      };
    },
  },
  {
    name: 'a stolen session, to connect an identity of their own',
    got: ['wrong_password', 'wrong_password', ['credential']],
    async run({ league, signUp, newEmail }) {
      const email = newEmail();
      const stolen = await signUp(email);
      const connect = (said: object) =>
        stolen.call(CONNECT, { params: { provider: 'google' }, body: { mode: 'popup', ...said } });
      return [
        (await connect({})).code,
        (await connect({ currentPassword: 'Guess1' })).code,
        await loginsOf(league, email),
      ];
    },
  },
  {
    name: 'a session of an account without a password, for a way in of their own',
    got: { connect: 'sign_in_again', password: 'sign_in_again', afterSigningInAgain: null },
    async run({ league, browser, provider, newEmail }) {
      const email = newEmail();
      provider.be({ id: email, email, emailVerified: true });
      const stolen = browser();
      await stolen.visit('sign-in', 'google');
      const begun = new Date(Date.now() - 11 * 60_000).toISOString();
      await league.store.db.updateTable('sessions').set({ createdAt: begun }).execute();
      const connect = () => stolen.call(CONNECT, { params: { provider: 'facebook' }, body: { mode: 'popup' } });
      const codes = {
        connect: (await connect()).code,
        password: (await stolen.call('POST /api/auth/change-password', { body: { password: 'Evil-666' } })).code,
      };
      await stolen.visit('sign-in', 'google');
      return { ...codes, afterSigningInAgain: (await connect()).code };
    },
  },
  {
    name: 'an identity that they connected before the owner set a new password and had all providers taken off',
    got: [['credential', 'google'], ['credential']],
    async run({ league, browser, signUp, mailbox, provider, newEmail }) {
      const email = newEmail();
      const owner = await signUp(email);
      await owner.call(VERIFY, { body: { token: await mailbox.tokenFor(email, '/verify') } });
      provider.be({ id: `theirs ${email}`, email: `theirs-${email}`, emailVerified: true });
      await owner.visit('connect', 'google');
      const logins: string[][] = [];
      for (const disconnectProviders of [false, true]) {
        (await browser().call('POST /api/auth/reset-request', { body: { email } })).ok();
        await league.deps.outbox.idle();
        const token = await mailbox.tokenFor(email, '/reset');
        (
          await browser().call('POST /api/auth/reset', { body: { token, password: 'Mine123', disconnectProviders } })
        ).ok();
        logins.push(await loginsOf(league, email));
      }
      return logins;
    },
  },
  {
    name: 'a way back from Google that was used already, with a copy of its cookie',
    got: ['signed-in', 'provider_expired'],
    async run({ browser, provider, newEmail }) {
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      const victim = browser();
      const location = await wayBack(victim, 'sign-in', 'google');
      const cookie = victim.cookies.get('__Host-pickem.state') ?? '';
      const first = await victim.comeBack(location);
      const copy = browser();
      copy.plant('__Host-pickem.state', cookie);
      const second = await copy.comeBack(location);
      return [first, second].map(({ outcome }) => codeOf(outcome));
    },
  },
  {
    name: 'a way back from Google that is taken to Facebook',
    got: 'provider_expired',
    async run({ browser, provider, newEmail }) {
      provider.be({ id: newEmail(), email: newEmail() });
      const victim = browser();
      const location = await wayBack(victim, 'sign-in', 'google');
      const { outcome } = await victim.comeBack(location.replace('/google', '/facebook'));
      return codeOf(outcome);
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
        codes.add(codeOf(outcome));
      }
      return [...codes];
    },
  },
];

describe('An attacker', () => {
  tryAttacks('sqlite', identities);
});
