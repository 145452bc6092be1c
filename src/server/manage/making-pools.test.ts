import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { POOLS_EACH } from '#core/pools.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { makePool } from '#server/manage/store.ts';
import { createTestApp } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;

describe('Where everyone makes pools', () => {
  const league = withLeague('sqlite', { settings: { pools: 'everyone' } });
  let admin: Person;
  let sam: Person;

  beforeEach(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
    sam = await addPerson(league.deps);
  });

  const make = (body: Partial<BodyOf<'POST /api/pools'>> = {}, as = sam) =>
    league.call('POST /api/pools', { as, body: { name: 'Gridiron', ...body } });
  const rowOf = async (id: string) => {
    const { pools } = (await league.call('GET /api/admin/pools', { as: admin })).ok();
    return pools.find((pool) => pool.id === id);
  };

  test('the page knows', async () => {
    expect((await league.call('GET /api/session', {})).ok().pools).toBe('everyone');
  });

  test('its maker runs it, plays in it if they ask to, and nobody else knows of it', async () => {
    const { id } = (await make({ plays: true })).ok();
    const params = { poolId: id };
    const edit = (await league.call('GET /api/admin/pools/:poolId', { as: sam, params })).ok();
    expect(edit.commissioners.map((each) => each.id)).toEqual([sam.userId]);
    expect(edit).toMatchObject({ isListed: false, counts: { activeUsers: 1 } });
    const other = await addPerson(league.deps);
    expect((await league.call('GET /api/pools', { as: other })).ok().pools).toEqual([]);
    const created = (await auditRows(league.store.db, id)).find(({ act }) => act === 'pool.create');
    expect(created).toMatchObject({ actorId: sam.userId, after: { name: 'Gridiron', listed: false } });
  });

  test(`nobody has more than ${POOLS_EACH} that they made, however many are made at once; one that is deleted makes room`, async () => {
    const replies = await Promise.all(Array.from({ length: POOLS_EACH + 3 }, () => make()));
    const made = replies.filter(({ code }) => code === null);
    expect(made).toHaveLength(POOLS_EACH);
    const refused = replies.filter(({ code }) => code !== null);
    expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [409, 'too_many_pools']));
    const before = await dumpTables(league.store.db);
    expect((await make()).code).toBe('too_many_pools');
    expect(await dumpTables(league.store.db)).toEqual(before);
    const poolId = made[0]?.ok().id ?? '';
    (await league.call('DELETE /api/pools/:poolId', { as: admin, params: { poolId } })).ok();
    (await make()).ok();
    (await make({}, await addPerson(league.deps))).ok();
  });

  test('it begins with the money and the side tables that its maker entered, or it is not made at all', async () => {
    await addGame(league.deps, { weekId: '2045-week1', kickoff: SUNDAY_1PM + WEEK });
    await addGame(league.deps, { weekId: '2045-week2', kickoff: SUNDAY_1PM + 2 * WEEK });
    const plan = { fee: 2500, week: 0, places: [{ percent: 60 }, { percent: 30 }, { percent: 10 }] };
    const usual = { games: 'all', measure: 'points', who: { kind: 'all' }, cents: 1000 } as const;
    const table = { ...usual, name: 'Late', from: '2045-week2', to: '2045-week2' };
    const { id } = (await make({ season: 2045, plays: true, plan, sideTables: [table] })).ok();
    const params = { poolId: id };
    expect((await league.call('GET /api/pools/:poolId/money', { as: sam, params })).ok().plan).toEqual(plan);
    const pool = (await league.call('GET /api/pools/:poolId', { as: sam, params })).ok();
    expect(pool).toMatchObject({ hasMoney: true, sideTables: [table] });
    const acts = (await auditRows(league.store.db, id)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['pool.create', 'money.plan', 'pool.side-tables']));

    const before = await dumpTables(league.store.db);
    const tooMuch = await make({ season: 2045, plan: { ...plan, places: [{ percent: 90 }, { percent: 20 }] } });
    expect([tooMuch.status, tooMuch.code, JSON.parse(tooMuch.text).error.field]).toEqual([
      400,
      'invalid_input',
      'plan.places',
    ]);
    const wrongWeek = await make({ season: 2045, sideTables: [{ ...table, to: '2045-week9' }] });
    expect([wrongWeek.code, JSON.parse(wrongWeek.text).error.message]).toEqual([
      'side_table_wrong',
      'Late: Choose weeks of this pool.',
    ]);
    league.clock.set(SUNDAY_1PM + 2 * WEEK + HOUR);
    const tooLate = await make({ season: 2045, sideTables: [table] });
    expect([tooLate.code, JSON.parse(tooLate.text).error.message]).toEqual([
      'side_table_wrong',
      "Late: Its first game has locked, so it can't have a prize. Have it start in a later week.",
    ]);
    league.clock.set(SUNDAY_1PM - HOUR);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('an admin makes as many as there are to be, and all may know of them', async () => {
    for (let count = 0; count <= POOLS_EACH; count += 1) {
      const { id } = (await make({}, admin)).ok();
      expect((await rowOf(id))?.isListed).toBe(true);
    }
  });

  test('an admin lists a pool, and takes it off the list; copies are as the pool is', async () => {
    const { id } = (await make()).ok();
    const params = { poolId: id };
    const list = async (enabled: boolean) =>
      (await league.call('PUT /api/pools/:poolId/listed', { as: admin, params, body: { enabled } })).ok();
    const copy = async () => (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params })).ok();
    expect((await rowOf((await copy()).id))?.isListed).toBe(false);
    await list(true);
    await list(true);
    expect((await rowOf(id))?.isListed).toBe(true);
    expect((await rowOf((await copy()).id))?.isListed).toBe(true);
    const other = await addPerson(league.deps);
    (await league.call('POST /api/pools/:poolId/requests', { as: other, params })).ok();
    await list(false);
    expect((await league.call('GET /api/pools/:poolId', { as: other, params })).code).toBe('pool_not_found');
    const acts = (await auditRows(league.store.db, id)).map(({ act }) => act);
    expect(acts.filter((act) => act.endsWith('list'))).toEqual(['pool.list', 'pool.unlist']);
    const seasoned = await addPool(league.deps, { weeks: ['2040-week1'], isListed: false });
    await addGame(league.deps, { weekId: '2041-week1', kickoff: SUNDAY_1PM + 53 * WEEK });
    const again = { as: admin, params: { poolId: seasoned }, body: { season: 2041 } };
    const { id: next } = (await league.call('POST /api/pools/:poolId/again', again)).ok();
    expect((await rowOf(next))?.isListed).toBe(false);
  });

  test('a pool plays the whole season, or the weeks from one to another', async () => {
    const weeks = ['2050-week1', '2050-week2', '2050-week3', '2050-week4'];
    // Week 2 has begun, week 1 was put off.
    const kickoffs = [SUNDAY_1PM + 2 * WEEK, SUNDAY_1PM - 2 * HOUR, SUNDAY_1PM + WEEK, SUNDAY_1PM + 2 * WEEK];
    for (const [at, weekId] of weeks.entries()) await addGame(league.deps, { weekId, kickoff: kickoffs[at] ?? 0 });
    const season = (await league.call('GET /api/season', { as: sam })).ok();
    expect(season).toEqual({ season: 2050, comingWeekId: '2050-week3', weekIds: weeks });
    league.clock.advance(-4 * HOUR);
    expect((await league.call('GET /api/season', { as: sam })).ok()).toMatchObject({
      season: 2050,
      comingWeekId: null,
    });
    league.clock.advance(4 * HOUR);
    const playedBy = async (body: Partial<BodyOf<'POST /api/pools'>>) => {
      const { id: poolId } = (await make({ season: 2050, plays: true, ...body })).ok();
      return (await league.call('GET /api/pools/:poolId', { as: sam, params: { poolId } })).ok().weeks;
    };
    expect(await playedBy({})).toEqual(weeks);
    const range = (from: number, to: number) => ({ from: `2050-week${from}`, to: `2050-week${to}` });
    expect(await playedBy({ weeks: range(2, 3) })).toEqual(weeks.slice(1, 3));
    expect(await playedBy({ weeks: range(2, 4), rules: { format: 'survivor' } })).toEqual(weeks.slice(2));
    const refused = async (body: Partial<BodyOf<'POST /api/pools'>>) => (await make({ plays: true, ...body })).code;
    expect(await refused({ season: 2050, weeks: range(3, 2) })).toBe('invalid_input');
    expect(await refused({ season: 2050, weeks: range(1, 5) })).toBe('unknown_week');
    expect(await refused({ weeks: range(1, 2) })).toBe('unknown_week');
    const begun = { season: 2050, weeks: range(2, 2), rules: { format: 'survivor' } } as const;
    expect((await make(begun)).text).toContain('All of these weeks have begun: a survivor pool needs one to come.');
    league.clock.advance(3 * WEEK);
    expect((await league.call('GET /api/season', { as: sam })).ok()).toMatchObject({
      season: 2050,
      comingWeekId: null,
    });
    league.clock.set(SUNDAY_1PM - HOUR);
  });
});

