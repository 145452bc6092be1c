import { beforeEach, describe, expect, test } from 'vitest';
import { slotIn } from '#contract/live.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, historyOf, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import type { WeekChoice } from '#tests/pick.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;

describe('Entries', () => {
  const { league, admin, ann, bob } = withLiveLeague('sqlite');

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
  });

  async function enter(
    as: Person | undefined,
    poolId: string,
    entry: WeekChoice | null,
    more: { basedOn?: number; weekId?: string } = {},
  ) {
    const reply = await league.pick(as, poolId, { ...(entry ?? { team: null }), ...more });
    return reply.code ?? reply.ok();
  }

  async function own(as: Person, poolId: string, weekId: string = WEEK_1) {
    const entry = await league.own(as, poolId);
    const pick = slotIn(entry, 'order', weekId) ?? slotIn(entry, 'team', weekId);
    return { pick, used: entry.used?.[weekId], outWeekId: entry.outWeekId };
  }

  async function edit(gid: string, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function pick(as: Person, poolId: string, gid: string, side: 'home' | 'away') {
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function matchup(as: Person, poolId: string) {
    const params = { poolId, weekId: WEEK_1 };
    return (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params })).ok();
  }

  async function score(as: Person, poolId: string) {
    return (await matchup(as, poolId)).rows.find(({ ownerId }) => ownerId === as.userId)?.weekHalves;
  }

  describe('of a pool with confidence', () => {
    let poolId: string;
    let [first, second, third] = ['', '', ''];

    beforeEach(async () => {
      poolId = await addPool(league.deps, { members: [ann, bob], rules: { format: 'confidence' } });
      first = await addGame(league.deps);
      second = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
      third = await addGame(league.deps, { home: 'NYJ', away: 'NE', kickoff: LATE + HOUR });
    });

    test('are saved as an order, changed, and read by their owner alone', async () => {
      expect(await own(ann, poolId)).toEqual({});
      expect(await enter(ann, poolId, { order: [third, first, second] })).toMatchObject({
        value: { order: [third, first, second] },
        revision: 1,
      });
      expect(await enter(ann, poolId, { order: [third, first, second] })).toMatchObject({ revision: 1 });
      expect(await enter(ann, poolId, { order: [second, first] })).toMatchObject({
        value: { order: [third, second, first] },
        revision: 2,
      });
      expect(await own(bob, poolId)).toEqual({});
    });

    test('keep every order in the history', async () => {
      await enter(ann, poolId, { order: [third, first, second] });
      league.clock.advance(2000);
      await enter(ann, poolId, { order: [second, first, third] });
      const states = await historyOf(league.store.db, 'order', poolId);
      expect(states.map(({ revision, value }) => [revision, value])).toEqual([
        [1, { order: [third, first, second] }],
        [2, { order: [second, first, third] }],
      ]);
    });

    test('leave what is locked where it stands', async () => {
      await enter(ann, poolId, { order: [third, second, first] });
      league.clock.set(FIRST_LOCK);
      expect(await enter(ann, poolId, { order: [first, second, third] })).toMatchObject({
        value: { order: [second, third, first] },
      });
    });

    test.each<[string, () => WeekChoice | null, { weekId?: string }, string]>([
      ['a team', () => ({ gid: first, team: 'PHI' }), {}, 'other_format'],
      ['nothing', () => null, {}, 'other_format'],
      ['a game of nowhere', () => ({ order: ['nowhere'] }), {}, 'game_not_found'],
      ['a game twice', () => ({ order: [first, first] }), {}, 'invalid_input'],
      ['no game', () => ({ order: [] }), {}, 'invalid_input'],
      ['a week that is not in the pool', () => ({ order: [first] }), { weekId: '2031-week-1' }, 'week_not_found'],
      ['a second order of the week', () => ({ order: [first] }), { weekId: `${WEEK_1}:2` }, 'week_not_found'],
    ])('are refused for %s', async (_what, entry, more, code) => {
      expect(await enter(ann, poolId, entry(), more)).toBe(code);
      expect(await own(ann, poolId)).toEqual({});
    });

    test('are refused for the order of another player', async () => {
      const ofAnn = { entryId: entryIdOf(poolId, ann.userId) };
      expect((await league.pick(bob, ofAnn, { order: [first] })).code).toBe('other_player');
      expect(await own(ann, poolId)).toEqual({});
    });

    test('made offline are replaced by newer ones', async () => {
      await enter(ann, poolId, { order: [first, second, third] });
      await enter(ann, poolId, { order: [second, first, third] });
      expect(await enter(ann, poolId, { order: [third, second, first] }, { basedOn: 1 })).toBe('newer_choice');
      expect(await enter(ann, poolId, { order: [third, second, first] }, { basedOn: 2 })).toMatchObject({
        revision: 3,
      });
    });

    test('make a right pick worth its place among the games that count', async () => {
      await enter(ann, poolId, { order: [first, second, third] });
      await pick(ann, poolId, third, 'home');
      await pick(bob, poolId, third, 'home');
      await pick(bob, poolId, second, 'home');
      league.clock.set(LATE + 2 * HOUR);
      await edit(third, { status: 'Final', homeScore: 20, awayScore: 10 });
      expect([await score(ann, poolId), await score(bob, poolId)]).toEqual([6, 6]);
      await edit(second, { void: 'cancelled' });
      expect([await score(ann, poolId), await score(bob, poolId)]).toEqual([4, 4]);
      await edit(second, { void: null });
      expect([await score(ann, poolId), await score(bob, poolId)]).toEqual([6, 6]);
    });

    test('that omit games keep what is locked in the pool when a game gets another time', async () => {
      const early = await addPool(league.deps, { members: [ann], rules: { format: 'confidence', deadline: 'week' } });
      for (const gid of [first, second, third]) await pick(ann, early, gid, 'home');
      league.clock.set(FIRST_LOCK);
      const told = async () => {
        const { games, rows } = await matchup(ann, early);
        return Object.fromEntries(games.map((gid, at) => [gid, rows[0]?.values?.[at]]));
      };
      const before = await told();
      expect(Object.values(before).toSorted()).toEqual([1, 2, 3]);
      await edit(second, { kickoff: LATE + 2 * HOUR });
      expect(await told()).toEqual(before);
    });
  });

  describe('of a survivor pool', () => {
    let poolId: string;
    let [first, second, next] = ['', '', ''];

    beforeEach(async () => {
      poolId = await addPool(league.deps, {
        members: [ann, bob],
        weeks: [WEEK_1, WEEK_2],
        rules: { format: 'survivor' },
      });
      first = await addGame(league.deps);
      second = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
      next = await addGame(league.deps, {
        weekId: WEEK_2,
        home: 'PHI',
        away: 'KC',
        kickoff: LATE + 7 * 24 * HOUR,
      });
    });

    test('are saved as a team, changed, taken back, and read by their owner alone', async () => {
      expect(await own(ann, poolId)).toEqual({ used: {} });
      expect(await enter(ann, poolId, { gid: first, team: 'PHI' })).toMatchObject({ revision: 1 });
      expect(await enter(ann, poolId, { gid: second, team: 'KC' })).toMatchObject({ revision: 2 });
      expect(await own(ann, poolId, WEEK_2)).toEqual({ used: { KC: WEEK_1 } });
      expect(await enter(ann, poolId, null)).toMatchObject({ value: null, revision: 3 });
      expect(await own(ann, poolId, WEEK_2)).toEqual({ used: {} });
      expect(await own(bob, poolId)).toEqual({ used: {} });
    });

    test('keep every team in the history, and that one was taken back', async () => {
      for (const entry of [{ gid: first, team: 'PHI' }, { gid: second, team: 'KC' }, null]) {
        await enter(ann, poolId, entry);
        league.clock.advance(2000);
      }
      const states = await historyOf(league.store.db, 'team', poolId);
      expect(states.map(({ revision, value }) => [revision, value])).toEqual([
        [1, { gid: first, team: 'PHI' }],
        [2, { gid: second, team: 'KC' }],
        [3, null],
      ]);
    });

    test('use each team once, even if both weeks are entered at the same time', async () => {
      const both = await Promise.all([
        enter(ann, poolId, { gid: first, team: 'PHI' }),
        enter(ann, poolId, { gid: next, team: 'PHI' }, { weekId: WEEK_2 }),
      ]);
      expect(both).toEqual([expect.objectContaining({ revision: 1 }), 'team_used']);
      await edit(first, { void: 'postponed' });
      expect(await enter(ann, poolId, { gid: next, team: 'PHI' }, { weekId: WEEK_2 })).toMatchObject({ revision: 1 });
    });

    test.each<[string, () => WeekChoice | null, string]>([
      ['an order', () => ({ order: [first] }), 'other_format'],
      ['a game of nowhere', () => ({ gid: 'nowhere', team: 'PHI' }), 'game_not_found'],
      ['a game of another week', () => ({ gid: next, team: 'PHI' }), 'game_not_found'],
      ['a team that does not play it', () => ({ gid: first, team: 'KC' }), 'team_not_found'],
    ])('are refused for %s', async (_what, entry, code) => {
      expect(await enter(ann, poolId, entry())).toBe(code);
    });

    test('are final from the lock of their game on, and another one is needed if it is called off', async () => {
      await enter(ann, poolId, { gid: first, team: 'PHI' });
      league.clock.set(FIRST_LOCK);
      expect(await enter(ann, poolId, { gid: second, team: 'KC' })).toBe('game_locked');
      expect(await enter(ann, poolId, null)).toBe('game_locked');
      expect(await enter(bob, poolId, { gid: first, team: 'PHI' })).toBe('game_locked');
      await edit(first, { void: 'cancelled' });
      expect(await enter(ann, poolId, { gid: second, team: 'KC' })).toMatchObject({ revision: 2 });
    });

    test('are refused for a player who is out', async () => {
      await enter(ann, poolId, { gid: first, team: 'DAL' });
      league.clock.set(FIRST_LOCK);
      await edit(first, { status: 'Final', homeScore: 20, awayScore: 10 });
      expect(await own(ann, poolId, WEEK_2)).toEqual({ used: { DAL: WEEK_1 }, outWeekId: WEEK_1 });
      expect(await enter(ann, poolId, { gid: next, team: 'PHI' }, { weekId: WEEK_2 })).toBe('player_out');
      await edit(first, { homeScore: 10, awayScore: 20 });
      expect(await enter(ann, poolId, { gid: next, team: 'PHI' }, { weekId: WEEK_2 })).toMatchObject({ revision: 1 });
      expect(await score(ann, poolId)).toBe(2);
    });
  });
});
