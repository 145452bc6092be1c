import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { SharedDriver } from '#server/platform/db/sqlite-driver.ts';
import type { TestApp } from '#tests/app.ts';
import { behindProxy, createTestApp, newTables, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser } from '#tests/browser.ts';
import { addPool } from '#tests/builders.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { withProvider } from '#tests/provider-scene.ts';
import { addMailToken, createAccount } from './store.ts';

const KIM = { email: 'kim@example.org', password: 'Tailgate7' };
const NEW_PASSWORD = 'Kickoff-1300';

const provider = withProvider();

describe('A call whose first write is the last before another process takes the database', () => {
  let league: TestApp;
  let other: DatabaseSync;
  let browser: TestBrowser;
  let end: () => Promise<void>;

  beforeEach(async () => {
    const { location, drop } = await newTables('sqlite');
    league = await createTestApp('sqlite', { location, settings: { ...behindProxy, providers: provider().providers } });
    other = new DatabaseSync(location);
    browser = openBrowser(league);
    end = async () => {
      other.close();
      await league.close();
      await drop();
    };
  });

  afterEach(() => end());

  /** Another process takes the write lock as soon as a transaction of the call has ended, and keeps it until the reply. */
  async function interrupted<T>(act: () => Promise<T>): Promise<T> {
    // What earlier calls left to the background has been written.
    await league.deps.outbox.idle();
    await league.deps.accounts.security.flush();
    const { commitTransaction } = SharedDriver.prototype;
    const commit = vi.spyOn(SharedDriver.prototype, 'commitTransaction').mockImplementation(async function (
      this: SharedDriver,
    ) {
      await commitTransaction.call(this);
      if (!other.isTransaction) other.exec('begin immediate');
    });
    try {
      return await act();
    } finally {
      commit.mockRestore();
      expect(other.isTransaction, 'the call has written').toBe(true);
      other.exec('rollback');
    }
  }

  const signUp = () => browser.call('POST /api/auth/sign-up', { body: { ...KIM, displayName: 'Kim' } });
  const isIn = async () => (await browser.call('GET /api/session', {})).ok().user?.email === KIM.email;
  const signIn = async (password: string) =>
    (await openBrowser(league).call('POST /api/auth/sign-in', { body: { ...KIM, password } })).code;

  test('signs up, and is signed in', async () => {
    expect((await interrupted(signUp)).code).toBeNull();
    expect(await isIn()).toBe(true);
  });

  test('changes the password, and stays signed in', async () => {
    (await signUp()).ok();
    const body = { currentPassword: KIM.password, password: NEW_PASSWORD };
    expect((await interrupted(() => browser.call('POST /api/auth/change-password', { body }))).code).toBeNull();
    expect(await isIn()).toBe(true);
    expect(await signIn(NEW_PASSWORD)).toBeNull();
  });

  test('sets the first password of an account, and is signed in', async () => {
    const account = { email: KIM.email, displayName: 'Kim', passwordHash: null };
    const accountId = (await createAccount(league.store, account, Date.now())) ?? '';
    const link = { accountId, purpose: 'reset', mailedTo: null, expiresAt: Date.now() + HOUR_MS } as const;
    const token = await addMailToken(league.store.db, link, Date.now());
    const body = { token, password: NEW_PASSWORD };
    expect((await interrupted(() => browser.call('POST /api/auth/reset', { body }))).code).toBeNull();
    expect(await isIn()).toBe(true);
  });

  test('sets a forgotten password', async () => {
    const { user } = (await signUp()).ok();
    const row = league.store.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', user?.id ?? '');
    const { account_id: accountId } = await row.executeTakeFirstOrThrow();
    const link = { accountId: accountId ?? '', purpose: 'reset', mailedTo: KIM.email } as const;
    const token = await addMailToken(league.store.db, { ...link, expiresAt: Date.now() + HOUR_MS }, Date.now());
    const body = { token, password: NEW_PASSWORD };
    expect((await interrupted(() => browser.call('POST /api/auth/reset', { body }))).code).toBeNull();
    expect(await signIn(NEW_PASSWORD)).toBeNull();
  });

  test('signs in', async () => {
    (await signUp()).ok();
    browser = openBrowser(league);
    const entering = await interrupted(() => browser.call('POST /api/auth/sign-in', { body: KIM }));
    expect(entering.code).toBeNull();
    expect(await isIn()).toBe(true);
  });

  test('signs up with Google, and is signed in', async () => {
    provider().be({ id: 'kim', email: KIM.email, emailVerified: true });
    const page = await interrupted(() => browser.visit('sign-in', 'google'));
    expect(page.outcome.kind).toBe('signed-in');
    expect(await isIn()).toBe(true);
  });

  test('connects Google, and reports it', async () => {
    (await signUp()).ok();
    provider().be({ id: 'kim', email: KIM.email, emailVerified: true });
    const page = await interrupted(() => browser.visit('connect', 'google'));
    expect(page.outcome.kind).toBe('connected');
  });

  test('ends the sessions of all other devices, and forgets them', async () => {
    (await signUp()).ok();
    expect(await signIn(KIM.password)).toBeNull();
    const ending = await interrupted(() => browser.call('POST /api/sessions/end-others', {}));
    expect(ending.ok().sessions).toHaveLength(1);
  });

  test('changes name and default pool, both or neither', async () => {
    const { user } = (await signUp()).ok();
    const poolId = await addPool(league.deps, { members: user ? [{ userId: user.id }] : [] });
    const body = { displayName: 'Kimberly', defaultPool: poolId };
    const changed = (await interrupted(() => browser.call('PATCH /api/profile', { body }))).ok();
    expect([changed.displayName, changed.defaultPool]).toEqual(['Kimberly', poolId]);
  });

  test('changes the hours and a choice of notifications, both or neither', async () => {
    (await signUp()).ok();
    const body = {
      zone: 'America/Chicago',
      choice: { kind: 'missing-picks', channel: 'mail', wanted: false },
    } as const;
    const changed = (await interrupted(() => browser.call('PATCH /api/notifications', { body }))).ok();
    expect(changed.zone).toBe('America/Chicago');
  });
});

test.each<[string, string, (browser: TestBrowser) => Promise<{ readonly code: string | null }>]>([
  ['A sign-out', 'delete from "sessions"', (kim) => kim.call('POST /api/auth/sign-out', {})],
  ['A mail that confirms an address', 'insert into "outbox"', (kim) => kim.call('POST /api/auth/verify-again', {})],
  [
    'A mail for a new password',
    'insert into "outbox"',
    (kim) => kim.call('POST /api/auth/reset-request', { body: { email: KIM.email } }),
  ],
])('%s that cannot be stored is not reported as done', async (_, statement, act) => {
  const { location, drop } = await newTables('sqlite');
  const transport = createMailbox().transport;
  const league = await createTestApp('sqlite', { location, settings: { ...withMail, ...behindProxy }, transport });
  const browser = openBrowser(league);
  (await browser.call('POST /api/auth/sign-up', { body: { ...KIM, displayName: 'Kim' } })).ok();
  await league.deps.outbox.idle();
  await league.deps.accounts.security.flush();
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  const { execute } = SharedDriver.prototype;
  const failing = vi.spyOn(SharedDriver.prototype, 'execute').mockImplementation(function (
    this: SharedDriver,
    ...given
  ) {
    return given[1].sql.startsWith(statement) ? Promise.reject(busy) : execute.apply(this, given);
  });
  expect((await act(browser)).code).toBe('database_busy');
  failing.mockRestore();
  await league.close();
  await drop();
});
