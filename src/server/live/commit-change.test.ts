import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EVERYTHING } from '#server/live/changes.ts';
import { engines } from '#server/store/engine/connect.ts';
import { markStale } from '#server/store/stale-weeks.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putPick, WEEK_1 } from '#tests/builders.ts';
import { inPoints } from '#tests/core-samples.ts';
import type { Change } from './changes.ts';
import { commitChange } from './commit-change.ts';

describe.each(engines)('After a write on %s', (engine) => {
  let league: TestApp;
  let ann: Person;
  let admin: Person;
  let poolId: string;
  let gid: string;
  let heard: Change[];

  beforeEach(async () => {
    league = await createTestApp(engine);
    [ann, admin] = [await addPerson(league.deps), await addPerson(league.deps, { isAdmin: true })];
    poolId = await addPool(league.deps, { members: [ann] });
    await addPool(league.deps, { members: [admin] });
    gid = await addGame(league.deps);
    heard = [];
    league.deps.live.onChange((change) => heard.push(change));
  });

  afterEach(() => league.close());

  const pools = () => [{ kind: 'pools', poolIds: [poolId] }];

  test('a new name concerns the pools of its owner, and no other page', async () => {
    (await league.call('PATCH /api/profile', { as: ann, body: { displayName: 'Annie' } })).ok();
    expect(heard).toEqual(pools());
  });

  test('settings, weeks and members of a pool concern that pool', async () => {
    const change = { change: { description: 'Ours' }, seen: { description: '' } };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body: change })).ok();
    const week = { poolId, weekId: WEEK_1 };
    (
      await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: week, body: { enabled: true } })
    ).ok();
    const params = { poolId, userId: admin.userId };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } })).ok();
    expect(heard).toEqual([...pools(), ...pools(), { ...pools()[0], userIds: [admin.userId] }]);
  });

  test('a pick concerns its player, pool and week', async () => {
    const params = { poolId, gid };
    (await league.call('PUT /api/pools/:poolId/picks/:gid', { as: ann, params, body: { side: 'home' } })).ok();
    expect(heard).toEqual([{ kind: 'picks', poolId, weekId: WEEK_1, userId: ann.userId }]);
  });

  test('a score concerns its week, and the standings follow before anybody is told', async () => {
    await putPick(league.store.db, { pool_id: poolId, gid, user_id: ann.userId, side: 'home', made_at: 0 });
    const total = async () => {
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
      return inPoints(standings.ok().rows[0]?.totalHalves);
    };
    const totals: Promise<number | undefined>[] = [];
    league.deps.live.onChange(() => totals.push(total()));
    const body = { status: 'Final' as const, homeScore: 20, awayScore: 17 };
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
    expect(heard).toEqual([{ kind: 'games', weekIds: [WEEK_1], scored: true }]);
    expect(await Promise.all(totals)).toEqual([1]);
  });

  test('a feed that brings nothing new is told to nobody, but for weeks whose scores were left stale', async () => {
    await commitChange(league.deps, { kind: 'games', weekIds: [] });
    expect(heard).toEqual([]);
    await markStale(league.store.db, [WEEK_1]);
    await commitChange(league.deps, { kind: 'games', weekIds: [] });
    expect(heard).toEqual([{ kind: 'games', weekIds: [WEEK_1], scored: true }]);
  });

  test('pages hear of it also where scores cannot be worked out', async () => {
    const broken = { store: { db: null } as never, live: league.deps.live, clock: league.clock };
    await expect(commitChange(broken, EVERYTHING)).rejects.toThrow();
    expect(heard).toEqual([EVERYTHING]);
  });
});
