import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, deletePool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { rounded } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe.each(engines)('On %s', (engine) => {
  const league = withLeague(engine);

  test('a pool that is copied, or played again, hides the pictures that it hid', async () => {
    await addGame(league.deps, { weekId: '2027-week1' });
    const { admin, ann, poolId } = await aLeague(league, { admins: ['admin'], members: ['ann', 'bob'] });
    const params = { poolId };
    const hiding = { as: admin, params: { ...params, userId: ann.userId }, body: { hidden: true } };
    (await league.call('PUT /api/pools/:poolId/faces/:userId/hidden', hiding)).ok();
    const copy = await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params });
    const again = await league.call('POST /api/pools/:poolId/again', { as: admin, params, body: { season: 2027 } });
    for (const { id } of [copy.ok(), again.ok()]) {
      const list = await league.call('GET /api/pools/:poolId/faces', { as: admin, params: { poolId: id } });
      expect(list.ok().hidden).toEqual([ann.userId]);
    }
  });
});

describe('A pool that is played again', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let poolId: string;

  beforeAll(async () => {
    await addGame(league.deps, { weekId: '2027-week1', status: 'Final', homeScore: 3 });
    await addPool(league.deps, { weeks: ['2027-week1', '2027-week2', '2029-week1'] });
  });

  beforeEach(async () => {
    ({ admin, sam, poolId } = await aLeague(league, {
      name: 'Office 2026',
      moneyUrl: 'https://money.example.org',
      rules: rounded,
      weeks: ['2025-week1', WEEK_1, WEEK_2],
      admins: ['admin'],
      members: ['sam', 'admin'],
    }));
  });

  const again = (season: number, id = poolId) =>
    league.call('POST /api/pools/:poolId/again', { as: admin, params: { poolId: id }, body: { season } });
  const loadPool = async (id: string) =>
    (await league.call('GET /api/admin/pools/:poolId', { as: admin, params: { poolId: id } })).ok();
  const row = async (id: string) => {
    const { pools } = (await league.call('GET /api/admin/pools', { as: admin })).ok();
    return pools.find((pool) => pool.id === id);
  };

  /** The rows of the tables of pools that are about one of them. */
  async function rowsOf(id: string) {
    const { db } = league.store;
    const pool = await db.selectFrom('pools').selectAll().where('id', '=', id).execute();
    const members = await db
      .selectFrom('pool_members')
      .selectAll()
      .where('pool_id', '=', id)
      .orderBy('user_id')
      .execute();
    const weeks = await db.selectFrom('pool_weeks').selectAll().where('pool_id', '=', id).orderBy('week_id').execute();
    const invites = await db.selectFrom('pool_invites').selectAll().where('pool_id', '=', id).execute();
    const talk = await db.selectFrom('messages').selectAll().where('pool_id', '=', id).execute();
    return { pool, members, weeks, invites, talk };
  }

  async function refused(act: () => ReturnType<typeof again>): Promise<[number, unknown]> {
    const before = await dumpTables(league.store.db);
    const reply = await act();
    expect(await dumpTables(league.store.db)).toEqual(before);
    return [reply.status, JSON.parse(reply.text).error];
  }

  test('has the rules, the settings and the enabled members of before, and all weeks of the season', async () => {
    const removed = await addPerson(league.deps);
    const params = { poolId, userId: removed.userId };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } })).ok();
    await removeMember(league.deps, poolId, removed.userId);
    (await league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId } })).ok();
    const { db } = league.store;
    await db
      .updateTable('pools')
      .set({ description: 'For us', active_week_id: WEEK_1 })
      .where('id', '=', poolId)
      .execute();
    const talk = { pool_id: poolId, user_id: sam.userId, kind: 'said', text: 'First', at: 1, once: 'first' } as const;
    await db.insertInto('messages').values(talk).execute();
    const before = await rowsOf(poolId);
    expect(await row(poolId)).toMatchObject({ season: 2026, isOver: false });

    league.clock.advance(1);
    const { id } = (await again(2027)).ok();
    const { settings, invite, requests, counts, weeks, users } = await loadPool(id);
    expect(settings).toEqual({
      name: 'Office 2027',
      description: 'For us',
      moneyUrl: 'https://money.example.org',
      rules: rounded,
      activeWeekId: null,
    });
    expect({ invite, requests, counts }).toEqual({
      invite: null,
      requests: [],
      counts: { activeUsers: 2, activeWeeks: 2 },
    });
    expect(weeks.filter((week) => week.enabled).map((week) => week.id)).toEqual(['2027-week2', '2027-week1']);
    const members = users.filter((user) => user.isMember).map((user) => user.id);
    expect(members.toSorted()).toEqual([sam.userId, admin.userId].toSorted());
    expect((await rowsOf(id)).talk).toEqual([]);
    expect(await rowsOf(poolId)).toEqual(before);
    expect(await auditRows(db, id)).toEqual([
      {
        act: 'pool.again',
        actorId: admin.userId,
        poolId: id,
        before: {},
        after: { name: 'Office 2027', season: 2027, copyOf: 'Office 2026' },
      },
    ]);
  });

  test('has each member with one entry, and players without an account with theirs', async () => {
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    const members = [sam, { userId: tom }];
    const twice = await addPool(league.deps, { weeks: [WEEK_1], members, rules: { entries: 2 } });
    const input = { as: sam, params: { poolId: twice }, body: { name: 'Second Wind' } };
    (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    const entriesIn = async (id: string) =>
      Object.fromEntries((await loadPool(id)).users.map((user) => [user.id, user.entries.map(({ name }) => name)]));
    expect(await entriesIn(twice)).toMatchObject({ [sam.userId]: ['Sam', 'Second Wind'], [tom]: ['Old Tom'] });
    const { id } = (await again(2027, twice)).ok();
    expect(await entriesIn(id)).toMatchObject({ [sam.userId]: ['Sam'], [tom]: ['Old Tom'] });
  });

  test('has the commissioners of before; if there were none, its maker is one', async () => {
    const commissioners = async (id: string) => (await loadPool(id)).commissioners.map((each) => each.id);
    const runner = await addPerson(league.deps);
    const run = await addPool(league.deps, { weeks: [WEEK_1], members: [sam], commissioners: [runner] });
    expect(await commissioners((await again(2027, run)).ok().id)).toEqual([runner.userId]);
    expect(await commissioners((await again(2027)).ok().id)).toEqual([admin.userId]);
  });

  test('is there for its members at once, with no week left to score', async () => {
    const { id } = (await again(2027)).ok();
    const { pools } = (await league.call('GET /api/pools', { as: sam })).ok();
    expect(pools.find((pool) => pool.id === id)).toMatchObject({ name: 'Office 2027', isMember: true });
    expect(await recount(league.store)).toEqual([]);
    expect(await league.store.db.selectFrom('stale_weeks').selectAll().execute()).toEqual([]);
  });

  test('is a second one where that is asked for twice, and may leave seasons out', async () => {
    const first = (await again(2027)).ok();
    const second = (await again(2027)).ok();
    expect(second.id).not.toBe(first.id);
    expect((await row(second.id))?.name).toBe('Office 2027');
    const third = (await again(2029, first.id)).ok();
    expect(await row(third.id)).toMatchObject({ name: 'Office 2029', season: 2029, activeWeeks: 1, activeUsers: 2 });
  });

  test('waits for its season to be loaded', async () => {
    expect(await refused(() => again(2028))).toEqual([
      404,
      { code: 'unknown_week', message: "That week isn't loaded yet. Load its season first." },
    ]);
  });

  test.each([2026, 2025])('plays a later season, not %d', async (season) => {
    const message = 'This pool plays 2026 already: choose a later season.';
    expect(await refused(() => again(season))).toEqual([400, { code: 'invalid_input', field: 'season', message }]);
  });

  test("is one that is there: 'Pool not found'", async () => {
    await deletePool(league.deps, poolId);
    for (const id of [poolId, 'no-such-pool']) {
      const error = { code: 'pool_not_found', message: 'Pool not found' };
      expect(await refused(() => again(2027, id))).toEqual([404, error]);
    }
  });

  test('may have had no weeks', async () => {
    const id = await addPool(league.deps, { name: 'Idle 2026', weeks: [] });
    expect(await row(id)).toMatchObject({ season: null, isOver: false });
    const made = (await again(2027, id)).ok();
    expect(await row(made.id)).toMatchObject({ name: 'Idle 2026', season: 2027 });
  });

  test('is over once its last week is decided', async () => {
    const weeks = ['2024-week18', '2024-wild-card'];
    const id = await addPool(league.deps, { weeks });
    await addGame(league.deps, { weekId: '2024-week18', status: 'Final', homeScore: 7 });
    expect(await row(id)).toMatchObject({ season: 2024, isOver: false });
    const gid = await addGame(league.deps, { weekId: '2024-wild-card' });
    expect(await row(id)).toMatchObject({ season: 2024, isOver: false });
    await addGame(league.deps, { gid, weekId: '2024-wild-card', status: 'Final', homeScore: 7 });
    expect(await row(id)).toMatchObject({ season: 2024, isOver: true });
    const taken = { poolId: id, weekId: '2024-wild-card' };
    await addGame(league.deps, { weekId: '2024-wild-card', kickoff: league.clock.now() + 1 });
    expect(await row(id)).toMatchObject({ isOver: false });
    (
      await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: taken, body: { enabled: false } })
    ).ok();
    expect(await row(id)).toMatchObject({ season: 2024, isOver: true });
  });
});
