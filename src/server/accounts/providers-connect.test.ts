import { describe, expect, test } from 'vitest';
import type { Provider } from '#contract/shapes.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { me, stranger, withProvider, withProviderScene } from '#tests/provider-scene.ts';

const DISCONNECT = 'POST /api/auth/providers/:provider/disconnect';
const CHANGE = 'POST /api/auth/change-password';

const provider = withProvider();

function disconnect(browser: TestBrowser, name: Provider, currentPassword: string | undefined = PASSWORD) {
  return browser.call(DISCONNECT, { params: { provider: name }, body: { currentPassword } });
}

describe('Connecting Google and Facebook', () => {
  const scene = withProviderScene('sqlite', provider);

  describe('an address that has an account already', () => {
    test('is connected where both sides have verified it', async () => {
      const { league, signUp, verify } = scene();
      const who = stranger();
      const browser = await signUp(who.email);
      await verify(browser, who.email);
      provider().be({ ...who, emailVerified: true });
      const other = openBrowser(league);
      expect((await other.visit('sign-in', 'google')).outcome.kind).toBe('signed-in');
      expect(await me(other)).toMatchObject({ id: (await me(browser))?.id, hasPassword: true, providers: ['google'] });
    });

    test.each<[string, Provider, { here: boolean; there: boolean }]>([
      ['only the provider has verified it', 'google', { here: false, there: true }],
      ['only this league has verified it', 'google', { here: true, there: false }],
      ['nobody has verified it', 'google', { here: false, there: false }],
      ['the provider never verifies', 'facebook', { here: true, there: true }],
    ])('is not connected if %s; the message says what to do', async (_, name, { here, there }) => {
      const { league, signUp, verify, loginsOf } = scene();
      const who = stranger();
      const owner = await signUp(who.email);
      if (here) await verify(owner, who.email);
      provider().be({ ...who, emailVerified: there });
      const browser = openBrowser(league);
      const { outcome } = await browser.visit('sign-in', name);
      const providerName = name === 'google' ? 'Google' : 'Facebook';
      expect(outcome).toEqual({
        kind: 'failed',
        provider: name,
        code: 'not_connected',
        message: `An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then connect ${providerName} in your profile.`,
      });
      expect(await me(browser)).toBeNull();
      expect((await loginsOf(who.email)).map((login) => login.providerId)).toEqual(['credential']);

      // The way on: from the profile it works, whatever is verified.
      expect((await owner.visit('connect', name)).outcome).toEqual({
        kind: 'connected',
        provider: name,
        next: '/profile/security',
      });
      expect(await me(owner)).toMatchObject({ providers: [name], emailVerified: here });
      expect((await browser.visit('sign-in', name)).outcome.kind).toBe('signed-in');
      const { id } = (await me(owner)) ?? {};
      expect(await me(browser)).toMatchObject({ id, emailVerified: here || (there && name === 'google') });
    });
  });

  test('Facebook without an e-mail address: there is a way on', async () => {
    const { league, signUp } = scene();
    const { id, name, email } = stranger();
    provider().be({ id, name });
    const browser = openBrowser(league);
    const { outcome } = await browser.visit('sign-in', 'facebook');
    expect(outcome).toEqual({
      kind: 'failed',
      provider: 'facebook',
      code: 'email_missing',
      message:
        'Facebook gave no email address. Sign in another way or create an account, then connect Facebook in your profile.',
    });
    const owner = await signUp(email);
    expect((await owner.visit('connect', 'facebook')).outcome.kind).toBe('connected');
    expect((await browser.visit('sign-in', 'facebook')).outcome.kind).toBe('signed-in');
    expect((await me(browser))?.id).toBe((await me(owner))?.id);
  });

  test('an identity belongs to one account', async () => {
    const { league, signUp } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    const other = await signUp(`other-${who.email}`);
    expect((await other.visit('connect', 'google')).outcome).toMatchObject({
      code: 'connected_elsewhere',
      message: 'This Google account is already connected to another account here.',
    });
    expect(await me(other)).toMatchObject({ providers: [] });
  });

  test('the owner gets one mail about a provider that was connected', async () => {
    const { league, mailbox, signUp } = scene();
    const who = stranger();
    const browser = await signUp(who.email);
    provider().be({ ...who, emailVerified: true });
    for (const _ of [1, 2]) await browser.visit('connect', 'google');
    const { text } = await mailbox.to(who.email, /connected/);
    expect(text).toContain("You can now sign in to Pick'em with Google.");
    expect(text).toMatch(/^https:\/\/pool\.example\.org\/profile\/security$/m);
    await league.deps.outbox.idle();
    expect(mailbox.mails.filter((mail) => mail.to === who.email && /connected/.test(mail.subject))).toHaveLength(1);
  });

  test('the mail about a new device names all that its owner can do', async () => {
    const { league, mailbox, signUp } = scene();
    const who = stranger();
    await signUp(who.email);
    const body = { email: who.email, password: PASSWORD };
    (await openBrowser(league).call('POST /api/auth/sign-in', { body })).ok();
    expect((await mailbox.to(who.email, /New sign-in/)).text).toContain(
      "set a new password and check 'Also disconnect Google and Facebook', which signs out every device.",
    );
  });

  test('connecting what is connected already changes nothing', async () => {
    const { signUp, loginsOf } = scene();
    const who = stranger();
    const browser = await signUp(who.email);
    provider().be({ ...who, emailVerified: true });
    for (const _ of [1, 2]) expect((await browser.visit('connect', 'google')).outcome.kind).toBe('connected');
    expect(await loginsOf(who.email)).toHaveLength(2);
  });

  /** The browser of somebody who signed up with Google alone. */
  async function withoutPassword(): Promise<TestBrowser> {
    provider().be({ ...stranger(), emailVerified: true });
    const browser = openBrowser(scene().league);
    await browser.visit('sign-in', 'google');
    return browser;
  }

  /** Somebody with a password who connected Google. */
  async function withGoogle() {
    const who = stranger();
    const browser = await scene().signUp(who.email);
    provider().be({ ...who, emailVerified: true });
    await browser.visit('connect', 'google');
    return { who, browser };
  }

  test('a provider is left, but never the last way in', async () => {
    const browser = await withoutPassword();
    const refused = await disconnect(browser, 'google');
    expect([refused.status, refused.code]).toEqual([409, 'last_way_in']);
    (await browser.call('POST /api/auth/change-password', { body: { password: PASSWORD } })).ok();
    const reply = await disconnect(browser, 'google');
    expect(reply.ok()).toMatchObject({ hasPassword: true, providers: [] });
    expect((await disconnect(browser, 'google')).ok().providers).toEqual([]);
  });

  test('a provider is disconnected only by somebody who knows the password, and the owner gets a mail', async () => {
    const { league, mailbox } = scene();
    const { who, browser } = await withGoogle();
    const codes = [
      (await disconnect(browser, 'google', '')).code,
      (await disconnect(browser, 'google', 'Wrong1')).code,
    ];
    expect([codes, (await me(browser))?.providers]).toEqual([['wrong_password', 'wrong_password'], ['google']]);
    (await disconnect(browser, 'google')).ok();
    const { text } = await mailbox.to(who.email, /disconnected/);
    expect(text).toContain("You can no longer sign in to Pick'em with Google.");
    (await disconnect(browser, 'google')).ok();
    await league.deps.outbox.idle();
    expect(mailbox.mails.filter((mail) => mail.to === who.email && /disconnected/.test(mail.subject))).toHaveLength(1);
  });

  test('without a password a provider is disconnected only in a session that began a moment ago', async () => {
    const { league } = scene();
    const browser = await withoutPassword();
    await browser.visit('connect', 'facebook');
    const begun = new Date(Date.now() - 11 * 60_000).toISOString();
    await league.store.db.updateTable('sessions').set({ createdAt: begun }).execute();
    expect((await disconnect(browser, 'google')).code).toBe('sign_in_again');
    expect((await me(browser))?.providers).toEqual(['google', 'facebook']);
  });

  test.each([false, true])('a new password in the profile takes all providers off where wanted: %j', async (wanted) => {
    const { browser } = await withGoogle();
    const body = { currentPassword: PASSWORD, password: 'Xyz789', disconnectProviders: wanted };
    expect((await browser.call(CHANGE, { body })).ok().user?.providers).toEqual(wanted ? [] : ['google']);
  });

  test('of two providers that are disconnected at the same moment one stays', async () => {
    const browser = await withoutPassword();
    await browser.visit('connect', 'facebook');
    const replies = await Promise.all([disconnect(browser, 'google'), disconnect(browser, 'facebook')]);
    expect(replies.map((reply) => reply.code ?? 'ok').sort()).toEqual(['last_way_in', 'ok']);
    expect((await me(browser))?.providers).toHaveLength(1);
  });
});
