/** Visits to Google and Facebook that overlap with what the owner of an account does against an attacker. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, vi } from 'vitest';
import { isSessionHeld } from '#server/platform/http/session-store.ts';
import type { TestApp } from '#tests/app.ts';
import type { Attack, Scene } from '#tests/attacks.ts';
import { codeOf, loginsOf, tryAttacks } from '#tests/attacks.ts';
import { PASSWORD } from '#tests/browser.ts';
import { engines } from '#tests/engines.ts';

/** How long another transaction gets to go as far as it can, in ms. */
const HELD_MS = 300;

/** Has something happen while the league waits for the next profile. */
function meanwhile(act: () => Promise<unknown>): void {
  const { fetch } = globalThis;
  const asking = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!String(input).includes('/userinfo')) return fetch(input, init);
    asking.mockRestore();
    await act();
    return fetch(input, init);
  });
}

async function sessionsOf({ store }: TestApp, email: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.userId')
    .select('sessions.id')
    .where('email', '=', email)
    .execute();
  return rows.map(({ id }) => id);
}

/** The owner of an account who has verified its address, and to whom an attacker's identity is connected. */
async function withTheirIdentity({ signUp, mailbox, provider, newEmail }: Scene): Promise<string> {
  const email = newEmail();
  const owner = await signUp(email);
  await owner.call('POST /api/auth/verify', { body: { token: await mailbox.tokenFor(email, '/verify') } });
  provider.be({ id: `theirs ${email}`, email: `theirs-${email}`, emailVerified: true });
  await owner.visit('connect', 'google');
  return email;
}

const races: Attack[] = [
  {
    name: 'an identity of their own, connected after the owner set a new password and had all providers taken off',
    got: ['provider_expired', ['credential']],
    async run({ league, signUp, provider, newEmail, reset }) {
      const email = newEmail();
      const stolen = await signUp(email);
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      meanwhile(() => reset(email, 'Mine123', true));
      return [codeOf((await stolen.visit('connect', 'google')).outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'an identity of their own, connected just before the owner has all providers taken off',
    got: ['connected', ['credential']],
    async run({ league, signUp, provider, newEmail, reset }) {
      const email = newEmail();
      const stolen = await signUp(email);
      const [sessionId = ''] = await sessionsOf(league, email);
      provider.be({ id: newEmail(), email: newEmail(), emailVerified: true });
      let resetting: Promise<unknown> = Promise.resolve();
      meanwhile(async () => {
        // The connection waits for the session, and the new password for the connection.
        resetting = league.store.db.transaction().execute(async (tx) => {
          await isSessionHeld(league.store.engine, tx, sessionId);
          await pause(2 * HELD_MS);
        });
        resetting = Promise.all([resetting, pause(HELD_MS).then(() => reset(email, 'Mine123', true))]);
        await pause(HELD_MS / 10);
      });
      const { outcome } = await stolen.visit('connect', 'google');
      await resetting;
      return [codeOf(outcome), await loginsOf(league, email)];
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
      meanwhile(() => owner.call('POST /api/auth/sign-out-everywhere', {}));
      return [codeOf((await stolen.visit('connect', 'google')).outcome), await loginsOf(league, email)];
    },
  },
  {
    name: 'a sign-in by an identity that the owner took off meanwhile',
    got: ['signed-in', 'an account of their own', 0],
    async run(scene) {
      const { league, browser, reset, whoIs } = scene;
      const email = await withTheirIdentity(scene);
      meanwhile(() => reset(email, 'Mine123', true));
      const attacker = browser();
      const { outcome } = await attacker.visit('sign-in', 'google');
      const who = (await whoIs(attacker)) === `theirs-${email}` ? 'an account of their own' : 'another';
      return [codeOf(outcome), who, (await sessionsOf(league, email)).length];
    },
  },
  {
    name: 'a sign-in by an identity just before the owner takes it off',
    got: ['signed-in', null, 0],
    async run(scene) {
      const { league, browser, reset, whoIs } = scene;
      const email = await withTheirIdentity(scene);
      const { sessions } = league.deps.accounts;
      let resetting: Promise<unknown> = Promise.resolve();
      const beginning = vi.spyOn(sessions, 'begin').mockImplementationOnce(async (...said) => {
        beginning.mockRestore();
        resetting = reset(email, 'Mine123', true);
        await Promise.race([resetting, pause(HELD_MS)]);
        return sessions.begin(...said);
      });
      const attacker = browser();
      const { outcome } = await attacker.visit('sign-in', 'google');
      await resetting;
      return [codeOf(outcome), await whoIs(attacker), (await sessionsOf(league, email)).length];
    },
  },
];

describe.each(engines)('An attacker on %s', (engine) => {
  tryAttacks(engine, races);
});
