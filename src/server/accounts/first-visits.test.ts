import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/browser.ts';
import { engines } from '#tests/engines.ts';
import { me, stranger, withProvider, withProviderScene } from '#tests/provider-scene.ts';
import type { Profile } from './identity-store.ts';
import { accountOfIdentity } from './identity-store.ts';

/** How long another transaction gets to go as far as it can, in ms. */
const HELD_MS = 300;

const provider = withProvider();

describe.each(engines)('Two first sign-ins by one identity at the same moment on %s', (engine) => {
  const scene = withProviderScene(engine, provider);

  /** Signs in while another server is connecting the same identity. @returns the outcome, and the account of each */
  async function signInTwice(who: ReturnType<typeof stranger>) {
    const { league, loginsOf } = scene();
    const { store } = league;
    provider().be({ ...who, emailVerified: true });
    const profile: Profile = { ...who, provider: 'google', emailVerified: true };
    const isConnected = Promise.withResolvers<void>();
    const other = store.db.transaction().execute(async (tx) => {
      await accountOfIdentity(store, tx, profile, 'open', Date.now());
      isConnected.resolve();
      await pause(HELD_MS);
    });
    await isConnected.promise;
    const browser = openBrowser(league);
    const { status, outcome } = await browser.visit('sign-in', 'google');
    await other;
    const google = (await loginsOf(who.email)).filter(({ providerId }) => providerId === 'google');
    return { browser, outcome: [status, outcome.kind, google.length] };
  }

  test('lead to one new account', async () => {
    const who = stranger();
    const { browser, outcome } = await signInTwice(who);
    expect(outcome).toEqual([200, 'signed-in', 1]);
    expect(await me(browser)).toMatchObject({ email: who.email, providers: ['google'] });
  });

  test('connect it once to the account with its address', async () => {
    const { signUp, verify } = scene();
    const who = stranger();
    const owner = await signUp(who.email);
    await verify(owner, who.email);
    const { browser, outcome } = await signInTwice(who);
    expect(outcome).toEqual([200, 'signed-in', 1]);
    expect((await me(browser))?.id).toBe((await me(owner))?.id);
  });
});
