import { describe, expect, test } from 'vitest';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';

const VERIFY = 'POST /api/auth/verify';
const AGAIN = 'POST /api/auth/verify-again';

describe('An address', () => {
  const mailbox = createMailbox();
  const league = withLeague('sqlite', { settings: { ...withMail, ...behindProxy }, transport: mailbox.transport });
  let made = 0;

  async function signUp(): Promise<{ email: string; browser: TestBrowser }> {
    made += 1;
    const email = `kim${made}@example.org`;
    const browser = openBrowser(league);
    const body = { email, password: 'Tailgate7', displayName: 'Buy at evil.example.com' };
    (await browser.call('POST /api/auth/sign-up', { body })).ok();
    return { email, browser };
  }

  const isVerified = async (browser: TestBrowser) =>
    (await browser.call('GET /api/session', {})).ok().user?.emailVerified;

  test('is confirmed by the mail that comes with signing up, in whichever browser its owner is signed in', async () => {
    const { email, browser } = await signUp();
    expect(await isVerified(browser)).toBe(false);
    const { subject, text } = await mailbox.to(email);
    expect(subject).toBe("Confirm your email for Pick'em");
    expect(text).toMatch(/^https:\/\/pool\.example\.org\/verify#token=[\w-]{43}$/m);
    const token = await mailbox.tokenFor(email, '/verify');
    const elsewhere = openBrowser(league);
    expect((await elsewhere.call(VERIFY, { body: { token } })).code).toBe('not_signed_in');
    (await elsewhere.call('POST /api/auth/sign-in', { body: { email, password: 'Tailgate7' } })).ok();
    (await elsewhere.call(VERIFY, { body: { token } })).ok();
    expect(await isVerified(browser)).toBe(true);
  });

  test('is not confirmed by somebody who is signed in to another account', async () => {
    const [{ email, browser }, other] = [await signUp(), await signUp()];
    const token = await mailbox.tokenFor(email, '/verify');
    const reply = await other.browser.call(VERIFY, { body: { token } });
    expect([reply.status, reply.code]).toEqual([403, 'other_account']);
    expect([await isVerified(browser), await isVerified(other.browser)]).toEqual([false, false]);
  });

  test('the mail contains no text from the sign-up', async () => {
    const { email } = await signUp();
    const { subject, text, html } = await mailbox.to(email);
    expect(subject + text + html).not.toContain('evil');
  });

  test('a link may be followed twice: mail programs look first', async () => {
    const { email, browser } = await signUp();
    const token = await mailbox.tokenFor(email, '/verify');
    for (const _ of [1, 2]) (await browser.call(VERIFY, { body: { token } })).ok();
  });

  test('a link confirms the address that it was sent to, not one that came later', async () => {
    const { email, browser } = await signUp();
    const token = await mailbox.tokenFor(email, '/verify');
    await league.store.db
      .updateTable('accounts')
      .set({ email: `new-${email}` })
      .where('email', '=', email)
      .execute();
    expect((await browser.call(VERIFY, { body: { token } })).code).toBe('link_expired');
    expect(await isVerified(browser)).toBe(false);
  });

  test('a link lives for three days', async () => {
    const { email, browser } = await signUp();
    const token = await mailbox.tokenFor(email, '/verify');
    const rows = await league.store.db.selectFrom('mail_tokens').selectAll().where('mailed_to', '=', email).execute();
    expect(Math.round(((rows[0]?.expires_at ?? 0) - Date.now()) / 3_600_000)).toBe(72);
    await league.store.db
      .updateTable('mail_tokens')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await browser.call(VERIFY, { body: { token } })).code).toBe('link_expired');
  });

  test.each(['x', 'a'.repeat(43), '../..', '%00'])('a link that was never sent confirms nothing: %s', async (token) => {
    const { browser } = await signUp();
    expect((await browser.call(VERIFY, { body: { token } })).code).toBe('link_expired');
  });

  test('the mail is sent again when asked for, some times', async () => {
    const { email, browser } = await signUp();
    const codes: (string | null)[] = [];
    for (let n = 0; n < 4; n += 1) codes.push((await browser.call(AGAIN, {})).code);
    expect(codes).toEqual([null, null, null, 'too_many_attempts']);
    await league.deps.outbox.idle();
    expect(mailbox.mails.filter((mail) => mail.to === email)).toHaveLength(4);
  });

  test('a confirmed address gets no further mails', async () => {
    const { email, browser } = await signUp();
    await browser.call(VERIFY, { body: { token: await mailbox.tokenFor(email, '/verify') } });
    const before = mailbox.mails.length;
    (await browser.call(AGAIN, {})).ok();
    await league.deps.outbox.idle();
    expect(mailbox.mails).toHaveLength(before);
  });

  test('a league without mail still accepts accounts, and says that it sends none', async () => {
    const silent = await createTestApp('sqlite');
    const browser = openBrowser(silent);
    const body = { email: 'kim@example.org', password: 'Tailgate7', displayName: 'Kim' };
    (await browser.call('POST /api/auth/sign-up', { body })).ok();
    expect((await browser.call(AGAIN, {})).code).toBe('mail_not_set_up');
    expect(await silent.store.db.selectFrom('mail_tokens').selectAll().execute()).toEqual([]);
    await silent.close();
  });
});
