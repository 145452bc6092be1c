import { beforeEach, describe, expect, test } from 'vitest';
import { missingPicks } from '#server/notify/missing-reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import type { WeekChoice } from '#tests/pick.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;
const WEEK = 7 * 24 * HOUR;

describe('A survivor pool', () => {
  const { league, admin, ann, bob } = withLiveLeague('sqlite');
  let poolId: string;
  let [early, late, next] = ['', '', ''];

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
    poolId = await addPool(league.deps, {
      members: [ann, bob],
      weeks: [WEEK_1, WEEK_2],
      rules: { format: 'survivor' },
    });
    early = await addGame(league.deps);
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
    next = await addGame(league.deps, { weekId: WEEK_2, home: 'KC', away: 'PHI', kickoff: LATE + WEEK });
  });

  async function enter(as: Person, entry: WeekChoice | null, weekId: string = WEEK_1) {
    const reply = await league.pick(as, poolId, { ...(entry ?? { team: null }), weekId });
    return reply.code ?? 'saved';
  }

  const edit = async (gid: string, body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();

  describe('that has begun', () => {
    let newcomer: Person;
    const tries: [string, () => Promise<string | null>][] = [
      [
        'by asking',
        async () => (await league.call('POST /api/pools/:poolId/requests', { as: newcomer, params: { poolId } })).code,
      ],
      [
        'by a request that is confirmed',
        async () => {
          const asked = { pool_id: poolId, user_id: newcomer.userId, asked_at: 1 };
          await league.store.db.insertInto('join_requests').values(asked).execute();
          const params = { poolId, userId: newcomer.userId };
          const body = { confirm: true };
          return (await league.call('PUT /api/pools/:poolId/requests/:userId', { as: admin, params, body })).code;
        },
      ],
      [
        'by an invite link',
        async () => {
          const { url } = (await league.call('POST /api/pools/:poolId/invite', { as: admin, params: { poolId } })).ok();
          const body = { token: url.split('token=')[1] ?? '' };
          return (await league.call('POST /api/invites/follow', { as: newcomer, body })).code;
        },
      ],
      [
        'by an admin',
        async () => {
          const params = { poolId, userId: newcomer.userId };
          const body = { enabled: true };
          return (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body })).code;
        },
      ],
    ];

    beforeEach(async () => {
      newcomer = await addPerson(league.deps);
    });

    test.each(tries)('takes nobody %s', async (_how, attempt) => {
      league.clock.set(FIRST_LOCK);
      expect(await attempt()).toBe('survivor_begun');
    });

    test.each(tries)('took them before: %s', async (_how, attempt) => {
      league.clock.set(FIRST_LOCK - 1);
      expect(await attempt()).toBeNull();
    });

    test('takes back whom an admin removed', async () => {
      league.clock.set(FIRST_LOCK);
      await removeMember(league.deps, poolId, bob.userId);
      const params = { poolId, userId: bob.userId };
      (
        await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } })
      ).ok();
      expect(await enter(bob, { gid: late, team: 'KC' })).toBe('saved');
    });

    test('takes no week in or out that has begun', async () => {
      league.clock.set(FIRST_LOCK);
      const put = async (weekId: string, enabled: boolean) => {
        const params = { poolId, weekId };
        const reply = await league.call('PUT /api/pools/:poolId/weeks/:weekId', {
          as: admin,
          params,
          body: { enabled },
        });
        return reply.code ?? 'done';
      };
      expect(await put(WEEK_1, false)).toBe('week_begun');
      expect(await put(WEEK_1, true)).toBe('done');
      expect(await put(WEEK_2, false)).toBe('done');
      expect(await put(WEEK_2, true)).toBe('done');
      await addGame(league.deps, { weekId: '2026-week9', kickoff: LATE + 60 * 24 * HOUR });
      expect(await put('2026-week9', true)).toBe('survivor_ends');
      expect(await put(WEEK_2, false)).toBe('done');
      await edit(early, { status: 'Final', homeScore: 20, awayScore: 10 });
      await edit(late, { status: 'Final', homeScore: 20, awayScore: 10 });
      expect(await put(WEEK_2, true)).toBe('survivor_ends');
      const cleared = await league.call('DELETE /api/pools/:poolId/weeks', { as: admin, params: { poolId } });
      expect(cleared.code).toBe('week_begun');
    });

    test('has not begun with a game that is off, neither for players nor for weeks', async () => {
      await edit(early, { void: 'cancelled' });
      league.clock.set(FIRST_LOCK);
      const params = { poolId, userId: newcomer.userId };
      const join = async () =>
        (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } }))
          .code;
      const leave = async (enabled: boolean) => {
        const week = { poolId, weekId: WEEK_1 };
        return (
          await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: week, body: { enabled } })
        ).code;
      };
      expect([await leave(false), await leave(true), await join()]).toEqual([null, null, null]);
      await league.store.db.deleteFrom('pool_members').where('user_id', '=', newcomer.userId).execute();
      league.clock.set(LATE + 5 * MINUTE);
      expect([await leave(false), await join()]).toEqual(['week_begun', 'survivor_begun']);
    });

    test('has begun with the deadline of its week, even if the game that set it changes', async () => {
      const rules = { format: 'survivor', deadline: 'week' } as const;
      const whole = await addPool(league.deps, { members: [ann], weeks: [WEEK_1], rules });
      league.clock.set(FIRST_LOCK);
      await edit(early, { void: 'cancelled' });
      const params = { poolId: whole, weekId: WEEK_1 };
      const body = { enabled: false };
      const left = await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params, body });
      expect(left.code).toBe('week_begun');
    });

    test('is made of the weeks that have not begun', async () => {
      league.clock.set(FIRST_LOCK);
      const body = { name: 'Last one standing', rules: { format: 'survivor' }, season: 2026 } as const;
      const { id } = (await league.call('POST /api/pools', { as: admin, body })).ok();
      const weeks = async (pool: string) =>
        (await league.call('GET /api/pools/:poolId', { as: admin, params: { poolId: pool } })).ok().weeks;
      expect(await weeks(id)).not.toContain(WEEK_1);
      expect(await weeks(id)).toContain(WEEK_2);
      const copy = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok();
      expect(await weeks(copy.id)).toEqual([WEEK_2]);
    });
  });

  test('that another pool becomes has none of its weeks that have begun', async () => {
    league.clock.set(FIRST_LOCK);
    const other = await addPool(league.deps, { members: [ann], weeks: [WEEK_1, WEEK_2] });
    const body = { change: { rules: { format: 'survivor' } }, seen: { rules: { format: 'pickem' } } } as const;
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId: other }, body })).ok();
    const { weeks } = (await league.call('GET /api/pools/:poolId', { as: admin, params: { poolId: other } })).ok();
    expect(weeks).toEqual([WEEK_2]);
  });

  test('has no picks of sides, guesses, leader or winner of a week', async () => {
    expect((await league.pick(ann, poolId, { gid: early, side: 'home' })).code).toBe('other_format');
    const bus = await league.enter(admin, entryIdOf(poolId, ann.userId), { gid: early, side: 'home' });
    expect(bus.code).toBe('other_format');
    expect((await league.pick(ann, poolId, { gid: late, total: 40 })).code).toBe('no_tiebreak');
    await enter(ann, { gid: early, team: 'PHI' });
    await edit(early, { status: 'Final', homeScore: 20, awayScore: 10 });
    const leader = (
      await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', { as: ann, params: { poolId, weekId: WEEK_1 } })
    ).ok();
    expect(leader).toEqual({ halves: 0, entryIds: [], ownerIds: [], name: '' });
  });

  describe('shows who lacks a team', () => {
    const weeks = [WEEK_1, WEEK_2, '2026-week3'];
    let [third, offWeek] = ['', ''];

    beforeEach(async () => {
      poolId = await addPool(league.deps, { members: [ann, bob], weeks, rules: { format: 'survivor' } });
      await addPool(league.deps, { weeks: ['2026-week4'] });
      third = await addGame(league.deps, { weekId: '2026-week3', home: 'LV', away: 'SF', kickoff: LATE + 2 * WEEK });
      offWeek = await addGame(league.deps, { home: 'DEN', away: 'LAC', kickoff: LATE + HOUR });
    });

    const lacking = async () => {
      const params = { poolId, weekId: WEEK_1 };
      const { entries } = (
        await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', { as: admin, params })
      ).ok();
      return entries.map(({ id }) => id).filter((id) => id === entryIdOf(poolId, bob.userId));
    };
    const ownLack = async () => {
      const of = { isTheirOwn: true };
      const { entries } = await missingPicks(league.store.db, poolId, WEEK_1, league.clock.now(), of);
      return entries.some(({ id }) => id === entryIdOf(poolId, bob.userId));
    };

    test.each<[string, () => WeekChoice | null, () => WeekChoice | null, boolean]>([
      ['the only teams that are left', () => ({ gid: next, team: 'KC' }), () => ({ gid: third, team: 'LV' }), false],
      ['others', () => ({ gid: next, team: 'PHI' }), () => ({ gid: third, team: 'SF' }), true],
      ['none', () => null, () => null, true],
    ])('whichever teams later weeks have sealed: %s', async (_, second, last, isReminded) => {
      await edit(offWeek, { void: 'cancelled' });
      league.clock.set(FIRST_LOCK);
      expect(await enter(bob, second(), WEEK_2)).toBe('saved');
      expect(await enter(bob, last(), '2026-week3')).toBe('saved');
      expect([await lacking(), await ownLack()]).toEqual([[entryIdOf(poolId, bob.userId)], isReminded]);
    });

    test.each([
      ['is called off', { void: 'cancelled' as const }],
      ['moves to another week', { week_id: '2026-week3' }],
      ['moves to a week that the pool does not play', { week_id: '2026-week4' }],
      ['is on', { week_id: WEEK_1 }],
    ])('but not of those who chose one, also if its game %s before its lock', async (_, change) => {
      expect(await enter(bob, { gid: offWeek, team: 'DEN' })).toBe('saved');
      await league.store.db.updateTable('games').set(change).where('gid', '=', offWeek).execute();
      expect(await lacking()).toEqual([]);
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
      const row = standings.ok().rows.find(({ ownerId }) => ownerId === bob.userId);
      expect(row?.survival?.weeks[0]).toEqual({ result: 'open', made: true });
      const kc = { weekId: WEEK_2, gid: next, team: 'KC' };
      const entered = await league.enter(admin, entryIdOf(poolId, bob.userId), kc);
      expect(entered.code).toBe('players_team_ahead');
    });
  });

  test('counts those with a team as active, and misses the team of those who are alive', async () => {
    const params = { poolId, weekId: WEEK_1 };
    const active = async () =>
      (await league.call('GET /api/pools/:poolId/weeks/:weekId/active-players', { as: ann, params })).ok()
        .activePlayers;
    const missing = async (weekId: string = WEEK_1) => {
      const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', {
        as: admin,
        params: { poolId, weekId },
      });
      return reply.ok().entries.map(({ id, missing: teams }) => [id, teams]);
    };
    expect([await active(), (await missing()).length]).toEqual([0, 2]);
    await enter(ann, { gid: early, team: 'DAL' });
    expect([await active(), await missing()]).toEqual([1, [[entryIdOf(poolId, bob.userId), 1]]]);
    league.clock.set(FIRST_LOCK);
    await edit(early, { status: 'Final', homeScore: 20, awayScore: 10 });
    expect(await missing(WEEK_2)).toEqual([[entryIdOf(poolId, bob.userId), 1]]);
    await enter(bob, { gid: late, team: 'KC' });
    expect((await missing(WEEK_2)).length).toBe(1);
  });

  test('plays by lives, and a corrected game brings back whom it put out', async () => {
    const standing = async (as: Person) => {
      const { rows, survivors } = (
        await league.call('GET /api/pools/:poolId/standings', { as, params: { poolId } })
      ).ok();
      const row = rows.find(({ ownerId }) => ownerId === as.userId);
      return { rank: row?.rank, lives: row?.survival?.lives, out: row?.survival?.outWeekId, survivors };
    };
    await enter(ann, { gid: early, team: 'PHI' });
    await enter(bob, { gid: early, team: 'DAL' });
    await enter(bob, { gid: next, team: 'KC' }, WEEK_2);
    league.clock.set(LATE + HOUR);
    await edit(early, { status: 'Final', homeScore: 20, awayScore: 10 });
    expect(await standing(bob)).toEqual({ rank: 2, lives: 0, out: WEEK_1, survivors: [] });
    await edit(late, { status: 'Final', homeScore: 20, awayScore: 10 });
    expect(await standing(ann)).toEqual({ rank: 1, lives: 1, out: null, survivors: [entryIdOf(poolId, ann.userId)] });
    await edit(early, { homeScore: 10, awayScore: 20 });
    expect(await standing(bob)).toEqual({ rank: 1, lives: 1, out: null, survivors: [entryIdOf(poolId, bob.userId)] });
    await edit(early, { void: 'cancelled' });
    expect(await standing(ann)).toEqual({ rank: 1, lives: 1, out: null, survivors: [] });
  });

  test('no player returns through a game that was called off, but played before the other one of their team', async () => {
    const outWeek = async () =>
      (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } }))
        .ok()
        .rows.map(({ survival }) => survival?.outWeekId);
    const used = async (weekId: string) => (await league.own(ann, poolId)).used?.[weekId];
    for (const as of [ann, bob]) await enter(as, { gid: early, team: 'PHI' });
    await edit(early, { void: 'postponed' });
    for (const as of [ann, bob]) expect(await enter(as, { gid: next, team: 'PHI' }, WEEK_2)).toBe('saved');
    await edit(early, { void: null });
    expect([await used(WEEK_1), await used(WEEK_2)]).toEqual([{}, { PHI: WEEK_1 }]);
    league.clock.set(FIRST_LOCK);
    await edit(early, { status: 'Final', homeScore: 10, awayScore: 20 });
    expect(await outWeek()).toEqual([WEEK_1, WEEK_1]);
    league.clock.set(LATE + WEEK + HOUR);
    await edit(next, { status: 'Final', homeScore: 10, awayScore: 20 });
    expect(await outWeek()).toEqual([WEEK_1, WEEK_1]);
  });
});
