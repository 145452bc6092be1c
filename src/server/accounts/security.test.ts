import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecurityEntry } from '#contract/accounts.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson } from '#tests/builders.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import type { Hasher } from './passwords.ts';
import { createAccount } from './store.ts';

/** Costs nothing, so that no test lasts long enough to meet the end of many minutes. */
const hasher: Hasher = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
};

const ANN = { email: 'ann@example.org', password: 'Tailgate7' };

describe('The security log', () => {
  let league: TestApp;
  let boss: Person;
  let browser: TestBrowser;
  let mailbox: Mailbox;

  beforeEach(async () => {
    mailbox = createMailbox();
    const { transport } = mailbox;
    league = await createTestApp('sqlite', { settings: { ...behindProxy, ...withMail }, transport, hasher });
    boss = await addPerson(league.deps, { name: 'Boss', isAdmin: true });
    browser = openBrowser(league, '192.0.2.7');
    const passwordHash = await league.deps.accounts.passwords.hash(ANN.password, []);
    await createAccount(league.store, { email: ANN.email, displayName: 'Ann', passwordHash }, 1);
  });

  afterEach(() => league.close());

  async function entries(query: { userId?: string; before?: string; limit?: string } = {}) {
    return (await league.call('GET /api/admin/security-log', { as: boss, query })).ok();
  }

  /** What an entry tells; those of two minutes are counted together. */
  function told(all: readonly SecurityEntry[]) {
    const texts = all.map(({ event, person, detail, network }) =>
      [event, person?.name ?? 'somebody', detail, network].join(', '),
    );
    const times = (text: string) => all.reduce((sum, entry, at) => sum + (texts[at] === text ? entry.times : 0), 0);
    return [...new Set(texts)].map((text) => `${text}: ${times(text)}`);
  }

  const signIn = (email: string, password: string) =>
    browser.call('POST /api/auth/sign-in', { body: { email, password } });

  test('is read as far as it is written while nothing can be written', async () => {
    await signIn(ANN.email, 'Wrong1');
    const written = told((await entries()).entries);
    await sql`pragma query_only = on`.execute(league.store.db);
    league.deps.accounts.security.note({ event: 'session-ended', accountId: boss.accountId, network: '192.0.2.8' });
    expect(told((await entries()).entries)).toEqual(written);
    expect(league.deps.storage.fault).toBe('storage_failed');
    await sql`pragma query_only = off`.execute(league.store.db);
    expect(told((await entries()).entries)).toHaveLength(written.length + 1);
  });

  test('shows sign-ins and failures, with account and network, but no user input', async () => {
    await signIn('Secret-Passw0rd@example.org', 'x');
    await signIn(ANN.email, 'Wrong1');
    (await signIn(ANN.email, ANN.password)).ok();
    await browser.call('POST /api/auth/sign-out', {});
    expect(told((await entries()).entries)).toEqual([
      'session-ended, Ann, signed out, 192.0.2.7: 1',
      'new-device, Ann, , 192.0.2.7: 1',
      'sign-in, Ann, password, 192.0.2.7: 1',
      'sign-in-failed, Ann, wrong password, 192.0.2.7: 1',
      'sign-in-failed, somebody, unknown address, 192.0.2.7: 1',
    ]);
    expect(JSON.stringify(await league.store.db.selectFrom('security_log').selectAll().execute())).not.toMatch(
      /secret/i,
    );
  });

  test('shows refusals and limits with counts', async () => {
    (await signIn(ANN.email, ANN.password)).ok();
    for (let n = 0; n < 3; n += 1) expect((await browser.call('GET /api/users', {})).code).toBe('admin_only');
    const stranger = openBrowser(league, '2001:db8:1:2:3::4');
    for (let n = 0; n < 13; n += 1) {
      await stranger.call('POST /api/auth/sign-in', { body: { email: ANN.email, password: 'Wrong1' } });
    }
    expect(told((await entries()).entries)).toEqual(
      expect.arrayContaining([
        'limited, Ann, POST /api/auth/sign-in, 2001:db8:1:2::/64: 3',
        'sign-in-failed, Ann, wrong password, 2001:db8:1:2::/64: 10',
        'refused, Ann, GET /api/users, 192.0.2.7: 3',
      ]),
    );
  });

  test('shows password changes and new accounts', async () => {
    const body = { email: 'new@example.org', password: 'Tailgate7', displayName: 'New Here' };
    (await browser.call('POST /api/auth/sign-up', { body })).ok();
    const change = { currentPassword: 'Tailgate7', password: 'Other-Way-7' };
    (await browser.call('POST /api/auth/change-password', { body: change })).ok();
    await browser.call('POST /api/auth/reset-request', { body: { email: ANN.email } });
    const token = await mailbox.tokenFor(ANN.email, '/reset');
    (await browser.call('POST /api/auth/reset', { body: { token, password: 'Third-Way-8' } })).ok();
    expect((await entries()).entries.map(({ event, person }) => [event, person?.name])).toEqual([
      ['reset-done', 'Ann'],
      ['reset-asked', 'Ann'],
      ['password-changed', 'New Here'],
      ['sign-up', 'New Here'],
    ]);
  });

  test('shows failed visits to a provider', async () => {
    await browser.comeBack('https://pool.example.org/api/auth/callback/google?state=made-up&error=access_denied');
    (await signIn(ANN.email, ANN.password)).ok();
    await browser.comeBack('https://pool.example.org/api/auth/callback/facebook?code=x');
    expect(told((await entries()).entries)).toEqual(
      expect.arrayContaining([
        'provider-failed, Ann, Facebook: provider expired, 192.0.2.7: 1',
        'provider-failed, somebody, Google: provider expired, 192.0.2.7: 1',
      ]),
    );
  });

  test('shows a session that was not fresh enough to change sign-in methods', async () => {
    (await signIn(ANN.email, ANN.password)).ok();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await league.store.db.updateTable('logins').set({ password: null }).execute();
    await league.store.db.updateTable('sessions').set({ createdAt: hourAgo }).execute();
    const reply = await browser.call('POST /api/auth/change-password', { body: { password: 'Other-Way-7' } });
    expect(reply.code).toBe('sign_in_again');
    expect(told((await entries()).entries)).toContain('refused, Ann, no fresh sign-in, 192.0.2.7: 1');
  });

  test('shows which admin granted and revoked what; further pages are read on demand, of one person or of all', async () => {
    const { id } = (await signIn(ANN.email, ANN.password)).ok().user ?? { id: '' };
    await league.deps.accounts.security.flush();
    for (const isEnabled of [false, true]) {
      (await league.call('PATCH /api/users/:userId', { as: boss, params: { userId: id }, body: { isEnabled } })).ok();
    }
    await signIn('nobody@example.org', 'x');
    const first = await entries({ userId: id, limit: '2' });
    expect(first.entries.map(({ event, actor }) => [event, actor?.name])).toEqual([
      ['enabled', 'Boss'],
      ['disabled', 'Boss'],
    ]);
    const rest = await entries({ userId: id, limit: '3', before: String(first.next) });
    expect(rest.entries.map(({ event }) => event)).toEqual(['new-device', 'sign-in']);
    expect(rest.next).toBeNull();
  });
});
