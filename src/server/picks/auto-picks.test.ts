import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { compareRules } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { addPlayers } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { recount, rescoreAllStale } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPool, removeMember, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { everythingRead } from '#tests/reads.ts';

const FIRST = SUNDAY_1PM - 3 * HOUR;
const LOCK = 5 * MINUTE;

describe('Missed games', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let cid: Person;
  let poolId: string;
  /** Kicks off at 10, with the home side favored by 3. */
  let early: string;
  /** Kicks off at 13, with the away side favored by 7. */
  let late: string;

  beforeEach(async () => {
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('games').execute();
    ({ admin, ann, bob, cid, poolId, early, late } = await aLeague(league, {
      now: FIRST - HOUR,
      admins: ['admin'],
      members: ['ann', 'bob'],
      strangers: ['cid'],
      rules: { missed: 'favourite' },
      games: { early: { kickoff: FIRST, spread: 3 }, late: { home: 'KC', away: 'LV', spread: -7 } },
    }));
  });

  /** Ann and Bob join a pool an hour before its first game. */
  async function open(rules: Partial<PoolRules>): Promise<void> {
    poolId = await addPool(league.deps, { members: [ann, bob], rules });
  }

  async function join({ userId }: Person): Promise<void> {
    await setMembers(league.store.db, poolId, [userId], league.clock.now());
    league.deps.live.changed({ kind: 'everything' });
  }

  async function pick(as: Person, gid: string, side: 'home' | 'away' | null): Promise<void> {
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function edit(gid: string, body: BodyOf<'PATCH /api/games/:gid'>): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  /** The home side wins the early game by 4, the away side the late one by 10. */
  async function play(): Promise<void> {
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await edit(early, { status: 'Final', homeScore: 24, awayScore: 20 });
    await edit(late, { status: 'Final', homeScore: 10, awayScore: 20 });
  }

  async function matchup(as = ann) {
    const params = { poolId, weekId: WEEK_1 };
    return (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params })).ok().rows;
  }

  /** The pick letters and points of the week, by name. */
  async function week(as = ann): Promise<Record<string, [string, number]>> {
    const rows = await matchup(as);
    return Object.fromEntries(rows.map(({ name, picks, weekHalves }) => [name.toLowerCase(), [picks, weekHalves / 2]]));
  }

  const isRight = async () => expect(await recount(league.store)).toEqual([]);

  test('count from the lock on, and not before', async () => {
    await pick(ann, early, 'away');
    league.clock.set(FIRST + LOCK - 1);
    expect(await week()).toEqual({ ann: ['?-', 0], bob: ['--', 0] });
    league.clock.set(FIRST + LOCK);
    expect(await week()).toEqual({ ann: ['a-', 0], bob: ['x-', 0] });
    league.clock.set(SUNDAY_1PM + LOCK);
    expect(await week()).toEqual({ ann: ['ax', 0], bob: ['xx', 0] });
  });

  test('score like picks, also for a member who made no pick', async () => {
    await pick(ann, early, 'away');
    await play();
    expect(await week()).toEqual({ ann: ['ax', 1], bob: ['xx', 2] });
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    expect(rows.map(({ ownerId, totalHalves }) => [ownerId, totalHalves])).toEqual([
      [bob.userId, 4],
      [ann.userId, 2],
    ]);
    const params = { poolId, weekId: WEEK_1 };
    const leader = (await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', { as: ann, params })).ok();
    expect(leader).toMatchObject({ halves: 4, entryIds: [entryIdOf(poolId, bob.userId)], ownerIds: [bob.userId] });
    await isRight();
  });

  test('count nothing in a pool that sets nothing', async () => {
    await open({});
    await pick(ann, early, 'home');
    await play();
    expect(await week()).toEqual({ ann: ['h-', 1], bob: ['--', 0] });
    await isRight();
  });

  test('are not included in shares and active players', async () => {
    await pick(ann, early, 'home');
    await play();
    const input = { as: ann, params: { poolId, weekId: WEEK_1 } };
    const shares = (await league.call('GET /api/pools/:poolId/weeks/:weekId/shares', input)).ok();
    expect(shares.games).toEqual([
      { gid: early, home: 1, away: 0 },
      { gid: late, home: 0, away: 0 },
    ]);
    const active = (await league.call('GET /api/pools/:poolId/weeks/:weekId/active-players', input)).ok();
    expect(active).toEqual({ activePlayers: 1 });
    expect((await league.own(bob, poolId)).picks).toEqual({});
  });

  test('take a pick that was taken back for none', async () => {
    await pick(ann, early, 'away');
    await pick(ann, early, null);
    await play();
    expect(await week()).toMatchObject({ ann: ['xx', 2] });
  });

  test('are replaced by a pick that an admin enters, and return when it is cleared', async () => {
    await play();
    const enter = async (side: 'away' | null) => {
      (await league.enter(admin, entryIdOf(poolId, bob.userId), { gid: early, side })).ok();
    };
    await enter('away');
    expect(await week()).toMatchObject({ bob: ['ax', 1] });
    await enter(null);
    expect(await week()).toMatchObject({ bob: ['xx', 2] });
    await isRight();
  });

  test('do not exist for players who joined later, whose joining date is visible', async () => {
    league.clock.set(FIRST + LOCK);
    await join(cid);
    await play();
    expect(await week()).toMatchObject({ bob: ['xx', 2], cid: ['-x', 1] });
    expect(await week(cid)).toEqual(await week());
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    expect(rows.flatMap(({ ownerId, joinedAt }) => (joinedAt === undefined ? [] : [[ownerId, joinedAt]]))).toEqual([
      [cid.userId, FIRST + LOCK],
    ]);
    await isRight();
  });

  test("go by the pool's deadline, for members of before and for those who join after it", async () => {
    await open({ missed: 'home', deadline: 'week' });
    league.clock.set(FIRST + LOCK - 1);
    expect(await week()).toEqual({ ann: ['--', 0], bob: ['--', 0] });
    league.clock.set(FIRST + LOCK);
    expect(await week()).toEqual({ ann: ['xx', 0], bob: ['xx', 0] });
    league.clock.set(FIRST + HOUR);
    await join(cid);
    await play();
    expect(await week()).toEqual({ ann: ['xx', 1], bob: ['xx', 1], cid: ['--', 0] });
    await isRight();
  });

  test('follow a corrected line, and a game that is called off and on again', async () => {
    await play();
    await edit(late, { spread: 2 });
    expect(await week()).toMatchObject({ bob: ['xx', 1] });
    await edit(early, { void: 'cancelled' });
    expect(await week()).toMatchObject({ bob: ['-x', 0] });
    await edit(early, { void: null });
    await edit(late, { spread: -7 });
    expect(await week()).toMatchObject({ bob: ['xx', 2] });
    await isRight();
  });

  test('follow the rule when it changes, and sides stay unchanged', async () => {
    await pick(ann, early, 'away');
    await play();
    const change = async (missed: PoolRules['missed'], seen: PoolRules['missed']) => {
      const body = { change: { rules: { missed } }, seen: { rules: { missed: seen } }, reason: 'We voted' };
      (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
      return week();
    };
    expect(await change('away', 'favourite')).toEqual({ ann: ['ax', 1], bob: ['xx', 1] });
    expect(await change('home', 'away')).toEqual({ ann: ['ax', 0], bob: ['xx', 1] });
    expect(await change('nothing', 'home')).toEqual({ ann: ['a-', 0], bob: ['--', 0] });
    expect(await change('favourite', 'nothing')).toEqual({ ann: ['ax', 1], bob: ['xx', 2] });
    await isRight();
  });

  test('stay with a member who was removed and comes back', async () => {
    await removeMember(league.deps, poolId, bob.userId);
    await play();
    expect(await week()).toEqual({ ann: ['xx', 2] });
    const params = { poolId, userId: bob.userId };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } })).ok();
    expect(await week()).toEqual({ ann: ['xx', 2], bob: ['xx', 2] });
    await isRight();
  });

  test('count for imported players from the start, and for the account that takes over from one', async () => {
    await play();
    const ids = await addPlayers(league.store, poolId, ['Old Tom'], league.clock.now());
    await rescoreAllStale(league.store, league.clock.now);
    await isRight();
    league.deps.live.changed({ kind: 'everything' });
    const entryId = ids.get('Old Tom') ?? '';
    expect(await week()).toMatchObject({ 'old tom': ['xx', 2] });

    const params = { entryId, userId: cid.userId };
    (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
    expect(await week()).toEqual({ ann: ['xx', 2], bob: ['xx', 2], cid: ['xx', 2] });
    await isRight();
    const undo = { as: admin, params: { entryId }, body: { reason: '' } };
    (await league.call('DELETE /api/entries/:entryId/link', undo)).ok();
    expect(await week()).toEqual({ ann: ['xx', 2], bob: ['xx', 2], 'old tom': ['xx', 2] });
    await isRight();
  });

  test('are none in a copy of the pool, which its members join when it is made', async () => {
    await play();
    poolId = (await league.call('POST /api/pools/:poolId/duplicate', { as: admin, params: { poolId } })).ok().id;
    expect(await week()).toEqual({ ann: ['--', 0], bob: ['--', 0] });
    await edit(early, { homeScore: 27 });
    expect(await week()).toEqual({ ann: ['--', 0], bob: ['--', 0] });
    await isRight();
  });

  test('can be tried in the lab, late members and the deadline included', async () => {
    await open({ deadline: 'week' });
    await pick(ann, early, 'away');
    league.clock.set(FIRST + HOUR);
    await join(cid);
    await play();
    const reply = (await league.call('GET /api/pools/:poolId/lab', { as: ann, params: { poolId } })).ok();
    const entries = reply.entries.map(({ picks, ...entry }) => ({
      ...entry,
      picks: picks.includes('a') ? { [early]: { side: 'away' as const, bus: false } } : {},
    }));
    const { rows } = compareRules(
      { weekIds: reply.weeks, games: reply.games, entries },
      rulesWith({ deadline: 'week' }),
      rulesWith({ deadline: 'week', missed: 'favourite' }),
    );
    const totals = rows.map(({ ownerId, total, otherTotal }) => [ownerId, total / 2, otherTotal / 2]);
    expect(totals).toEqual([
      [bob.userId, 0, 2],
      [ann.userId, 0, 1],
      [cid.userId, 0, 0],
    ]);
  });

  test('before the lock nothing visible to others depends on a side, or on who will get an auto pick', async () => {
    const entryId = entryIdOf(poolId, bob.userId);
    const params = {
      poolId,
      weekId: WEEK_1,
      gid: early,
      userId: bob.userId,
      entryId,
    };
    const everything = () => Promise.all([bob, admin].map(({ cookie }) => everythingRead(league.app, params, cookie)));
    league.clock.set(FIRST + LOCK - 1);
    await pick(ann, early, 'home');
    const atHome = await everything();
    await pick(ann, early, 'away');
    expect(await everything()).toEqual(atHome);
    expect(await week(admin)).toEqual({ ann: ['?-', 0], bob: ['--', 0] });
  });
});
