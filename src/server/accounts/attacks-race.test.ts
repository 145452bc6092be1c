import { generateSync } from 'otplib/functional';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import { openBrowser } from '#tests/browser.ts';
import { engines } from '#tests/engines.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import type { Hasher } from './passwords.ts';

const KIM = { email: 'kim@example.org', password: 'Tailgate7' };
const NEW_PASSWORD = 'Kickoff-1300';

/** Compares texts; looking at the next password waits until it is let go. */
class HeldHasher implements Hasher {
  isLooking = Promise.withResolvers<void>();
  #let: Promise<void> = Promise.resolve();

  /** @returns lets it go */
  holdNext(): () => void {
    const held = Promise.withResolvers<void>();
    this.#let = held.promise;
    this.isLooking = Promise.withResolvers();
    return held.resolve;
  }

  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    const held = this.#let;
    this.#let = Promise.resolve();
    this.isLooking.resolve();
    await held;
    return hash === `hash of ${password}`;
  }
}

describe.each(engines)('Somebody who knows the old password, on %s', (engine) => {
  let league: TestApp;
  let mailbox: Mailbox;
  let hasher: HeldHasher;

  beforeEach(async () => {
    mailbox = createMailbox();
    hasher = new HeldHasher();
    league = await createTestApp(engine, {
      settings: { ...withMail, ...behindProxy },
      transport: mailbox.transport,
      hasher,
    });
    const owner = openBrowser(league, '192.0.2.1');
    (await owner.call('POST /api/auth/sign-up', { body: { ...KIM, displayName: 'Kim' } })).ok();
  });

  afterEach(() => league.close());

  async function reset(): Promise<void> {
    const owner = openBrowser(league, '192.0.2.1');
    await owner.call('POST /api/auth/reset-request', { body: { email: KIM.email } });
    const token = await mailbox.tokenFor(KIM.email, '/reset');
    (await owner.call('POST /api/auth/reset', { body: { token, password: NEW_PASSWORD } })).ok();
  }

  const sessions = async () => (await league.store.db.selectFrom('sessions').select('id').execute()).length;

  test('does not get in by a sign-in that was looked at while the owner set a new one', async () => {
    const letGo = hasher.holdNext();
    const signIn = openBrowser(league, '192.0.2.66').call('POST /api/auth/sign-in', { body: KIM });
    await hasher.isLooking.promise;
    await reset();
    letGo();
    expect((await signIn).code).toBe('wrong_password');
    expect(await sessions()).toBe(0);
  });

  test('does not get in by a sign-in that was looked at while the owner turned on a second factor', async () => {
    const owner = openBrowser(league, '192.0.2.1');
    (await owner.call('POST /api/auth/sign-in', { body: KIM })).ok();
    const letGo = hasher.holdNext();
    const thief = openBrowser(league, '192.0.2.66');
    const signIn = thief.call('POST /api/auth/sign-in', { body: KIM });
    await hasher.isLooking.promise;
    const proof = { body: { currentPassword: KIM.password } };
    const { secret } = (await owner.call('POST /api/auth/second-factor/begin', proof)).ok();
    const code = generateSync({ secret });
    (await owner.call('POST /api/auth/second-factor/confirm', { body: { code } })).ok();
    letGo();
    expect((await signIn).ok()).toMatchObject({ user: null, waitsForCode: true });
    expect((await thief.call('GET /api/session', {})).ok()).toMatchObject({ user: null, waitsForCode: true });
  });

  test('does not set another one over that of the owner', async () => {
    const thief = openBrowser(league, '192.0.2.66');
    (await thief.call('POST /api/auth/sign-in', { body: KIM })).ok();
    const letGo = hasher.holdNext();
    const body = { currentPassword: KIM.password, password: 'Thief-9999' };
    const change = thief.call('POST /api/auth/change-password', { body });
    await hasher.isLooking.promise;
    await reset();
    letGo();
    expect((await change).code).toBe('wrong_password');
    const signIn = await openBrowser(league, '192.0.2.1').call('POST /api/auth/sign-in', {
      body: { email: KIM.email, password: NEW_PASSWORD },
    });
    expect(signIn.code).toBeNull();
  });

  test('does not stay signed in where the owner resets their password just after it was changed', async () => {
    const thief = openBrowser(league, '192.0.2.66');
    (await thief.call('POST /api/auth/sign-in', { body: KIM })).ok();
    const { sessions: reader } = league.deps.accounts;
    let resetting: Promise<void> | null = null;
    vi.spyOn(reader, 'begin').mockImplementationOnce((...given) => {
      resetting = reset();
      return reader.begin(...given);
    });
    const body = { currentPassword: KIM.password, password: 'Thief-9999' };
    await thief.call('POST /api/auth/change-password', { body });
    await resetting;
    expect(await sessions()).toBe(0);
  });
});
