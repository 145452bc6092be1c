import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import { SEASON } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { setMembers } from '#server/members/store.ts';
import { digestOf } from '#server/pool-file/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { settle } from '#tests/settle.ts';

type Plan = BodyOf<'PUT /api/pools/:poolId/money/plan'>['plan'];

const WEEK = 7 * 24 * HOUR;
const NOTHING: Plan = { fee: 0, week: 0, places: [] };
/** Of four fees, $30 are for each of two weeks and $40 for the season. */
const PLAN: Plan = { fee: 2500, week: [{ percent: 40 }, { percent: 20 }], places: [{ percent: 40 }] };

describe.each(usualEngines)('Shares of the fees on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let cy: Person;
  let dee: Person;
  let poolId: string;
  /** Two games of the first week, and one of the second; home wins. */
  let early: string;
  let late: string;
  let second: string;

  async function begin(rules: Partial<PoolRules> = {}): Promise<void> {
    ({ admin, ann, bob, cy, dee, poolId } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob', 'cy', 'dee'],
      weeks: [WEEK_1, WEEK_2],
      rules,
    }));
    early = await addGame(league.deps);
    late = await addGame(league.deps, { home: 'KC', away: 'LV' });
    second = await addGame(league.deps, { home: 'SF', away: 'SEA', weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK });
  }

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    for (const table of ['picks', 'week_scores', 'pool_weeks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
  });

  async function setPlan(plan: Plan, seen: Plan = NOTHING) {
    const reply = await league.call('PUT /api/pools/:poolId/money/plan', {
      as: admin,
      params: { poolId },
      body: { plan, seen },
    });
    return reply.code === null ? 'ok' : (JSON.parse(reply.text).error as { field?: string; message: string });
  }

  const read = async (id = poolId) =>
    (await league.call('GET /api/pools/:poolId/money', { as: admin, params: { poolId: id } })).ok();

  /** `3000 about: 1st Ann 2000`, by prize. */
  async function prizes(): Promise<Record<string, string>> {
    const { entries, prizes } = await read();
    const names = new Map(entries.map(({ id, name }) => [id, name]));
    const text = ({ id, cents, rank }: (typeof prizes)[number]['shares'][number]) =>
      `${rank}. ${names.get(id)} ${cents}`;
    return Object.fromEntries(
      prizes.map(({ of, cents, isAbout, shares }) => [
        of,
        `${cents}${isAbout ? ' about' : ''}${shares.length > 0 ? `: ${shares.map(text).join(', ')}` : ''}`,
      ]),
    );
  }

  /** What is stored as fixed. */
  async function fixed(): Promise<unknown> {
    const query = league.store.db.selectFrom('pool_money').select('fixed').where('pool_id', '=', poolId);
    return JSON.parse((await query.executeTakeFirstOrThrow()).fixed);
  }

  const enableWeek = async (weekId: string, enabled: boolean) =>
    (
      await league.call('PUT /api/pools/:poolId/weeks/:weekId', {
        as: admin,
        params: { poolId, weekId },
        body: { enabled },
      })
    ).ok();

  /** Dee leaves, who has won nothing: only the fees change. */
  async function leave(): Promise<void> {
    const input = { as: admin, params: { poolId, userId: dee.userId }, body: { enabled: false } };
    (await league.call('PUT /api/pools/:poolId/members/:userId', input)).ok();
  }

  /** Ann has two right picks in the first week, Bob and Cy one, Dee none. */
  async function pickFirstWeek(): Promise<void> {
    for (const [who, sides] of [
      [ann, ['home', 'home']],
      [bob, ['home', 'away']],
      [cy, ['away', 'home']],
      [dee, ['away', 'away']],
    ] as const)
      for (const [at, gid] of [early, late].entries()) {
        const side = sides[at] ?? 'home';
        (await league.pick(who, poolId, { gid, side })).ok();
      }
  }

  /** A pool with shares whose first week is over. */
  async function playFirstWeek(): Promise<void> {
    await begin();
    await setPlan(PLAN);
    await pickFirstWeek();
    await end(early);
    await end(late);
  }

  async function end(gid: string, status: 'Final' | 'In Progress' = 'Final', homeScore = 24): Promise<void> {
    const body = { status, homeScore, awayScore: 10 };
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  test('go to the places of the week and of the season, and are about until they are fixed', async () => {
    await begin();
    const three: Plan = { ...PLAN, week: [{ percent: 40 }, { percent: 19 }, 100] };
    expect(await setPlan({ ...PLAN, week: Array(4).fill(100) })).toMatchObject({ field: 'plan.week' });
    expect(await setPlan(three)).toBe('ok');
    expect(await setPlan(PLAN, three)).toBe('ok');
    expect(await prizes()).toEqual({ [WEEK_1]: '3000 about', [WEEK_2]: '3000 about', [SEASON]: '4000 about' });
    await pickFirstWeek();
    (await league.pick(bob, poolId, { gid: second, side: 'home' })).ok();
    (await league.pick(dee, poolId, { gid: second, side: 'home' })).ok();
    await end(early);
    await end(late);
    expect((await prizes())[WEEK_1]).toBe('3000 about: 1. Ann 2000, 2. Bob 500, 2. Cy 500');
    await end(second);
    await settle(league);
    expect(await prizes()).toMatchObject({
      [WEEK_2]: '3000: 1. Bob 1500, 1. Dee 1500',
      [SEASON]: '4000: 1. Ann 2000, 1. Bob 2000',
    });
    const csv = await league.call('GET /api/pools/:poolId/money.csv', { as: admin, params: { poolId } });
    expect(csv.text).toContain('Bob,2026-week1,2,5.00,0.00,,');
  });

  test('have no part for a week that was over when the pool was made, nor is its prize carried over', async () => {
    await begin();
    await end(early);
    await end(late);
    await league.store.db
      .updateTable('pools')
      .set({ created_at: SUNDAY_1PM + HOUR })
      .execute();
    expect(await setPlan(PLAN)).toBe('ok');
    expect(await read()).toMatchObject({ weeks: 1 });
    expect(await prizes()).toEqual({ [WEEK_2]: '6000 about', [SEASON]: '4000 about' });
    expect(await setPlan({ ...PLAN, week: 500, places: [] }, PLAN)).toBe('ok');
    expect(await prizes()).toEqual({ [WEEK_2]: '500' });
  });

  test('stay as they are fixed, whoever comes or leaves, also once a corrected score opens the week again', async () => {
    await playFirstWeek();
    await settle(league);
    const eve = await addPerson(league.deps, { name: 'Eve' });
    await setMembers(league.store.db, poolId, [eve.userId], league.clock.now());
    await removeMember(league.deps, poolId, dee.userId);
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'pools', poolIds: [poolId] });
    // Three fees are due; $30 went to the first week.
    const after = { [WEEK_2]: '2250 about', [SEASON]: '2250 about' };
    expect(await prizes()).toEqual({ [WEEK_1]: '3000: 1. Ann 2000, 2. Cy 1000', ...after });
    expect(await setPlan({ ...PLAN, fee: 5000 }, PLAN)).toBe('ok');
    expect((await prizes())[WEEK_1]).toBe('3000: 1. Ann 2000, 2. Cy 1000');
    await end(early, 'In Progress');
    expect((await prizes())[WEEK_1]).toBe('3000');
    await settle(league);
    await end(early, 'Final', 3);
    expect((await prizes())[WEEK_1]).toBe('3000: 1. Cy 2000, 2. Ann 1000');
    await settle(league);
    // Without shares nothing is fixed.
    expect(await setPlan({ ...PLAN, fee: 5000, week: 500 }, { ...PLAN, fee: 5000 })).toBe('ok');
    expect(await setPlan({ ...PLAN, fee: 5000 }, { ...PLAN, fee: 5000, week: 500 })).toBe('ok');
    expect((await prizes())[WEEK_1]).toBe('4500: 1. Cy 3000, 2. Ann 1500');
  });

  test('are fixed with the first payment, and the season once it is over', async () => {
    await begin();
    await setPlan(PLAN);
    await pickFirstWeek();
    for (const gid of [early, late, second]) await end(gid);
    // Nobody won the second week.
    const season = { purpose: SEASON, cents: 7000, seen: { paid: 0, due: 7000 } };
    expect((await prizes())[SEASON]).toBe('7000 about: 1. Ann 7000');
    const params = { poolId, entryId: entryIdOf(poolId, ann.userId) };
    const pay = (body: typeof season) =>
      league.call('PUT /api/pools/:poolId/money/payments/:entryId', { as: admin, params, body });
    expect((await pay({ ...season, seen: { paid: 0, due: 6999 } })).code).toBe('changed_meanwhile');
    expect(await fixed()).toEqual({});
    (await pay(season)).ok();
    await removeMember(league.deps, poolId, dee.userId);
    league.deps.live.changed({ kind: 'pools', poolIds: [poolId] });
    expect((await prizes())[SEASON]).toBe('7000: 1. Ann 7000');
  });

  test("are of a week's own fees with weekly play", async () => {
    await begin({ weekly: true });
    const own: Plan = { fee: 1000, week: [{ percent: 60 }, { percent: 30 }], places: [{ percent: 10 }] };
    expect(await setPlan(own)).toBe('ok');
    await pickFirstWeek();
    league.clock.set(SUNDAY_1PM + HOUR);
    await end(early);
    await end(late);
    await settle(league);
    expect(await prizes()).toEqual({ [WEEK_1]: '3600: 1. Ann 2400, 2. Bob 600, 2. Cy 600', [SEASON]: '400 about' });
  });

  if (engine === 'sqlite')
    test('are fixed for a week that is called off, and for a season that ends by it', async () => {
      await playFirstWeek();
      await settle(league);
      const body = { void: 'cancelled' } as const;
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: second }, body })).ok();
      await settle(league);
      const all = { weeks: { [WEEK_1]: 5000, [WEEK_2]: 5000 }, season: { weeks: 2, cents: 10_000 } };
      expect(await fixed()).toEqual(all);
      const before = await prizes();
      await leave();
      expect(await prizes()).toEqual(before);
    });

  if (engine === 'sqlite')
    test('are fixed before and after weeks are switched, and before somebody leaves', async () => {
      await playFirstWeek();
      expect(await fixed()).toEqual({});
      await enableWeek(WEEK_2, false);
      expect(await fixed()).toEqual({ weeks: { [WEEK_1]: 5000 }, season: { weeks: 1, cents: 10_000 } });
      await leave();
      expect(await prizes()).toEqual({
        [WEEK_1]: '3000: 1. Ann 2000, 2. Bob 500, 2. Cy 500',
        [SEASON]: '4000: 1. Ann 4000',
      });
      await enableWeek(WEEK_2, true);
      expect((await prizes())[SEASON]).toBe('2250 about');
      for (const weekId of [WEEK_1, WEEK_2]) await enableWeek(weekId, false);
      await league.store.db.updateTable('pool_money').set({ fixed: '{}' }).where('pool_id', '=', poolId).execute();
      await enableWeek(WEEK_1, true);
      await league.store.db.updateTable('pool_money').set({ fixed: '{}' }).where('pool_id', '=', poolId).execute();
      (await league.call('DELETE /api/pools/:poolId/weeks', { as: admin, params: { poolId } })).ok();
      expect(await fixed()).toEqual({ weeks: { [WEEK_1]: 7500 }, season: { weeks: 1, cents: 7500 } });
    });

  if (engine === 'sqlite')
    test('do not change by a leave before they are fixed', async () => {
      await playFirstWeek();
      await leave();
      expect((await prizes())[WEEK_1]).toBe('3000: 1. Ann 2000, 2. Bob 500, 2. Cy 500');
    });

  if (engine === 'sqlite')
    test('that are fixed refuse a plan that leaves less for them, and old ones do not count', async () => {
      await playFirstWeek();
      await settle(league);
      const more: Plan = { ...PLAN, week: [{ percent: 100 }], places: [7000] };
      expect(await setPlan(more, PLAN)).toMatchObject({
        field: 'plan.places',
        message: expect.stringContaining('leave $30'),
      });
      expect((await read()).plan).toEqual(PLAN);
      const none: Plan = { ...PLAN, week: 0, places: [] };
      expect(await setPlan(none, PLAN)).toBe('ok');
      const old = JSON.stringify({ weeks: { [WEEK_1]: 99_999 }, season: { weeks: 2, cents: 99_999 } });
      await league.store.db.updateTable('pool_money').set({ fixed: old }).where('pool_id', '=', poolId).execute();
      expect(await setPlan(PLAN, none)).toBe('ok');
      expect(await fixed()).toEqual({ weeks: { [WEEK_1]: 5000 } });
    });

  if (engine === 'sqlite')
    test('are fixed by the plan that a week was decided under', async () => {
      await playFirstWeek();
      expect(await setPlan({ ...PLAN, fee: 5000 }, PLAN)).toBe('ok');
      expect(await fixed()).toEqual({ weeks: { [WEEK_1]: 5000 } });
    });

  if (engine === 'sqlite')
    test('of the season keep weekly play off while the weeks take all fees', async () => {
      await begin();
      await setPlan({ ...PLAN, week: 1000 });
      const edit = async () => {
        const body = { change: { rules: { weekly: true } }, seen: { rules: { weekly: false } } };
        return league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body });
      };
      expect(JSON.parse((await edit()).text).error).toMatchObject({
        field: 'change.rules.weekly',
        message: expect.stringContaining("Fee and prizes: All of a week's fees are its prize."),
      });
      await setPlan(PLAN, { ...PLAN, week: 1000 });
      (await edit()).ok();
    });

  test('are refused if they are more than 100 percent, with what is wrong', async () => {
    await begin();
    expect(await setPlan({ ...PLAN, week: [{ percent: 60 }, { percent: 41 }] })).toEqual(
      expect.objectContaining({ field: 'plan.week', message: expect.stringContaining('101%') }),
    );
    expect(await setPlan({ ...PLAN, week: [500, { percent: 101 }] })).toMatchObject({
      field: 'plan.week.1.percent',
      message: 'plan.week.1.percent must be <= 100.',
    });
    expect(await setPlan({ ...PLAN, places: [{ percent: 60 }, { percent: 50 }] })).toMatchObject({
      field: 'plan.places',
      message: 'The shares of the season add up to 110%. At most 100% can be won.',
    });
    expect(await setPlan({ ...PLAN, places: [{ percent: 41 }] })).toMatchObject({ field: 'plan.places' });
    expect(await setPlan({ ...PLAN, places: Array(11).fill(1) })).toMatchObject({ field: 'plan.places' });
    expect((await read()).plan).toEqual(NOTHING);
  });

  test('stand in the log as percent, and in a copy of the pool, which fixes its own', async () => {
    await begin();
    await setPlan({ ...PLAN, places: [5000, { percent: 10 }] });
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: admin, params: { poolId } })).ok();
    expect(entries.find(({ act }) => act === 'money.plan')?.fields).toMatchObject([
      { name: 'entryFee' },
      { name: 'weeklyPrize', before: '$0', after: '40%, 20%' },
      { name: 'placePrizes', before: '', after: '$50, 10%' },
    ]);
    await pickFirstWeek();
    await end(early);
    await end(late);
    await settle(league);
    const { id } = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok();
    expect((await read(id)).plan).toEqual((await read()).plan);
    const row = league.store.db.selectFrom('pool_money').select('fixed').where('pool_id', '=', id);
    expect(await row.execute()).toEqual([{ fixed: '{}' }]);
  });

  test('are in the file of the pool with what is fixed; a file with impossible shares is refused', async () => {
    await playFirstWeek();
    await settle(league);
    const { text } = await league.call('GET /api/pools/:poolId/file', { as: admin, params: { poolId } });
    const file = JSON.parse(text) as PoolFile;
    expect(file.money).toEqual({ ...PLAN, fixed: { weeks: [{ weekId: WEEK_1, cents: 5000 }] } });
    const refused = async (money: PoolFile['money']) => {
      const flawed = { ...file, money };
      const body = { ...flawed, digest: digestOf(flawed) };
      return (await league.call('POST /api/pools/file', { as: admin, body })).text;
    };
    expect(await refused({ ...PLAN, places: [{ percent: 41 }] })).toContain(
      'money.places: The shares of weeks and season',
    );
    const much = 99_999_999_999_999;
    const fixed = { weeks: [{ weekId: WEEK_1, cents: much }], season: { weeks: 2, cents: much } };
    const tooMuch = await refused({ ...PLAN, fixed });
    const without = await refused({ ...NOTHING, fixed });
    for (const part of ['weeks', 'season']) {
      expect(tooMuch).toContain(`money.fixed.${part}: This is more than all fees can be.`);
      expect(without).toContain(`money.fixed.${part}: The plan has no such shares.`);
    }
  });
});
