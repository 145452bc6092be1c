import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TopicRef } from '#contract/live.ts';
import { slotIn } from '#contract/live.ts';
import type { Side } from '#core/types.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { importWeeks } from '#server/imports/picks-store.ts';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, importPicks, plannerOf, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';

const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;
const LAST_LOCK = SUNDAY_1PM + 7 * HOUR + 5 * MINUTE;

/** Ann and Bob play; the games are at 13:00, 16:00, 19:00 and 20:00. */
describe.each(usualEngines)('The values of a pool with confidence on %s', (engine) => {
  let live: LiveLeague;
  let league: LiveLeague['league'];
  let ann: Person;
  let bob: Person;
  let admin: Person;
  let poolId: string;
  let gids: string[];
  let matchup: TopicRef & { kind: 'matchup' };
  let topics: TopicRef[];

  beforeEach(async () => {
    live = await openLiveLeague(engine);
    ({ league, ann, bob, admin } = live);
    poolId = await addPool(league.deps, { members: [ann, bob], rules: { format: 'confidence' } });
    const third = await addGame(league.deps, { home: 'NYJ', away: 'NE', kickoff: SUNDAY_1PM + 6 * HOUR });
    const last = await addGame(league.deps, { home: 'SF', away: 'LAR', kickoff: SUNDAY_1PM + 7 * HOUR });
    gids = [live.early, live.late, third, last];
    matchup = { kind: 'matchup', poolId, weekId: WEEK_1 };
    topics = [matchup, { kind: 'standings', poolId }, { kind: 'picks', poolId }, { kind: 'pool', poolId }];
  });

  afterEach(() => live.close());

  const entryOf = ({ userId }: Pick<Person, 'userId'>) => entryIdOf(poolId, userId);

  /** An order by the numbers of the games. */
  async function enter(as: Person, ...order: number[]) {
    (await league.pick(as, poolId, { order: order.map((at) => gids[at] ?? '') })).ok();
  }

  async function pick(as: Person, at: number, side: Side = 'home') {
    (await league.pick(as, poolId, { gid: gids[at] ?? '', side })).ok();
  }

  async function edit(at: number, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: gids[at] ?? '' }, body })).ok();
  }

  async function rowOf(of: string, as: Person = bob) {
    const input = { as, params: { poolId, weekId: WEEK_1 } };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input)).ok();
    return rows.find(({ id }) => id === of);
  }

  const values = async (of: Person = ann, as: Person = bob) => (await rowOf(entryOf(of), as))?.values;

  async function openAll(as: Person): Promise<LivePage> {
    const page = await live.open({ as });
    await page.watching(...topics);
    return page;
  }

  test('are revealed with their lock if a side was picked, to the owner as to others', async () => {
    await pick(ann, 0);
    await enter(ann, 1, 3, 0, 2);
    league.clock.set(FIRST_LOCK - 1);
    expect(await values()).toEqual([null, null, null, null]);
    league.clock.set(FIRST_LOCK);
    for (const as of [bob, ann, admin]) expect(await values(ann, as)).toEqual([3, null, null, null]);
    expect(await values(bob)).toEqual([null, null, null, null]);
    league.clock.set(LAST_LOCK - 1);
    expect(await values()).toEqual([3, null, null, null]);
    league.clock.set(LAST_LOCK);
    expect(await values()).toEqual([3, 1, 4, 2]);
  });

  test('do not exist in other pools, and are revealed to members and admins only', async () => {
    league.clock.set(LAST_LOCK);
    const other = { as: bob, params: { poolId: live.poolId, weekId: WEEK_1 } };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', other)).ok();
    expect(rows.map((row) => row.values)).toEqual([undefined, undefined]);
    const stranger = { as: live.stranger, params: { poolId, weekId: WEEK_1 } };
    expect((await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', stranger)).code).toBe('not_a_member');
  });

  test('move for everybody at once when a game is called off, and back when it comes back', async () => {
    for (const at of [0, 2]) await pick(ann, at);
    await pick(bob, 0);
    await enter(ann, 2, 1, 0, 3);
    await enter(bob, 0, 1, 2, 3);
    league.clock.set(FIRST_LOCK);
    const pages = await Promise.all([bob, admin].map(openAll));
    const seen = (of: Person) => pages.map((page) => page.state(matchup)?.rows[entryOf(of)]?.values);
    const twice = (values: (number | null)[]) => [values, values];
    expect(seen(ann)).toEqual(twice([3, null, null, null]));
    expect(seen(bob)).toEqual(twice([1, null, null, null]));
    await edit(2, { void: 'cancelled' });
    await until(() => pages.every((page) => page.state(matchup)?.rows[entryOf(ann)]?.values?.[0] === 2));
    expect(seen(ann)).toEqual(twice([2, null, 1, null]));
    expect(seen(bob)).toEqual(twice([1, null, null, null]));
    expect((await rowOf(entryOf(ann)))?.picks).toBe('h-?-');
    await edit(2, { void: null });
    await until(() => pages.every((page) => page.state(matchup)?.rows[entryOf(ann)]?.values?.[0] === 3));
    expect(seen(ann)).toEqual(twice([3, null, null, null]));
    expect(await recount(league.store)).toEqual([]);
  });

  test('stay sealed while a postponed game is open, until the first lock of the next week', async () => {
    const nextKickoff = SUNDAY_1PM + 4 * 24 * HOUR;
    await addGame(league.deps, { weekId: WEEK_2, home: 'GB', away: 'CHI', kickoff: nextKickoff });
    await setPoolWeeks(league.store.db, plannerOf(league), poolId, [WEEK_1, WEEK_2]);
    await pick(ann, 2);
    await enter(ann, 2, 1, 0, 3);
    await edit(2, { void: 'postponed' });
    league.clock.set(LAST_LOCK);
    expect(await values()).toEqual([null, null, null, null]);
    league.clock.set(nextKickoff + 5 * MINUTE);
    expect(await values()).toEqual([2, 1, 1, 3]);
    expect((await rowOf(entryOf(ann)))?.picks).toBe('--?-');
  });

  test('are in the lab with picks of games that are over, and not before', async () => {
    const lab = async (pool: string) => {
      const reply = (await league.call('GET /api/pools/:poolId/lab', { as: bob, params: { poolId: pool } })).ok();
      const { picks, values } = reply.entries.find(({ ownerId }) => ownerId === ann.userId) ?? { picks: '' };
      return { picks, values };
    };
    for (const at of [0, 1]) await pick(ann, at);
    await enter(ann, 2, 3, 0, 1);
    league.clock.set(LAST_LOCK);
    expect(await lab(poolId)).toEqual({ picks: '----', values: [null, null, null, null] });
    for (const at of [0, 2]) await edit(at, { status: 'Final', homeScore: 20, awayScore: 10 });
    expect(await lab(poolId)).toEqual({ picks: 'h---', values: [3, null, null, null] });
    await edit(3, { void: 'cancelled' });
    expect(await lab(poolId)).toEqual({ picks: 'h---', values: [2, null, null, null] });
    expect(await lab(live.poolId)).toEqual({ picks: '----', values: undefined });
  });

  test('of a survivor pool are none, and its lab reveals no team', async () => {
    const survivor = await addPool(league.deps, { members: [ann, bob], rules: { format: 'survivor' } });
    const input = { as: bob, params: { poolId: survivor, weekId: WEEK_1 } };
    const read = async () => {
      const lab = await league.call('GET /api/pools/:poolId/lab', input);
      const matchup = await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input);
      return JSON.stringify([lab.ok(), matchup.ok()]);
    };
    const before = await read();
    (await league.pick(ann, input.params.poolId, { gid: live.late, team: 'KC' })).ok();
    expect(await read()).toBe(before);
    expect(before).not.toContain('values');
  });

  describe('of a linked player', () => {
    let account: Person;
    let entryId: string;

    beforeEach(async () => {
      const { store, clock, deps } = league;
      const tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, 1);
      poolId = await addPool(deps, { members: [ann, bob, { userId: tom }], rules: { format: 'confidence' } });
      const madeAt = clock.now();
      const order = [3, 2, 1, 0].map((at) => gids[at] ?? '');
      entryId = entryIdOf(poolId, tom);
      await importWeeks(store, poolId, [{ weekId: WEEK_1, entryId, value: { order } }], madeAt);
      const side = 'home' as const;
      await importPicks(
        store.db,
        engine,
        gids.map((gid) => ({ poolId, gid, userId: tom, side, madeAt })),
      );
      account = await addPerson(deps);
      league.clock.set(FIRST_LOCK);
      const params = { entryId, userId: account.userId };
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
    });

    async function ownOrder() {
      const order = slotIn(await league.own(account, poolId), 'order', WEEK_1)?.value?.order;
      return order?.map((gid) => gids.indexOf(gid)) ?? null;
    }

    test('count for the account where they are locked, and are withdrawn where they are not', async () => {
      expect(await ownOrder()).toEqual([1, 2, 3, 0]);
      await edit(0, { status: 'Final', homeScore: 20, awayScore: 10 });
      expect(await rowOf(entryId)).toMatchObject({ weekHalves: 8, values: [4, null, null, null] });
      expect(await recount(league.store)).toEqual([]);
    });

    test('stay with what is locked when the account enters an order of its own', async () => {
      await edit(0, { status: 'Final', homeScore: 20, awayScore: 10 });
      await enter(account, 0, 1, 3, 2);
      expect(await ownOrder()).toEqual([1, 3, 2, 0]);
      expect(await rowOf(entryId)).toMatchObject({ weekHalves: 8, values: [4, null, null, null] });
      expect(await recount(league.store)).toEqual([]);
    });
  });
});
