import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { MoneyReply } from '#contract/money.ts';
import { FEE, SEASON, totalsOf } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { setMembers } from '#server/members/store.ts';
import { writePlan } from '#server/money/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { settle } from '#tests/settle.ts';
import { until } from '#tests/until.ts';

const WEEK = 7 * 24 * HOUR;
const NOTHING = { fee: 0, week: 0, places: [] };
const PLAN = { fee: 2000, week: 1000, places: [5000, 2500] };

type Plan = BodyOf<'PUT /api/pools/:poolId/money/plan'>['plan'];

describe('Money of a pool', () => {
  const { live, league, admin, ann, bob } = withLiveLeague('sqlite');
  let runner: Person;
  let poolId: string;
  /** A game of each of the two weeks; home wins it unless somebody says otherwise. */
  let first: string;
  let second: string;

  beforeAll(async () => {
    runner = await addPerson(league.deps, { name: 'Runner' });
  });

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('week_scores').execute();
    await league.store.db.deleteFrom('games').execute();
    poolId = await newPool();
    first = await addGame(league.deps);
    second = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK });
  });

  const newPool = (rules: Partial<PoolRules> = {}) =>
    addPool(league.deps, { members: [ann, bob], commissioners: [runner], weeks: [WEEK_1, WEEK_2], rules });

  async function read(as = ann, id = poolId): Promise<MoneyReply> {
    return (await league.call('GET /api/pools/:poolId/money', { as, params: { poolId: id } })).ok();
  }

  async function setPlan(plan: Plan, seen: Plan = NOTHING, as = runner) {
    const reply = await league.call('PUT /api/pools/:poolId/money/plan', {
      as,
      params: { poolId },
      body: { plan, seen },
    });
    return reply.code ?? 'ok';
  }

  async function pay(who: Person, purpose: string, cents: number, due: number, paid = 0, as = runner) {
    const body = { purpose, cents, seen: { paid, due } };
    const params = { poolId, entryId: entryIdOf(poolId, who.userId) };
    const reply = await league.call('PUT /api/pools/:poolId/money/payments/:entryId', { as, params, body });
    return reply.code ?? 'ok';
  }

  async function pick(as: Person, gid: string, side: 'home' | 'away') {
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function finish(gid: string, winner: 'home' | 'away' = 'home') {
    const score = winner === 'home' ? { homeScore: 20, awayScore: 10 } : { homeScore: 10, awayScore: 20 };
    const body = { status: 'Final' as const, ...score };
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  /** Who gets what of a prize, and was paid: `Ann 1000 (paid 0)`. */
  async function told(of: string) {
    const { entries, prizes } = await read();
    const names = new Map(entries.map(({ id, name }) => [id, name]));
    const shares = prizes.find((prize) => prize.of === of)?.shares ?? [];
    return shares.map(({ id, cents, paid }) => `${names.get(id)} ${cents} (paid ${paid})`).join(', ');
  }

  async function log(as = bob) {
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as, params: { poolId } })).ok();
    return entries.filter(({ act }) => /money|fee|payout|prize/.test(act));
  }

  const announcements = async () =>
    (await league.call('GET /api/pools/:poolId', { as: bob, params: { poolId } })).ok().announcements ?? [];

  describe('has a plan', () => {
    test('that is not set: nothing is due, and all players are listed by name', async () => {
      const unpaid = { isPlaying: true, due: 0, paid: 0, noted: null };
      expect(await read()).toEqual({
        plan: NOTHING,
        entries: [
          { id: entryIdOf(poolId, ann.userId), ownerId: ann.userId, name: 'Ann', ...unpaid },
          { id: entryIdOf(poolId, bob.userId), ownerId: bob.userId, name: 'Bob', ...unpaid },
        ],
        prizes: [],
        weeks: 2,
      });
    });

    test('that commissioners set is shown to members and in the log', async () => {
      expect(await setPlan({ ...PLAN, places: [5000, 2500, 0] })).toBe('ok');
      expect(await read()).toMatchObject({
        plan: PLAN,
        prizes: [
          { of: WEEK_1, cents: 1000, isDecided: false, shares: [] },
          { of: WEEK_2, cents: 1000 },
          { of: SEASON, cents: 7500, shares: [] },
        ],
      });
      expect(await log()).toMatchObject([
        {
          act: 'money.plan',
          actor: { name: 'Runner' },
          fields: [
            { label: 'entry fee', before: '$0', after: '$20' },
            { label: 'weekly prize', before: '$0', after: '$10' },
            { label: 'place prizes', before: '', after: '$50, $25' },
          ],
        },
      ]);
    });

    test('that two commissioners do not overwrite for each other', async () => {
      await setPlan(PLAN);
      expect(await setPlan({ ...PLAN, fee: 2500 })).toBe('changed_meanwhile');
      expect((await read()).plan).toEqual(PLAN);
      expect(await setPlan(PLAN)).toBe('ok');
      expect(await log()).toHaveLength(1);
      const both = await Promise.all([
        setPlan({ ...PLAN, fee: 3000 }, PLAN),
        setPlan({ ...PLAN, fee: 4000 }, PLAN, admin),
      ]);
      expect(both.sort()).toEqual(['changed_meanwhile', 'ok']);
    });

    test.each<[string, object, string]>([
      ['less than nothing', { fee: -1 }, 'plan.fee'],
      ['half a cent', { week: 0.5 }, 'plan.week'],
      ['more than a million', { places: [100_000_001] }, 'plan.places.0'],
      ['too many places', { places: Array(21).fill(1) }, 'plan.places'],
      ['no number', { fee: '20' }, 'plan.fee'],
    ])('without %s', async (_what, wrong, field) => {
      const body = { plan: { ...PLAN, ...wrong }, seen: NOTHING };
      const reply = await league.call('PUT /api/pools/:poolId/money/plan', { as: runner, params: { poolId }, body });
      expect([reply.code, JSON.parse(reply.text).error.field]).toEqual(['invalid_input', field]);
      expect((await read()).plan).toEqual(NOTHING);
    });

    test('that a copy of the pool has too', async () => {
      await setPlan(PLAN);
      const { id } = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok();
      expect((await read(admin, id)).plan).toEqual(PLAN);
    });
  });

  describe('shows who has paid', () => {
    test('with who recorded it and when; undone it stays in the log', async () => {
      await setPlan(PLAN);
      expect(await pay(ann, FEE, 2000, 2000)).toBe('ok');
      const noted = { by: { id: runner.userId, name: 'Runner' }, at: league.clock.now() };
      expect((await read(bob)).entries).toMatchObject([
        { paid: 2000, noted },
        { paid: 0, noted: null },
      ]);
      expect(await pay(ann, FEE, 0, 2000, 2000, admin)).toBe('ok');
      expect((await read()).entries[0]).toMatchObject({ paid: 0, noted: null });
      expect((await log()).slice(0, 2)).toMatchObject([
        { act: 'fee.undo', person: { name: 'Ann' }, fields: [{ name: 'paid', before: '$20', after: null }] },
        { act: 'fee.note', person: { name: 'Ann' }, fields: [{ name: 'paid', before: null, after: '$20' }] },
      ]);
      const rows = await league.store.db
        .selectFrom('pool_payments')
        .selectAll()
        .where('pool_id', '=', poolId)
        .execute();
      expect(rows).toMatchObject([{ cents: 2000, noted_by: runner.userId, undone_by: admin.userId }]);
    });

    test('once, if two commissioners record it at the same time', async () => {
      await setPlan(PLAN);
      expect(await Promise.all([pay(ann, FEE, 2000, 2000), pay(ann, FEE, 2000, 2000, 0, admin)])).toEqual(['ok', 'ok']);
      const both = await Promise.all([pay(ann, FEE, 1500, 2000, 2000), pay(ann, FEE, 2500, 2000, 2000, admin)]);
      expect(both.sort()).toEqual(['changed_meanwhile', 'ok']);
      expect((await log()).map(({ act }) => act)).toEqual(['fee.note', 'fee.note', 'money.plan']);
    });

    test('and is in use with a fee, a prize or a payment, for the pool and in the list of pools', async () => {
      const isUsed = async () => {
        const pool = (await league.call('GET /api/pools/:poolId', { as: bob, params: { poolId } })).ok();
        const { pools } = (await league.call('GET /api/pools', { as: bob })).ok();
        expect(pools.find(({ id }) => id === poolId)?.details?.hasMoney).toBe(pool.hasMoney);
        return pool.hasMoney;
      };
      expect(await isUsed()).toBe(false);
      await setPlan({ ...NOTHING, places: [5000] });
      expect(await isUsed()).toBe(true);
      await setPlan({ ...NOTHING, fee: 2000 }, { ...NOTHING, places: [5000] });
      await pay(ann, FEE, 2000, 2000);
      await setPlan(NOTHING, { ...NOTHING, fee: 2000 });
      expect(await isUsed()).toBe(true);
      await pay(ann, FEE, 0, 0, 2000);
      expect(await isUsed()).toBe(false);
      // With weekly play there are no other prizes of weeks.
      poolId = await newPool({ weekly: true });
      await writePlan(league.store.db, poolId, { ...NOTHING, week: 1000 });
      expect(await isUsed()).toBe(false);
    });

    test('also of a former member, whose money is in the pot', async () => {
      await setPlan(PLAN);
      await pay(bob, FEE, 2000, 2000);
      await removeMember(league.deps, poolId, bob.userId);
      league.deps.live.changed({ kind: 'pools', poolIds: [poolId] });
      const { entries, prizes } = await read();
      expect(entries).toMatchObject([{ name: 'Ann' }, { name: 'Bob', isPlaying: false, paid: 2000 }]);
      expect(totalsOf(entries, prizes, defaultRules, PLAN)).toEqual({
        pot: 2000,
        prizes: 9500,
        paidOut: 0,
        left: 2000,
        missing: 7500,
      });
      expect(await pay(bob, FEE, 0, 0, 2000)).toBe('ok');
      expect((await read()).entries).toHaveLength(1);
    });

    test('of each entry, if a player has several', async () => {
      poolId = await newPool({ entries: 2 });
      await setPlan(PLAN);
      const input = { as: ann, params: { poolId }, body: { name: 'Second Wind' } };
      const { id } = (await league.call('POST /api/pools/:poolId/entries', input)).ok();
      expect(await pay(ann, FEE, 2000, 2000)).toBe('ok');
      expect((await read()).entries).toMatchObject([
        { id: entryIdOf(poolId, ann.userId), ownerId: ann.userId, name: 'Ann', paid: 2000 },
        { id: entryIdOf(poolId, bob.userId), ownerId: bob.userId, name: 'Bob', paid: 0 },
        { id, ownerId: ann.userId, name: 'Second Wind', paid: 0 },
      ]);
    });

    test('of an entry whose fee was recorded before it was filled by a link', async () => {
      await setPlan(PLAN);
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      await setMembers(league.store.db, poolId, [tom], 1);
      expect(await pay({ ...ann, userId: tom }, FEE, 2000, 2000)).toBe('ok');
      const params = { entryId: entryIdOf(poolId, tom), userId: ann.userId };
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
      expect((await read()).entries).toMatchObject([
        { name: 'Ann', paid: 2000 },
        { name: 'Bob', paid: 0 },
      ]);
      expect(await pay(ann, FEE, 0, 2000, 2000)).toBe('ok');
      expect((await read()).entries[0]).toMatchObject({ paid: 0 });
    });

    test.each([
      ['counts once if both had it', true],
      ['goes back if the link is undone', false],
    ])('of an entry that a link fills another with %s', async (_, isPaidTwice) => {
      await setPlan(PLAN);
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
      await setMembers(league.store.db, poolId, [tom], 1);
      const entryId = entryIdOf(poolId, tom);
      expect(await pay({ ...ann, userId: tom }, FEE, 2000, 2000)).toBe('ok');
      if (isPaidTwice) expect(await pay(ann, FEE, 2000, 2000)).toBe('ok');
      const link = { as: admin, params: { entryId, userId: ann.userId } };
      (await league.call('POST /api/entries/:entryId/link/:userId', link)).ok();
      const paid = async () => (await read()).entries.map(({ name, paid: cents }) => [name, cents]);
      expect((await paid()).slice(0, 1)).toEqual([['Ann', 2000]]);
      (await league.call('DELETE /api/entries/:entryId/link', { ...link, body: { reason: '' } })).ok();
      expect((await paid()).sort()).toEqual([
        ['Ann', isPaidTwice ? 2000 : 0],
        ['Bob', 0],
        ['Old Tom', 2000],
      ]);
    });

    test.each<[string, () => Promise<string>, string]>([
      ['somebody who never was a member', () => pay(runner, FEE, 2000, 2000), 'entry_not_found'],
      ['nobody', () => pay({ ...ann, userId: 'nobody' }, FEE, 2000, 2000), 'entry_not_found'],
      ['a week that the pool does not play', () => pay(ann, '2026-week9', 1000, 0), 'week_not_found'],
      ['another fee than was seen', () => pay(ann, FEE, 2000, 1500), 'changed_meanwhile'],
      ['a prize that is not won', () => pay(ann, WEEK_1, 1000, 1000), 'changed_meanwhile'],
      ['more than a million', () => pay(ann, FEE, 100_000_001, 2000), 'invalid_input'],
    ])('but not of %s', async (_what, act, code) => {
      await setPlan(PLAN);
      expect(await act()).toBe(code);
      expect(await log()).toHaveLength(1);
    });
  });

  describe('goes', () => {
    beforeEach(async () => {
      await setPlan(PLAN);
      await pick(ann, first, 'home');
      await pick(bob, first, 'away');
    });

    test('to who wins the week, and after the last week by places', async () => {
      await finish(first);
      expect(await told(WEEK_1)).toBe('Ann 1000 (paid 0)');
      expect(await told(SEASON)).toBe('');
      await pick(bob, second, 'home');
      await finish(second);
      expect([await told(WEEK_2), await told(SEASON)]).toEqual([
        'Bob 1000 (paid 0)',
        'Ann 3750 (paid 0), Bob 3750 (paid 0)',
      ]);
      expect((await read()).prizes.at(-1)?.shares).toMatchObject([{ rank: 1 }, { rank: 1 }]);
    });

    test('to nobody while the last week may still be played, and by places once it is called off', async () => {
      await addGame(league.deps, { gid: second, weekId: WEEK_2, kickoff: SUNDAY_1PM + WEEK, void: 'postponed' });
      await finish(first);
      expect(await told(SEASON)).toBe('');
      const body = { void: 'cancelled' as const };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: second }, body })).ok();
      expect(await told(SEASON)).toBe('Ann 6000 (paid 0), Bob 2500 (paid 0)');
    });

    test('on to the next week if no one wins, and in the end to the first place', async () => {
      const body = { void: 'cancelled' as const };
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: first }, body })).ok();
      expect((await read()).prizes).toMatchObject([
        { cents: 1000, isDecided: true, shares: [] },
        { cents: 2000, rolled: 1000, isDecided: false },
        {},
      ]);
      await finish(second);
      expect(await told(WEEK_2)).toBe('');
      expect((await read()).prizes.at(-1)).toMatchObject({ cents: 9500, rolled: 2000 });
    });

    test('elsewhere when a score is corrected: payments stay, and the log and an announcement report it', async () => {
      await finish(first);
      expect(await pay(ann, WEEK_1, 1000, 1000)).toBe('ok');
      expect(await announcements()).toEqual([]);
      await settle(league);
      await finish(first, 'away');
      expect(await told(WEEK_1)).toBe('Bob 1000 (paid 0), Ann 0 (paid 1000)');
      expect(await announcements()).toEqual([]);
      await settle(league);
      expect((await log())[0]).toMatchObject({
        act: 'prize.change',
        actor: null,
        weekId: WEEK_1,
        fields: [{ name: 'prize', before: 'Ann $10', after: 'Bob $10' }],
      });
      expect(await announcements()).toMatchObject([
        { weekId: WEEK_1, fields: [{ before: 'Ann $10', after: 'Bob $10' }] },
      ]);
      // Ann gives it back, Bob gets it.
      expect(await pay(ann, WEEK_1, 0, 1000, 1000)).toBe('changed_meanwhile');
      expect(await pay(ann, WEEK_1, 0, 0, 1000)).toBe('ok');
      expect(await pay(bob, WEEK_1, 1000, 1000)).toBe('ok');
      expect(await told(WEEK_1)).toBe('Bob 1000 (paid 1000)');
      await finish(first);
      await settle(league);
      expect(await announcements()).toHaveLength(2);
    });

    test('elsewhere without an announcement while the week is not decided, and if nothing was announced', async () => {
      await finish(first);
      const notOver = { as: admin, params: { gid: first }, body: { status: 'In Progress' as const } };
      (await league.call('PATCH /api/games/:gid', notOver)).ok();
      expect([await told(WEEK_1), await announcements()]).toEqual(['', []]);
      await finish(first);
      expect(await announcements()).toEqual([]);
    });

    test('to others when the plan changes, which is one log record', async () => {
      await finish(first);
      await pay(ann, WEEK_1, 1000, 1000);
      await setPlan({ ...PLAN, week: 1500 }, PLAN);
      expect(await told(WEEK_1)).toBe('Ann 1500 (paid 1000)');
      expect(await setPlan(NOTHING, { ...PLAN, week: 1500 })).toBe('ok');
      expect(await told(WEEK_1)).toBe('Ann 0 (paid 1000)');
      expect((await log()).map(({ act }) => act)).toEqual(['money.plan', 'money.plan', 'payout.note', 'money.plan']);
      expect(await announcements()).toEqual([]);
    });

    test('to open pages as it changes', async () => {
      const page = await live.open({ as: ann });
      const topic = { kind: 'money', poolId } as const;
      await page.watching(topic);
      const head = () => page.state(topic)?.head as MoneyReply;
      expect(head().prizes[0]).toMatchObject({ shares: [] });
      await finish(first);
      await until(() => head().prizes[0]?.shares[0]?.id === entryIdOf(poolId, ann.userId));
      await pay(bob, FEE, 2000, 2000);
      await until(() => head().entries[1]?.paid === 2000);
      await page.close();
    });
  });

  test('is shared by the last who are left in a survivor pool, whose weeks have no prizes', async () => {
    poolId = await newPool({ format: 'survivor' });
    await setPlan(PLAN);
    expect((await read()).plan).toEqual({ ...PLAN, week: 0 });
    league.clock.set(SUNDAY_1PM + HOUR);
    await finish(first);
    expect(await told(SEASON)).toBe('Ann 3750 (paid 0), Bob 3750 (paid 0)');
  });

  test('is a file, too, in which no name is a formula', async () => {
    const eve = await addPerson(league.deps, { name: '=SUM(1,2)' });
    poolId = await addPool(league.deps, { members: [ann, eve], commissioners: [runner], weeks: [WEEK_1] });
    await setPlan(PLAN);
    await pay(ann, FEE, 1050, 2000);
    await pick(eve, first, 'home');
    await finish(first);
    const { text } = await league.call('GET /api/pools/:poolId/money.csv', { as: ann, params: { poolId } });
    expect(text.split('\n')).toEqual([
      'player,for,place,amount,paid,noted_by,noted_at',
      `"'=SUM(1,2)",fee,,20.00,0.00,,`,
      `Ann,fee,,20.00,10.50,Runner,${new Date(league.clock.now()).toISOString()}`,
      `"'=SUM(1,2)",2026-week1,,10.00,0.00,,`,
      `"'=SUM(1,2)",season,1,50.00,0.00,,`,
      'Ann,season,2,25.00,0.00,,',
      '',
    ]);
  });
});
