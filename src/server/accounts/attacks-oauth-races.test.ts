/** Visits to Google and Facebook that overlap with what the owner of an account does against an attacker. */
import { describe } from 'vitest';
import type { ProviderOutcome } from '#contract/accounts.ts';
import type { TestApp } from '#tests/app.ts';
import type { Attack } from '#tests/attacks.ts';
import { loginsOf, tryAttacks } from '#tests/attacks.ts';
import { PASSWORD } from '#tests/browser.ts';
import { engines } from '#tests/engines.ts';

/** Has something happen once the next visit was let through: before the accounts library looks at it, or after. */
function meanwhile({ deps }: TestApp, when: 'before' | 'after', act: () => Promise<unknown>): void {
  const { library } = deps.accounts;
  const { handler } = library;
  library.handler = async (request) => {
    library.handler = handler;
    if (when === 'before') await act();
    const answer = await handler(request);
    if (when === 'after') await act();
    return answer;
  };
}

const codeOf = (outcome: ProviderOutcome) => (outcome.kind === 'failed' ? outcome.code : outcome.kind);

const races: Attack[] = [
  {
    name: 'an identity of their own, connected while the owner sets a new password and has all providers taken off',
    got: [
      ['provider_expired', ['credential']],
      ['provider_expired', ['credential']],
    ],
    async run({ league, signUp, provider, newEmail, reset }) {
      const got: unknown[] = [];
      for (const when of ['before', 'after'] as const) {
        const email = newEmail();
        const stolen = await signUp(email);
        provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
        meanwhile(league, when, () => reset(email, 'Mine123', true));
        got.push([codeOf((await stolen.visit('connect', 'google')).outcome), await loginsOf(league, email)]);
      }
      return got;
    },
  },
  {
    name: 'an identity of their own, connected while the owner signs out everywhere',
    got: ['provider_expired', ['credential', 'facebook']],
    async run({ league, signUp, browser, provider, newEmail }) {
      const email = newEmail();
      const stolen = await signUp(email);
      provider.be({ id: newEmail(), email });
      await stolen.visit('connect', 'facebook');
      const owner = browser();
      (await owner.call('POST /api/auth/sign-in', { body: { email, password: PASSWORD } })).ok();
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      meanwhile(league, 'before', () => owner.call('POST /api/auth/sign-out-everywhere', {}));
      return [codeOf((await stolen.visit('connect', 'google')).outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'a sign-in by an identity that the owner takes off meanwhile',
    got: ['provider_expired', null, 0],
    async run({ league, signUp, browser, mailbox, provider, newEmail, reset, whoIs }) {
      const email = newEmail();
      const owner = await signUp(email);
      await owner.call('POST /api/auth/verify', { body: { token: await mailbox.tokenFor(email, '/verify') } });
      provider.be({ id: `theirs ${email}`, email: `theirs-${email}`, emailVerified: true });
      await owner.visit('connect', 'google');
      const { internalAdapter } = await league.deps.accounts.library.$context;
      const { createSession } = internalAdapter;
      internalAdapter.createSession = async (...said) => {
        internalAdapter.createSession = createSession;
        await reset(email, 'Mine123', true);
        return createSession(...said);
      };
      const attacker = browser();
      const { outcome } = await attacker.visit('sign-in', 'google');
      const sessions = await league.store.db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.userId')
        .select('sessions.id')
        .where('email', '=', email)
        .execute();
      return [codeOf(outcome), await whoIs(attacker), sessions.length];
    },
  },
];

describe.each(engines)('An attacker on %s', (engine) => {
  tryAttacks(engine, races);
});
