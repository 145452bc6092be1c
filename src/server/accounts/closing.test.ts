import { describe, expect, test } from 'vitest';
import { followInvite, renewInvite, requestToJoin } from '#server/members/joining-store.ts';
import { createUser } from '#server/users/store.ts';
import { behindProxy, withMail } from '#tests/app.ts';
import type { TestBrowser } from '#tests/browser.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import type { Person } from '#tests/builders.ts';
import { addPool, addSession } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { until } from '#tests/until.ts';

const CLOSE = 'POST /api/profile/close';
const body = { confirm: 'close' as const };
const withPassword = { ...body, currentPassword: PASSWORD };

describe.each(engines)('Closing an account on %s', (engine) => {
  const mailbox = createMailbox();
  const league = withLeague(engine, {
    settings: { ...withMail, ...behindProxy, pools: 'everyone' },
    transport: mailbox.transport,
  });
  let made = 0;

  const close = (as: Person) => league.call(CLOSE, { as, body });

  /** Somebody with a password, in their browser. */
  async function signUp(name = 'Kim'): Promise<{ email: string; browser: TestBrowser; userId: string }> {
    made += 1;
    const email = `kim${made}@example.org`;
    const browser = openBrowser(league);
    const account = { email, password: PASSWORD, displayName: name };
    const { user } = (await browser.call('POST /api/auth/sign-up', { body: account })).ok();
    return { email, browser, userId: user?.id ?? '' };
  }

  async function peopleOf(poolId: string, as: Person) {
    const { people } = (await league.call('GET /api/pools/:poolId/members', { as, params: { poolId } })).ok();
    return people.map(({ name, isCommissioner, isFormer = false }) => ({ name, isCommissioner, isFormer }));
  }

  const pick = (as: { cookie: string }, entryId: string, gid: string) =>
    league.call('PUT /api/entries/:entryId/picks', {
      as,
      params: { entryId },
      body: { picks: [{ kind: 'pick', about: gid, value: { side: 'home' } }] },
    });

  test("leaves picks and places to the pool as 'Former player', each told apart", async () => {
    const traits = { members: ['ann', 'bob', 'cat'], games: { game: {} } } as const;
    const { poolId, ann, bob, cat, game } = await aLeague(league, { ...traits, rules: { entries: 2 } });
    (await pick(ann, entryIdOf(poolId, ann.userId), game)).ok();
    const named = { params: { poolId }, body: { name: "Ann's Second" } };
    (await league.call('POST /api/pools/:poolId/entries', { as: ann, ...named })).ok();
    (await close(ann)).ok();
    (await close(cat)).ok();
    expect((await peopleOf(poolId, bob)).map(({ name, isFormer }) => [name, isFormer])).toEqual([
      ['Bob', false],
      ['Former player', true],
      ['Former player (2)', true],
    ]);
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: bob, params: { poolId } })).ok();
    expect(rows.map(({ name }) => name).filter((name) => /Ann|Cat/.test(name))).toEqual([]);
    expect(rows).toHaveLength(4);
    const picks = league.store.db.selectFrom('picks').select('about').where('about', '=', game);
    expect(await picks.execute()).toHaveLength(1);
    const { players } = (
      await league.call('GET /api/admin/players', { as: (await aLeague(league, { admins: ['boss'] })).boss })
    ).ok();
    expect(players.filter(({ id }) => id === ann.userId)).toEqual([]);
  });

  test('needs the password, leaves nothing of the account, and is confirmed by a mail', async () => {
    const { email, browser, userId } = await signUp();
    await addPool(league.deps, { members: [{ userId }] });
    (await browser.call('PUT /api/calendar', {})).ok();
    (await browser.call('PATCH /api/notifications', { body: { hours: 3 } })).ok();
    expect((await browser.call(CLOSE, { body })).code).toBe('wrong_password');
    (await browser.call(CLOSE, { body: withPassword })).ok();
    expect(browser.cookies.has(league.deps.accounts.sessions.cookieName)).toBe(false);
    expect((await mailbox.to(email, /closed/)).text).toContain("standings as 'Former player'");
    await league.deps.outbox.idle();
    const left = Object.entries(await dumpTables(league.store.db)).flatMap(([table, rows]) =>
      rows.some((row) => row.includes(email)) ? [table] : [],
    );
    expect(left).toEqual([]);
    await league.deps.accounts.security.flush();
    const events = await league.store.db.selectFrom('security_log').selectAll().execute();
    expect(events.some(({ event }) => event === 'account-closed')).toBe(true);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  test.each([
    ['is not JSON', '{"entryName":'],
    ['nests too deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('keeps nothing of a record about them that %s', async (_, after) => {
    const { browser, userId } = await signUp();
    const { db } = league.store;
    const row = { at: 1, actor_id: null, act: 'user.rename', user_id: userId, before: '{"displayName":"Kim"}', after };
    const { id } = await db.insertInto('audit_log').values(row).returning('id').executeTakeFirstOrThrow();
    (await browser.call(CLOSE, { body: withPassword })).ok();
    const left = await db.selectFrom('audit_log').select(['before', 'after']).where('id', '=', id).executeTakeFirst();
    expect(left).toEqual({ before: '{}', after: 'null' });
  });

  test('lets nobody sign in with it, and the address can be used again', async () => {
    const { email, browser, userId } = await signUp();
    const poolId = await addPool(league.deps, { members: [{ userId }] });
    (await browser.call(CLOSE, { body: withPassword })).ok();
    const again = openBrowser(league);
    const credentials = { email, password: PASSWORD };
    expect((await again.call('POST /api/auth/sign-in', { body: credentials })).code).toBe('user_not_found');
    const { user } = (
      await again.call('POST /api/auth/sign-up', { body: { ...credentials, displayName: 'Kim' } })
    ).ok();
    expect(user?.id).not.toBe(userId);
    expect(user?.pools).toEqual({});
    expect((await again.call('GET /api/pools/:poolId/members', { params: { poolId } })).code).toBe('not_a_member');
  });

  test('ends the role of a commissioner, but not of the only one', async () => {
    const { poolId, ann, bob, boss } = await aLeague(league, {
      name: 'Old Boys',
      members: ['ann', 'bob'],
      commissioners: ['ann'],
      admins: ['boss'],
    });
    const refused = await close(ann);
    expect(refused.code).toBe('last_commissioner');
    expect(refused.text).toContain('You are the only commissioner of Old Boys. Name another one first.');
    const params = { poolId, userId: bob.userId };
    const naming = { as: boss, params, body: { enabled: true } };
    (await league.call('PUT /api/pools/:poolId/commissioners/:userId', naming)).ok();
    (await close(ann)).ok();
    expect((await peopleOf(poolId, bob)).filter(({ isCommissioner }) => isCommissioner)).toEqual([
      { name: 'Bob', isCommissioner: true, isFormer: false },
    ]);
  });

  test('keeps an entry that came by a link with its owner, and nobody else can get it', async () => {
    const { poolId, boss, kim, eve } = await aLeague(league, {
      admins: ['boss'],
      members: ['eve'],
      strangers: ['kim'],
      rules: { entries: 2 },
    });
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    const member = { as: boss, params: { poolId, userId: tom }, body: { enabled: true } };
    (await league.call('PUT /api/pools/:poolId/members/:userId', member)).ok();
    const entryId = entryIdOf(poolId, tom);
    const link = (userId: string) =>
      league.call('POST /api/entries/:entryId/link/:userId', { as: boss, params: { entryId, userId } });
    (await link(kim.userId)).ok();
    (await close(kim)).ok();
    expect((await peopleOf(poolId, eve)).map(({ name }) => name)).toEqual(['Eve', 'Former player']);
    expect((await link(eve.userId)).code).toBe('player_linked');
  });

  test('works for the disabled, and needs a fresh sign-in without a password', async () => {
    const { ann } = await aLeague(league, { strangers: ['ann'] });
    const long = new Date(Date.now() - 3_600_000).toISOString();
    const sessions = league.store.db.updateTable('sessions').where('userId', '=', ann.accountId);
    await sessions.set({ createdAt: long }).execute();
    expect((await close(ann)).code).toBe('sign_in_again');
    const fresh = await addSession(league.deps, ann.accountId);
    await league.store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', ann.userId).execute();
    (await league.call(CLOSE, { as: fresh, body })).ok();
  });

  test('of two admins at the same moment, one stays', async () => {
    await league.store.db.updateTable('users').set({ is_admin: 0 }).execute();
    const { ann, bob } = await aLeague(league, { admins: ['ann', 'bob'] });
    const codes = (await Promise.all([close(ann), close(bob)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['last_admin', null].toSorted());
  });

  test('lets nobody add them to a pool again, whether or not they ever played', async () => {
    const { poolId, boss, kim, eve } = await aLeague(league, {
      admins: ['boss'],
      members: ['kim'],
      strangers: ['eve'],
    });
    const put = (userId: string, enabled: boolean) =>
      league.call('PUT /api/pools/:poolId/members/:userId', {
        as: boss,
        params: { poolId, userId },
        body: { enabled },
      });
    (await close(kim)).ok();
    (await close(eve)).ok();
    (await put(kim.userId, false)).ok();
    expect((await put(kim.userId, true)).code).toBe('player_not_found');
    expect((await put(eve.userId, true)).code).toBe('player_disabled');
  });

  test('leaves no name of them or their entries in the log', async () => {
    const { poolId, kim, bob } = await aLeague(league, { members: ['kim', 'bob'], rules: { entries: 3 } });
    const renaming = { displayName: 'Zyx Real' };
    (await league.call('PATCH /api/profile', { as: kim, body: renaming })).ok();
    const adding = { as: kim, params: { poolId }, body: { name: 'Zyx Second' } };
    const { id: entryId } = (await league.call('POST /api/pools/:poolId/entries', adding)).ok();
    const naming = { as: kim, params: { entryId }, body: { name: 'Zyx Other' } };
    (await league.call('PATCH /api/entries/:entryId', naming)).ok();
    (await close(kim)).ok();
    const log = await league.call('GET /api/pools/:poolId/log', { as: bob, params: { poolId } });
    expect(log.text).toContain('entry.rename');
    const left = Object.entries(await dumpTables(league.store.db)).flatMap(([table, rows]) =>
      rows.some((row) => row.includes('Zyx')) ? [table] : [],
    );
    expect(left).toEqual([]);
  });

  /** Somebody closes their account while a request of theirs is under way: its session is checked already. */
  async function closeDuring(act: (kim: Person) => Promise<{ readonly status: number }>) {
    const [kims, outcomes]: [Person[], number[]] = [[], []];
    for (let at = 0; at < 6; at += 1) {
      const { kim } = await aLeague(league, { strangers: ['kim'] });
      kims.push(kim);
      const calls = at % 2 === 0 ? [close(kim), act(kim)] : [act(kim), close(kim)];
      for (const { status } of await Promise.all(calls)) outcomes.push(status);
    }
    return { outcomes, ids: kims.map(({ userId }) => userId) };
  }

  test('outlasts a name that is changed at the same moment', async () => {
    const rename = (as: Person) => league.call('PATCH /api/profile', { as, body: { displayName: 'Real Name' } });
    const { outcomes, ids } = await closeDuring(rename);
    for (const status of outcomes) expect([200, 401]).toContain(status);
    const users = await league.store.db.selectFrom('users').select('display_name').where('id', 'in', ids).execute();
    expect(new Set(users.map((user) => user.display_name))).toEqual(new Set(['Former player']));
  });

  test('lets nobody ask to join a pool or follow an invite link any more', async () => {
    const { poolId, kim } = await aLeague(league, { strangers: ['kim'] });
    const { token } = await renewInvite(league.store, { adminId: null, now: 1 }, poolId);
    (await close(kim)).ok();
    const now = league.clock.now;
    expect(await requestToJoin(league.store, poolId, kim.userId, now)).toBe('not_signed_in');
    expect(await followInvite(league.store, token, kim.userId, now)).toBe('not_signed_in');
    expect(
      await league.store.db.selectFrom('join_requests').selectAll().where('pool_id', '=', poolId).execute(),
    ).toEqual([]);
  });

  test('leaves no pool without a commissioner that is made at the same moment', async () => {
    const make = (as: Person) => league.call('POST /api/pools', { as, body: { name: "Kim's Pool" } });
    const { outcomes, ids } = await closeDuring(make);
    for (const status of outcomes) expect([200, 401, 409]).toContain(status);
    const made = league.store.db.selectFrom('pools').innerJoin('users', 'users.id', 'pools.made_by').select('pools.id');
    expect(await made.where('users.id', 'in', ids).where('account_id', 'is', null).execute()).toEqual([]);
  });

  test('meets a pick that is saved at the same moment', async () => {
    const { poolId, ann, bob, cat, game } = await aLeague(league, {
      members: ['ann', 'bob', 'cat'],
      games: { game: {} },
    });
    const replies = await Promise.all(
      [ann, bob, cat].flatMap((each) => [pick(each, entryIdOf(poolId, each.userId), game), close(each)]),
    );
    for (const { status } of replies) expect([200, 401]).toContain(status);
  });
});

describe('Live pages', () => {
  const { live } = withLiveLeague('sqlite');

  test('of a closed account end, and others show its new name', async () => {
    const [own, other] = [await live.open({ as: live.ann }), await live.open({ as: live.bob })];
    await own.watching(live.games, live.standings);
    await other.watching(live.standings);
    (await live.league.call(CLOSE, { as: live.ann, body })).ok();
    await until(() => own.closed !== null);
    const names = () => Object.values(other.state(live.standings)?.rows ?? {}).map(({ name }) => name);
    await until(() => names().includes('Former player'));
  });
});