describe.each(engines)('On %s', (engine) => {
  const league = withLeague(engine);

  // Calls by one person have turns on a node, so only several nodes make pools at the same moment.
  test('nobody makes more pools than that on several nodes at once', async () => {
    const { store, clock } = league;
    const actor = { adminId: (await addPerson(league.deps)).userId, now: clock.now() };
    const pool = { name: 'Gridiron', description: '', moneyUrl: '', rules: defaultRules };
    const makers = Array.from({ length: POOLS_EACH + 3 }, () =>
      makePool(store, actor, pool, { isListed: false }, clock.now),
    );
    const made = await Promise.all(makers);
    expect(made.filter((each) => 'id' in each)).toHaveLength(POOLS_EACH);
    expect(made.filter((each) => 'refusal' in each && each.refusal === 'too_many_pools')).toHaveLength(3);
  });
});

test('Elsewhere only admins make pools, and the page knows', async () => {
  const league = await createTestApp('sqlite');
  const as = await addPerson(league.deps);
  expect((await league.call('GET /api/session', {})).ok().pools).toBe('admins');
  const before = await dumpTables(league.store.db);
  expect((await league.call('POST /api/pools', { as, body: { name: 'Mine' } })).code).toBe('admin_only');
  expect(await dumpTables(league.store.db)).toEqual(before);
  await league.close();
});
