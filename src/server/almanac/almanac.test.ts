import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import type { TypedPlace } from '#core/almanac/season.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;
const [LAST_YEAR, THIS_YEAR] = ['2025-week1', '2026-week1'] as const;

describe.each(usualEngines)('The almanac on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, ann, bob, cat] = [] as unknown as [Person, Person, Person, Person];
  /** The pool of 2025, and the one that continues it; their games. */
  let [before, now, first, second] = [] as unknown as [string, string, string, string];

  /** Ann won 2025 with the underdog; Cat plays from 2026 on, whose game is still to come. */
  beforeEach(async () => {
    for (const table of ['lock_receipts', 'picks', 'week_scores', 'stale_weeks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    await at(SUNDAY_1PM - 52 * WEEK - HOUR);
    ({
      admin,
      ann,
      bob,
      poolId: before,
      first,
    } = await aLeague(league, {
      name: 'Office 2025',
      now: SUNDAY_1PM - 52 * WEEK - HOUR,
      admins: ['admin'],
      commissioners: ['admin'],
      members: ['ann', 'bob'],
      weeks: [LAST_YEAR],
      games: {
        first: { home: 'PHI', away: 'DAL', spread: 6.5, weekId: LAST_YEAR, kickoff: SUNDAY_1PM - 52 * WEEK },
      },
    }));
    await pick(ann, before, first, 'away');
    await pick(bob, before, first, 'home');
    await at(SUNDAY_1PM - 52 * WEEK + 5 * HOUR);
    await edit(first, { status: 'Final', homeScore: 3, awayScore: 20 });
    await at(SUNDAY_1PM - HOUR);
    second = await addGame(league.deps, { home: 'KC', away: 'LV', weekId: THIS_YEAR, kickoff: SUNDAY_1PM });
    now = await again(before);
    cat = await addPerson(league.deps, { name: 'Cat' });
    await member(now, cat);
  });

  async function at(time: number): Promise<void> {
    league.clock.set(time);
    if (engine === 'postgres') await setDatabaseClock(league.store, time);
  }

  const edit = async (gid: string, body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  const pick = async (as: Person, poolId: string, gid: string, side: 'home' | 'away') =>
    (await league.pick(as, poolId, { gid, side })).ok();
  const again = async (poolId: string) =>
    (await league.call('POST /api/pools/:poolId/again', { as: admin, params: { poolId }, body: { season: 2026 } })).ok()
      .id;
  const member = async (poolId: string, { userId }: Person) =>
    (
      await league.call('PUT /api/pools/:poolId/members/:userId', {
        as: admin,
        params: { poolId, userId },
        body: { enabled: true },
      })
    ).ok();
  const almanac = async (as: Person, poolId = now) =>
    (await league.call('GET /api/pools/:poolId/almanac', { as, params: { poolId } })).ok();
  const plan = async (poolId = now) =>
    (await league.call('GET /api/pools/:poolId/almanac/plan', { as: admin, params: { poolId } })).ok();
  const saveYear = (body: BodyOf<'PUT /api/pools/:poolId/almanac/years'>, poolId = now) =>
    league.call('PUT /api/pools/:poolId/almanac/years', { as: admin, params: { poolId }, body });
  const match = (userId: string, personId: string | null) =>
    league.call('PUT /api/pools/:poolId/almanac/people/:userId', {
      as: admin,
      params: { poolId: now, userId },
      body: { personId },
    });
  const follow = (poolId: string, beforeId: string | null, as = admin) =>
    league.call('PUT /api/pools/:poolId/almanac/follows', { as, params: { poolId }, body: { poolId: beforeId } });
  const years = async (poolId = now) => (await almanac(admin, poolId)).years.map(({ year }) => year);

  const place = (name: string, at = 1, personId: string | null = null): TypedPlace => {
    return { place: at, name, points: 10.5, prize: 5000, personId };
  };

  test('has the seasons before, and leaves out what is not decided', async () => {
    await pick(ann, now, second, 'home');
    const { years, allTime, records } = await almanac(bob);
    expect(years.map(({ year, isOver, weeks, table }) => [year, isOver, weeks, table.map(({ name }) => name)])).toEqual(
      [
        [2026, false, 0, []],
        [2025, true, 1, ['Ann', 'Bob']],
      ],
    );
    expect(allTime.map(({ person, titles, weekWins }) => [person.name, titles, weekWins])).toEqual([
      ['Ann', 1, 1],
      ['Bob', 0, 0],
    ]);
    expect(records.find(({ kind }) => kind === 'upset')).toMatchObject({
      value: 6.5,
      holders: [{ name: 'Ann', team: 'DAL', opponent: 'PHI', weekId: LAST_YEAR }],
    });
    expect(JSON.stringify(await almanac(bob))).not.toContain('KC');
  });

  test('shows nobody the weeks and picks of a season in which they did not play', async () => {
    const text = JSON.stringify(await almanac(cat));
    for (const hidden of [LAST_YEAR, 'DAL', 'PHI']) expect(text).not.toContain(hidden);
    expect(text).toContain('"upset","value":6.5');
  });

  test('has a decided week at once, and a corrected score of last year', async () => {
    await pick(cat, now, second, 'away');
    expect((await almanac(cat)).years[0]?.weeks).toBe(0);
    await at(SUNDAY_1PM + 5 * HOUR);
    await edit(second, { status: 'Final', homeScore: 3, awayScore: 20 });
    expect((await almanac(cat)).years[0]).toMatchObject({
      isOver: true,
      weeks: 1,
      table: [{ name: 'Cat', points: 1 }, {}, {}],
    });
    await edit(first, { homeScore: 30 });
    expect((await almanac(cat)).years[1]?.table.map(({ name }) => name)).toEqual(['Bob', 'Ann']);
  });

  test("says how often one finished before another, one's own record, and the course of the season", async () => {
    const params = { poolId: now };
    const rivals = (await league.call('GET /api/pools/:poolId/almanac/rivals', { as: bob, params })).ok();
    expect(rivals).toEqual({
      person: { id: bob.userId, name: 'Bob' },
      rivals: [
        {
          person: { id: ann.userId, name: 'Ann' },
          weeks: { before: 0, behind: 1, level: 0 },
          seasons: { before: 0, behind: 1, level: 0 },
        },
      ],
    });
    const nobody = { as: bob, params, query: { person: 'name:nobody' } };
    expect((await league.call('GET /api/pools/:poolId/almanac/rivals', nobody)).code).toBe('unknown_person');
    const stranger = (await league.call('GET /api/pools/:poolId/almanac/rivals', { as: cat, params })).ok();
    expect(stranger).toEqual({ person: { id: cat.userId, name: 'Cat' }, rivals: [] });
    const own = (await league.call('GET /api/pools/:poolId/almanac/own', { as: ann, params })).ok();
    expect(own).toMatchObject({ underdogs: { right: 1, wrong: 0 }, teams: [{ team: 'PHI' }, { team: 'DAL' }] });
    const chart = await league.call('GET /api/pools/:poolId/almanac/chart', { as: ann, params: { poolId: before } });
    expect(chart.ok()).toMatchObject({ weekIds: [LAST_YEAR], entries: [{ name: 'Ann', ranks: [1] }, { ranks: [2] }] });
  });

  describe('has a line of seasons', () => {
    test('in which a pool has one successor: a second copy begins its own', async () => {
      const copy = await again(before);
      expect(await years(copy)).toEqual([2026]);
      expect(await years(now)).toEqual([2026, 2025]);
      expect(await years(before)).toEqual([2025]);
      const pool = await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId: before } });
      expect(pool.ok().continuedBy).toBe(now);
    });

    test('that a deleted pool leaves, with what was typed in it', async () => {
      const third = await addPool(league.deps, { members: [ann], commissioners: [admin], weeks: ['2027-week1'] });
      (await follow(third, now)).ok();
      (await saveYear({ year: 2019, places: [place('Old Joe')], seen: [] })).ok();
      (await league.call('DELETE /api/pools/:poolId', { as: admin, params: { poolId: now } })).ok();
      expect(await years(third)).toEqual([2027, 2025, 2019]);
      expect((await plan(third)).follows).toEqual({ id: before, name: 'Office 2025', year: 2025 });
    });

    test('to which a commissioner of both adds an earlier pool that nothing follows', async () => {
      const earlier = await addPool(league.deps, { name: 'Office 2024', members: [ann], weeks: ['2024-week1'] });
      const boss = await addPerson(league.deps, { name: 'Boss' });
      await member(before, boss);
      const appoint = { as: admin, params: { poolId: before, userId: boss.userId }, body: { enabled: true } };
      (await league.call('PUT /api/pools/:poolId/commissioners/:userId', appoint)).ok();
      expect((await follow(before, earlier, boss)).code).toBe('cannot_follow');
      expect((await follow(before, now)).code).toBe('cannot_follow');
      expect((await follow(now, earlier)).code).toBe('cannot_follow');
      expect((await plan(before)).couldFollow).toMatchObject([{ id: earlier, name: 'Office 2024', year: 2024 }]);
      (await follow(before, earlier)).ok();
      expect(await years()).toEqual([2026, 2025, 2024]);
      (await follow(before, null)).ok();
      expect(await years()).toEqual([2026, 2025]);
    });
  });

  describe('has tables that were typed', () => {
    test('of years that were not played here, with the present names of those whom they mean', async () => {
      const places = [place('Big Ann', 1, ann.userId), place('Old Joe', 2)];
      (await saveYear({ year: 2019, places, seen: [] })).ok();
      const { years, allTime } = await almanac(bob);
      expect(years.at(-1)).toMatchObject({
        year: 2019,
        pool: null,
        table: [{ name: 'Ann', points: 10.5, prize: 5000 }, {}],
      });
      expect(allTime[0]).toMatchObject({ person: { name: 'Ann' }, titles: 2, seasons: 2, typed: 1 });
      expect((await saveYear({ year: 2025, places, seen: [] })).code).toBe('year_played');
      expect((await saveYear({ year: 2018, places: [place('X', 1, 'nobody')], seen: [] })).code).toBe('unknown_person');
    });

    test('and saved only over what the form showed', async () => {
      const places = [place('Old Joe')];
      (await saveYear({ year: 2019, places, seen: [] })).ok();
      expect((await saveYear({ year: 2019, places: [place('Joan')], seen: [] })).code).toBe('changed_meanwhile');
      (await saveYear({ year: 2019, places: [place('Joan')], seen: places })).ok();
      expect((await plan()).typed).toEqual([{ year: 2019, places: [place('Joan')] }]);
      (await saveYear({ year: 2019, places: [], seen: [place('Joan')] })).ok();
      expect((await plan()).typed).toEqual([]);
    });

    test('and stay with the pool in which they were typed, whatever a later one shows', async () => {
      (await saveYear({ year: 2019, places: [place('Old Joe')], seen: [] }, before)).ok();
      (await saveYear({ year: 2019, places: [], seen: [place('Old Joe')] })).ok();
      expect(await years(now)).toEqual([2026, 2025]);
      expect(await years(before)).toEqual([2025, 2019]);
      (await saveYear({ year: 2019, places: [place('Joan')], seen: [] })).ok();
      expect((await almanac(admin)).years.at(-1)?.table[0]?.name).toBe('Joan');
      expect((await almanac(admin, before)).years.at(-1)?.table[0]?.name).toBe('Old Joe');
    });

    test('in which a closed account has no name, nor a player whom it is', async () => {
      const paper = await createUser(league.store.db, { displayName: 'Former', accountId: null }, league.clock.now());
      await member(now, { ...ann, userId: paper });
      (await match(paper, ann.userId)).ok();
      const places = [place('Big Ann', 1, ann.userId), place('Paper Ann', 2, paper)];
      (await saveYear({ year: 2019, places, seen: [] })).ok();
      (await league.call('POST /api/profile/close', { as: ann, body: { confirm: 'close' } })).ok();
      const text = JSON.stringify([await almanac(bob), await plan()]);
      expect(text).toContain('Former player');
      expect(text).not.toMatch(/Ann|Paper/);
    });
  });

  test("travels with the pool's file: elsewhere the seasons before are typed years", async () => {
    const places = [place('Ann', 1, ann.userId), { ...place('Old Joe', 2), points: null, prize: null }];
    (await saveYear({ year: 2019, places, seen: [] })).ok();
    const fileOf = async (app: TestApp, as: Person) =>
      JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params: { poolId: now } })).text) as PoolFile;
    const file = await fileOf(league, admin);
    const winner = { place: 1, name: 'Ann', points: 1, prize: null, personId: ann.userId };
    expect(file.years?.map(({ year, places: [first] }) => [year, first])).toEqual([
      [2019, { ...winner, points: 10.5, prize: 5000 }],
      [2025, winner],
    ]);
    const other = await createTestApp(engine);
    other.clock.set(league.clock.now());
    if (engine === 'postgres') await setDatabaseClock(other.store, league.clock.now());
    const boss = await addPerson(other.deps, { name: 'Boss', isAdmin: true });
    (await other.call('POST /api/pools/file', { as: boss, body: file })).ok();
    expect((await fileOf(other, boss)).years).toEqual(file.years);
    const there = (await other.call('GET /api/pools/:poolId/almanac', { as: boss, params: { poolId: now } })).ok();
    expect(there.allTime[0]).toMatchObject({ person: { name: 'Ann' }, titles: 2, typed: 2 });
    await other.close();
  });

  test('knows who a player without an account is in other seasons', async () => {
    const paper = await createUser(league.store.db, { displayName: 'Annie', accountId: null }, league.clock.now());
    await member(now, { ...ann, userId: paper });
    expect((await plan()).players).toEqual([{ id: paper, name: 'Annie', years: [2026], personId: null }]);
    expect((await match(paper, 'nobody')).code).toBe('unknown_person');
    expect((await match(bob.userId, ann.userId)).code).toBe('unknown_person');
    expect((await match(paper, admin.userId)).code).toBe('own_match');
    (await match(paper, ann.userId)).ok();
    expect((await plan()).players[0]?.personId).toBe(ann.userId);
    await at(SUNDAY_1PM + 5 * HOUR);
    await edit(second, { status: 'Final', homeScore: 3, awayScore: 20 });
    const { allTime } = await almanac(bob);
    expect(allTime.map(({ person }) => person.name).toSorted()).toEqual(['Ann', 'Bob', 'Cat']);
    (await match(paper, null)).ok();
    expect((await almanac(bob)).allTime.map(({ person }) => person.name)).toContain('Annie');
  });
});
