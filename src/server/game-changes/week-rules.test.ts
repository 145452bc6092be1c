import { beforeEach, describe, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { weekRulesOf } from '#core/rules/week-rules.ts';
import { DAY_MS } from '#core/time.ts';
import { recount, rescoreAllStale } from '#server/standings/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';

const WEEK_3 = '2026-week3';
const weeks = [WEEK_1, WEEK_2, WEEK_3] as const;
/** The Thursday, Sunday and Monday games of the second week; those of the others are 7 days before and after. */
const THURSDAY = SUNDAY_1PM + 4 * DAY_MS + 7 * HOUR;
const SUNDAY = SUNDAY_1PM + 7 * DAY_MS;
const MONDAY = SUNDAY + DAY_MS + 7 * HOUR;
const FIRST_LOCK = THURSDAY + 5 * MINUTE;
/** The first week is over, and the second one near. */
const NEAR = FIRST_LOCK - 48 * HOUR + 1;

describe.each(usualEngines)('A change of deadlines or games in a running pool on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let ann: Person;

  beforeEach(async () => {
    if (engine === 'postgres') await setDatabaseClock(league.store, 0);
    league.clock.set(SUNDAY_1PM - 4 * DAY_MS);
    const { db } = league.store;
    for (const table of ['slate_games', 'slates', 'picks', 'week_scores', 'games'] as const)
      await db.deleteFrom(table).execute();
    admin = await addPerson(league.deps, { isAdmin: true });
    ann = await addPerson(league.deps);
    for (const [at, weekId] of weeks.entries()) {
      const later = (at - 1) * 7 * DAY_MS;
      await addGame(league.deps, { weekId, gid: `thursday${at + 1}`, kickoff: THURSDAY + later });
      await addGame(league.deps, { weekId, gid: `sunday${at + 1}`, home: 'KC', away: 'LV', kickoff: SUNDAY + later });
      await addGame(league.deps, { weekId, gid: `monday${at + 1}`, home: 'BUF', away: 'NYJ', kickoff: MONDAY + later });
    }
  });

  const open = (rules: Partial<PoolRules>) => addPool(league.deps, { members: [ann, admin], rules, weeks });

  async function change(poolId: string, rules: Partial<PoolRules>, seen: Partial<PoolRules>, reason = 'We voted') {
    const body = { change: { rules }, seen: { rules: seen }, reason };
    return (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).code ?? 'changed';
  }

  async function pool(poolId: string): Promise<PoolReply> {
    league.deps.live.changed({ kind: 'everything' });
    return (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
  }

  const deadlines = async (poolId: string) => (await pool(poolId)).deadlines;
  const leftOut = async (poolId: string) => (await pool(poolId)).leftOut ?? [];

  async function choose(poolId: string, weekId: string, gids: string[]) {
    const input = { as: admin, params: { poolId, weekId }, body: { leftOut: gids } };
    return (await league.call('PUT /api/pools/:poolId/weeks/:weekId/slate', input)).code ?? 'chosen';
  }

  const fileOf = async (app: TestApp, poolId: string, as: Person) =>
    JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params: { poolId } })).text) as PoolFile;

  test('a week that is near keeps its deadline, also when the feed moves its games', async () => {
    const poolId = await open({ deadline: 'week' });
    league.clock.set(NEAR);
    expect(await change(poolId, { deadline: 'game' }, { deadline: 'week' })).toBe('changed');
    const reached = FIRST_LOCK - 7 * DAY_MS;
    expect(await deadlines(poolId)).toEqual({ [WEEK_1]: reached, [WEEK_2]: FIRST_LOCK });
    await addGame(league.deps, { weekId: WEEK_1, gid: 'thursday1', kickoff: THURSDAY - 7 * DAY_MS + HOUR });
    await addGame(league.deps, { weekId: WEEK_2, gid: 'thursday2', kickoff: THURSDAY + HOUR });
    await addGame(league.deps, { weekId: WEEK_3, gid: 'thursday3', kickoff: THURSDAY + 7 * DAY_MS + HOUR });
    expect(await deadlines(poolId)).toEqual({ [WEEK_1]: reached, [WEEK_2]: FIRST_LOCK + HOUR });
    league.clock.set(FIRST_LOCK + HOUR);
    expect((await league.pick(ann, poolId, { gid: 'monday2', side: 'home' })).code).toBe('game_locked');
    await addGame(league.deps, { weekId: WEEK_2, gid: 'thursday2', kickoff: THURSDAY + 2 * HOUR });
    expect(await deadlines(poolId)).toEqual({ [WEEK_1]: reached, [WEEK_2]: FIRST_LOCK + HOUR });
    league.clock.set(FIRST_LOCK + 7 * DAY_MS + 2 * HOUR);
    expect((await league.pick(ann, poolId, { gid: 'monday3', side: 'home' })).code).toBeNull();
  });

  test('exactly 48 hours before the first lock is soon enough', async () => {
    const poolId = await open({});
    league.clock.set(FIRST_LOCK - 48 * HOUR);
    expect(await change(poolId, { deadline: 'week' }, { deadline: 'game' })).toBe('changed');
    expect(await deadlines(poolId)).toEqual({ [WEEK_2]: FIRST_LOCK, [WEEK_3]: FIRST_LOCK + 7 * DAY_MS });
    const rules = weekRulesOf(defaultRules);
    expect((await pool(poolId)).weekRules).toEqual({ [WEEK_1]: rules });
    league.clock.set(NEAR);
    expect(await change(poolId, { deadline: 'sunday' }, { deadline: 'week' })).toBe('changed');
    const { weekRules } = await pool(poolId);
    expect(weekRules).toEqual({ [WEEK_1]: rules, [WEEK_2]: { ...rules, deadline: 'week' } });
    expect(await deadlines(poolId)).toEqual({ [WEEK_2]: FIRST_LOCK, [WEEK_3]: SUNDAY + 7 * DAY_MS + 5 * MINUTE });
  });

  test('holds from the first later week on, with a reason, announced at once', async () => {
    const poolId = await open({});
    league.clock.set(NEAR);
    expect(await change(poolId, { deadline: 'week' }, { deadline: 'game' }, '')).toBe('rule_reason_missing');
    expect(await change(poolId, { deadline: 'week', tie: 'half' }, { deadline: 'game', tie: 'nobody' })).toBe(
      'changed',
    );
    const { announcements = [], rules } = await pool(poolId);
    expect(rules).toMatchObject({ deadline: 'week', tie: 'half' });
    const fields = announcements[0]?.fields.map(({ label, after }) => `${label}: ${after}`);
    expect(fields).toEqual(['tie: half', 'deadline: week', 'deadline from: Week 3', 'why: We voted']);
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(entries[0]?.fields.map(({ name }) => name)).toContain('fromWeek');
  });

  test('is refused if no week is far enough away', async () => {
    const poolId = await open({});
    league.clock.set(NEAR + 7 * DAY_MS);
    expect(await change(poolId, { deadline: 'week' }, { deadline: 'game' })).toBe('rule_too_late');
    expect(await change(poolId, { slate: 'chosen' }, { slate: 'all' })).toBe('rule_too_late');
    expect(await change(poolId, { games: 4 }, { games: 'all' })).toBe('rule_settled');
    const { rules, weekRules } = await pool(poolId);
    expect([rules.deadline, rules.slate, weekRules]).toEqual(['game', 'all', undefined]);
  });

  test('days that are not played begin and end with a later week; a game that locked by itself stays out', async () => {
    const [poolId, otherId] = [await open({}), await open({})];
    league.clock.set(NEAR);
    const days = { slate: 'days', thursdayGames: false } as const;
    const all = { slate: 'all', thursdayGames: true } as const;
    for (const id of [poolId, otherId]) expect(await change(id, days, all)).toBe('changed');
    expect(await leftOut(poolId)).toEqual(['thursday3']);
    await addGame(league.deps, { weekId: WEEK_2, gid: 'sunday2', home: 'KC', away: 'LV', kickoff: THURSDAY });
    await addGame(league.deps, { weekId: WEEK_2, gid: 'new2', home: 'SF', away: 'LAR', kickoff: THURSDAY });
    await addGame(league.deps, {
      weekId: WEEK_3,
      gid: 'new3',
      home: 'SF',
      away: 'LAR',
      kickoff: THURSDAY + 7 * DAY_MS,
    });
    expect((await leftOut(poolId)).toSorted()).toEqual(['new3', 'thursday3']);
    league.clock.set(SUNDAY);
    expect(await change(poolId, all, days)).toBe('changed');
    expect(await leftOut(poolId)).toEqual([]);
    league.clock.set(SUNDAY + 4 * DAY_MS);
    expect(await change(otherId, all, days)).toBe('rule_too_late');
    league.clock.set(SUNDAY + 5 * DAY_MS);
    expect(await change(otherId, all, days)).toBe('changed');
    expect((await leftOut(otherId)).toSorted()).toEqual(['new3', 'thursday3']);
  });

  test('chosen games of a near week stay, and can be chosen until its first lock', async () => {
    const poolId = await open({ slate: 'chosen' });
    expect(await choose(poolId, WEEK_2, ['monday2'])).toBe('chosen');
    expect(await choose(poolId, WEEK_3, ['monday3'])).toBe('chosen');
    league.clock.set(NEAR);
    expect(await change(poolId, { slate: 'all' }, { slate: 'chosen' })).toBe('changed');
    expect(await leftOut(poolId)).toEqual(['monday2']);
    await addGame(league.deps, { weekId: WEEK_2, gid: 'new2', home: 'SF', away: 'LAR', kickoff: SUNDAY });
    expect((await leftOut(poolId)).toSorted()).toEqual(['monday2', 'new2']);
    expect(await choose(poolId, WEEK_2, ['sunday2'])).toBe('chosen');
    expect(await choose(poolId, WEEK_3, ['sunday3'])).toBe('slate_not_chosen');
    expect(await leftOut(poolId)).toEqual(['sunday2']);
    expect((await pool(poolId)).slateLocks).toMatchObject({ [WEEK_2]: FIRST_LOCK });
  });

  test('a recount finds nothing, and a week that is switched off, a copy and a file keep the rules of near weeks', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false, deadline: 'week' });
    const params = { poolId, weekId: WEEK_2 };
    const put = (enabled: boolean) =>
      league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params, body: { enabled } });
    (await league.pick(ann, poolId, { gid: 'thursday1', side: 'home' })).ok();
    league.clock.set(NEAR);
    for (const [gid, homeScore] of [
      ['thursday1', 20],
      ['monday1', 10],
    ] as const) {
      const body = { status: 'Final' as const, homeScore };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
    }
    (await put(false)).ok();
    const next = { slate: 'all', mondayGames: true, deadline: 'game' } as const;
    expect(await change(poolId, next, { slate: 'days', mondayGames: false, deadline: 'week' })).toBe('changed');
    (await put(true)).ok();
    const expected = { deadlines: await deadlines(poolId), leftOut: await leftOut(poolId) };
    expect(expected).toEqual({
      deadlines: { [WEEK_1]: FIRST_LOCK - 7 * DAY_MS, [WEEK_2]: FIRST_LOCK },
      leftOut: ['monday1', 'monday2'],
    });
    await rescoreAllStale(league.store, league.clock.now);
    expect(await recount(league.store)).toEqual([]);

    const { id: copy } = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params })).ok();
    const { weekRules } = await pool(poolId);
    expect(await pool(copy)).toMatchObject({
      deadlines: { [WEEK_2]: FIRST_LOCK },
      leftOut: expected.leftOut,
      weekRules,
    });

    const file = await fileOf(league, poolId, admin);
    const other = await createTestApp(engine);
    if (engine === 'postgres') await setDatabaseClock(other.store, 0);
    other.clock.set(league.clock.now());
    const reader = await addPerson(other.deps, { isAdmin: true });
    (await other.call('POST /api/pools/file', { as: reader, body: file })).ok();
    expect((await fileOf(other, poolId, reader)).weeks).toEqual(file.weeks);
    await addGame(other.deps, { weekId: WEEK_2, gid: 'thursday2', kickoff: THURSDAY + HOUR });
    const moved = (await fileOf(other, poolId, reader)).weeks.find(({ id }) => id === WEEK_2);
    expect(moved).toMatchObject({ deadline: FIRST_LOCK + HOUR, leftOut: ['monday2'] });
    await other.close();
  });

  test('a rule that was unknown when a week kept its rules has its default there', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false });
    const { db } = league.store;
    const kept = { kept_rules: JSON.stringify({ deadline: 'week', slate: 'days' }) };
    const update = db.updateTable('pool_weeks').set(kept).where('pool_id', '=', poolId);
    await update.where('week_id', '=', WEEK_2).execute();
    const expected = { ...weekRulesOf(defaultRules), deadline: 'week', slate: 'days' };
    expect((await pool(poolId)).weekRules).toEqual({ [WEEK_2]: expected });
    await addGame(league.deps, { weekId: WEEK_2, gid: 'thursday2', kickoff: THURSDAY + HOUR });
    expect(await leftOut(poolId)).toEqual(['monday1', 'monday3']);
    expect(await deadlines(poolId)).toEqual({ [WEEK_2]: FIRST_LOCK + HOUR });
  });

  test('more picks than the rules allow count only in weeks that get new games', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false, games: 1 });
    const all = { slate: 'all', mondayGames: true } as const;
    const days = { slate: 'days', mondayGames: false } as const;
    const move = (at: number, kickoff: number) => {
      const later = (at - 2) * 7 * DAY_MS;
      return addGame(league.deps, { weekId: `2026-week${at}`, gid: `thursday${at}`, kickoff: kickoff + later });
    };
    // Games that moved to a day off take no place.
    for (const at of [1, 3]) {
      (await league.pick(ann, poolId, { gid: `thursday${at}`, side: 'home' })).ok();
      await move(at, MONDAY);
      (await league.pick(ann, poolId, { gid: `sunday${at}`, side: 'home' })).ok();
    }
    await move(1, THURSDAY);
    league.clock.set(NEAR);
    expect(await change(poolId, all, days)).toBe('rule_below_picks');
    (await league.pick(ann, poolId, { gid: 'sunday3', side: null })).ok();
    expect(await change(poolId, all, days)).toBe('changed');
  });

  const putWeek = (poolId: string, weekId: string, enabled: boolean) =>
    league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: { poolId, weekId }, body: { enabled } });

  test('a week that is switched off after its lock leaves the pool begun', async () => {
    const [poolId, clearedId] = [await open({ deadline: 'week' }), await open({ deadline: 'week' })];
    for (const id of [poolId, clearedId]) (await league.pick(ann, id, { gid: 'monday2', side: 'home' })).ok();
    league.clock.set(FIRST_LOCK - HOUR);
    (await putWeek(poolId, WEEK_1, false)).ok();
    (await league.call('DELETE /api/pools/:poolId/weeks', { as: admin, params: { poolId: clearedId } })).ok();
    for (const weekId of [WEEK_2, WEEK_3]) (await putWeek(clearedId, weekId, true)).ok();
    for (const id of [poolId, clearedId]) {
      expect(await change(id, { deadline: 'game' }, { deadline: 'week' }, '')).toBe('rule_reason_missing');
      expect(await change(id, { deadline: 'game' }, { deadline: 'week' })).toBe('changed');
      expect(await deadlines(id)).toEqual({ [WEEK_2]: FIRST_LOCK });
    }
  });

  test('a week that was switched off before its lock, or switched on and off after it, begins no pool', async () => {
    const poolId = await open({ deadline: 'week' });
    (await putWeek(poolId, WEEK_1, false)).ok();
    league.clock.set(NEAR);
    for (const enabled of [true, false]) (await putWeek(poolId, WEEK_1, enabled)).ok();
    expect(await change(poolId, { deadline: 'game' }, { deadline: 'week' }, '')).toBe('changed');
    expect(await deadlines(poolId)).toEqual({});
  });

  test("a copy's rules change freely, those of near weeks, too", async () => {
    const poolId = await open({ slate: 'days', mondayGames: false });
    league.clock.set(NEAR);
    const all = { slate: 'all', mondayGames: true } as const;
    expect(await change(poolId, all, { slate: 'days', mondayGames: false })).toBe('changed');
    for (const [next, seen] of [
      [{ deadline: 'week' }, { deadline: 'game' }],
      [{ format: 'survivor' }, { format: 'pickem' }],
    ] as const) {
      const input = { as: admin, params: { poolId } };
      const { id: copy } = (await league.call('POST /api/pools/:poolId/duplicate', input)).ok();
      expect(await leftOut(copy)).toContain('monday2');
      expect(await change(copy, next, seen, '')).toBe('changed');
      expect(await pool(copy)).not.toHaveProperty('weekRules');
      expect(await leftOut(copy)).not.toContain('monday2');
    }
  });

  test('in a copy with picks, near weeks keep their rules, except what a new format lacks', async () => {
    const poolId = await open({ slate: 'days', mondayGames: false, deadline: 'week' });
    league.clock.set(NEAR);
    const days = { slate: 'days', mondayGames: false, deadline: 'week' } as const;
    expect(await change(poolId, { slate: 'all', mondayGames: true, deadline: 'game' }, days)).toBe('changed');
    const input = { as: admin, params: { poolId } };
    const { id: copy } = (await league.call('POST /api/pools/:poolId/duplicate', input)).ok();
    (await league.pick(ann, copy, { gid: 'sunday3', side: 'home' })).ok();
    const kept = { ...weekRulesOf(defaultRules), ...days };
    expect(await change(copy, { deadline: 'sunday' }, { deadline: 'game' }, '')).toBe('changed');
    expect((await pool(copy)).weekRules).toEqual({ [WEEK_1]: kept, [WEEK_2]: kept });
    expect(await deadlines(copy)).toMatchObject({ [WEEK_2]: FIRST_LOCK, [WEEK_3]: SUNDAY + 7 * DAY_MS + 5 * MINUTE });
    expect(await change(copy, { format: 'survivor' }, { format: 'pickem' }, '')).toBe('changed');
    const tidied = { ...weekRulesOf(defaultRules), deadline: 'week' };
    expect((await pool(copy)).weekRules).toEqual({ [WEEK_2]: tidied });
    expect(await deadlines(copy)).toMatchObject({ [WEEK_2]: FIRST_LOCK });
    expect(await leftOut(copy)).not.toContain('monday2');
  });

  describe('in weeks with picks', () => {
    const records = async (poolId: string) => {
      const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
      return entries.map(({ act, weekId, actor, fields }) => {
        return [act, weekId, actor?.name ?? null, ...fields.map(({ name, after }) => `${name} ${after}`)];
      });
    };
    const all = { slate: 'all', mondayGames: true } as const;
    const days = { slate: 'days', mondayGames: false } as const;

    /** Ann's own picks, as pages have them. */
    const shownPicks = async (poolId: string) => JSON.stringify(await league.own(ann, poolId));

    test('is logged with the games that leave, and clears guesses of theirs in the name of its commissioner', async () => {
      const poolId = await open({ tiebreak: 'closest' });
      (await league.pick(ann, poolId, { gid: 'monday3', total: 41, weekId: WEEK_3 })).ok();
      league.clock.set(NEAR);
      expect(await shownPicks(poolId)).toContain('"total":41');
      expect(await change(poolId, days, all)).toBe('changed');
      expect(await shownPicks(poolId)).not.toContain('"total":41');
      expect((await records(poolId)).slice(0, 2)).toEqual([
        ['pool.edit', null, admin.name, 'slate days', 'mondayGames false', 'fromWeek Week 3', 'why We voted'],
        ['slate.change', WEEK_3, admin.name, 'leftOut NYJ @ BUF'],
      ]);
      const query = league.store.db.selectFrom('picks').select(['about', 'entered_by', 'value']);
      const guesses = await query.where('kind', '=', 'guess').execute();
      expect(guesses).toMatchObject([{ about: WEEK_3, entered_by: admin.userId }]);
    });

    test('is logged with the games that return, and takes marks from them that would be too many', async () => {
      const poolId = await open({ bestBets: 1 });
      const mark = async (gid: string) => (await league.pick(ann, poolId, { gid, side: 'home', best: true })).ok();
      await mark('monday3');
      league.clock.set(NEAR);
      expect(await change(poolId, days, all)).toBe('changed');
      await mark('sunday3');
      const best = async () => (await shownPicks(poolId)).split('"best":true').length - 1;
      expect(await best()).toBe(2);
      expect(await change(poolId, all, days)).toBe('changed');
      expect(await best()).toBe(1);
      expect((await records(poolId))[1]).toEqual(['slate.change', WEEK_3, admin.name, 'takenIn NYJ @ BUF']);
    });

    test('is announced once if weeks lock earlier, because of a deadline or of games that are taken in', async () => {
      const WEEK_4 = '2026-week4';
      await addGame(league.deps, { weekId: WEEK_4, gid: 'sunday4', kickoff: SUNDAY + 14 * DAY_MS });
      const [poolId, otherId] = [await open({}), await open({ slate: 'days', thursdayGames: false, deadline: 'week' })];
      for (const id of [poolId, otherId]) (await putWeek(id, WEEK_4, true)).ok();
      league.clock.set(NEAR);
      const texts = async (id: string) => {
        const { announcements = [] } = await pool(id);
        return announcements.flatMap(({ fields }) =>
          fields.flatMap(({ name, after }) => (name === 'text' ? [after] : [])),
        );
      };
      const week3 = expect.stringContaining('Week 3 now locks earlier: Thu');
      expect(await change(poolId, { deadline: 'week' }, { deadline: 'game' })).toBe('changed');
      expect(await texts(poolId)).toEqual([week3]);
      expect(await change(poolId, { deadline: 'game' }, { deadline: 'week' })).toBe('changed');
      expect(await texts(poolId)).toEqual([week3]);
      const own = { deadline: 'own', deadlineDay: 'wednesday', deadlineTime: '20:00' } as const;
      expect(await change(poolId, own, { ...weekRulesOf(defaultRules), ...own, deadline: 'game' })).toBe('changed');
      expect((await texts(poolId))[0]).toMatch(/^2 weeks now lock earlier\.\nWeek 3: Wed.*\nWeek 4: Wed/);
      expect(await change(otherId, { slate: 'all' }, { slate: 'days' })).toBe('changed');
      expect(await texts(otherId)).toEqual([week3]);
    });
  });
});
