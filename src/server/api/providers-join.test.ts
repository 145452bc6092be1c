import { describe, expect, test } from 'vitest';
import type { Provider } from '#contract/shapes.ts';
import { engines } from '#server/store/connect.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { me, stranger, withProvider, withProviderScene } from '#tests/provider-scene.ts';

const LEAVE = 'DELETE /api/auth/providers/:provider';

const provider = withProvider();

describe.each(engines)('Joining Google and Facebook on %s', (engine) => {
  const scene = withProviderScene(engine, provider);

  describe('an address that has an account already', () => {
    test('is joined where both sides have verified it', async () => {
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
    ])('is not joined where %s; the way on is told', async (_, name, { here, there }) => {
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
        code: 'not_joined',
        message: `An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then connect ${providerName} in your profile.`,
      });
      expect(await me(browser)).toBeNull();
      expect((await loginsOf(who.email)).map((login) => login.providerId)).toEqual(['credential']);

      // The way on: from the profile it works, whatever is verified.
      expect((await owner.visit('join', name)).outcome).toEqual({ kind: 'joined', provider: name, next: '/profile' });
      expect(await me(owner)).toMatchObject({ providers: [name], emailVerified: here });
      expect((await browser.visit('sign-in', name)).outcome.kind).toBe('signed-in');
      expect((await me(browser))?.id).toBe((await me(owner))?.id);
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
    expect((await owner.visit('join', 'facebook')).outcome.kind).toBe('joined');
    expect((await browser.visit('sign-in', 'facebook')).outcome.kind).toBe('signed-in');
    expect((await me(browser))?.id).toBe((await me(owner))?.id);
  });

  test('an identity belongs to one account', async () => {
    const { league, signUp } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    await openBrowser(league).visit('sign-in', 'google');
    const other = await signUp(`other-${who.email}`);
    expect((await other.visit('join', 'google')).outcome).toMatchObject({
      code: 'joined_elsewhere',
      message: 'This Google account is already connected to another account here.',
    });
    expect(await me(other)).toMatchObject({ providers: [] });
  });

  test('the owner is told by mail of a provider that was connected, once', async () => {
    const { league, mailbox, signUp } = scene();
    const who = stranger();
    const browser = await signUp(who.email);
    provider().be({ ...who, emailVerified: true });
    for (const _ of [1, 2]) await browser.visit('join', 'google');
    const { text } = await mailbox.to(who.email, /connected/);
    expect(text).toContain("Your Pick'em account can now be signed in to with Google.");
    expect(text).toMatch(/^https:\/\/pool\.example\.org\/profile$/m);
    await league.deps.mailer.idle();
    expect(mailbox.mails.filter((mail) => mail.to === who.email && /connected/.test(mail.subject))).toHaveLength(1);
  });

  test('joining what is joined already changes nothing', async () => {
    const { signUp, loginsOf } = scene();
    const who = stranger();
    const browser = await signUp(who.email);
    provider().be({ ...who, emailVerified: true });
    for (const _ of [1, 2]) expect((await browser.visit('join', 'google')).outcome.kind).toBe('joined');
    expect(await loginsOf(who.email)).toHaveLength(2);
  });

  test('a provider is left, but never the last way in', async () => {
    const { league } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    const refused = await browser.call(LEAVE, { params: { provider: 'google' } });
    expect([refused.status, refused.code]).toEqual([409, 'last_way_in']);
    (await browser.call('POST /api/auth/change-password', { body: { password: PASSWORD } })).ok();
    const left = await browser.call(LEAVE, { params: { provider: 'google' } });
    expect(left.ok()).toMatchObject({ hasPassword: true, providers: [] });
    expect((await browser.call(LEAVE, { params: { provider: 'google' } })).ok().providers).toEqual([]);
  });

  test('of two providers that are left at the same moment one stays', async () => {
    const { league } = scene();
    const who = stranger();
    provider().be({ ...who, emailVerified: true });
    const browser = openBrowser(league);
    await browser.visit('sign-in', 'google');
    await browser.visit('join', 'facebook');
    const leave = (name: Provider) => browser.call(LEAVE, { params: { provider: name } });
    const replies = await Promise.all([leave('google'), leave('facebook')]);
    expect(replies.map((reply) => reply.code ?? 'ok').sort()).toEqual(['last_way_in', 'ok']);
    expect((await me(browser))?.providers).toHaveLength(1);
  });
});
