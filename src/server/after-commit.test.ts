import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPool, putChoice, putPick, WEEK_1 } from '#tests/builders.ts';
import { inPoints } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { aLeague } from '#tests/league.ts';
import { until } from '#tests/until.ts';
import { AfterCommit } from './after-commit.ts';
import { markPoolStale, markStale } from './journal/stale-store.ts';
import type { Store } from './platform/db/connect.ts';
import type { Change } from './platform/live/changes.ts';
import { EVERYTHING } from './platform/live/changes.ts';
import { staleWeeks } from './standings/store.ts';

describe.each(engines)('After a write on %s', (engine) => {
  let league: TestApp;
  let ann: Person;
  let admin: Person;
  let poolId: string;
  let gid: string;
  let heard: Change[];

  beforeEach(async () => {
    ({ league, ann, admin, poolId, gid } = await aLeague(engine, {
      admins: ['admin'],
      members: ['ann'],
      games: { gid: {} },
    }));
    await addPool(league.deps, { members: [admin] });
    heard = [];
    league.deps.live.onChange((change) => heard.push(change));
  });

  afterEach(() => league.close());

  const pools = () => [{ kind: 'pools', poolIds: [poolId] }];
  const total = async () => {
    const standings = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
    return inPoints(standings.ok().rows[0]?.totalHalves);
  };
  const finish = (as = admin) => {
    const body = { status: 'Final' as const, homeScore: 20, awayScore: 17 };
    return league.call('PATCH /api/games/:gid', { as, params: { gid }, body });
  };

  async function addUnreadablePool(): Promise<string> {
    const broken = await addPool(league.deps, { members: [ann], rules: { format: 'confidence' } });
    await putPick(league.store, { poolId: broken, gid, userId: ann.userId, side: 'home', madeAt: 0 });
    const order = { poolId: broken, userId: ann.userId, kind: 'order', about: WEEK_1, value: { order: [] } } as const;
    await putChoice(league.store, order);
    await league.store.db.updateTable('picks').set({ value: 'unreadable' }).where('kind', '=', 'order').execute();
    return broken;
  }

  test('a new name concerns the pools of its owner, and no other page', async () => {
    (await league.call('PATCH /api/profile', { as: ann, body: { displayName: 'Annie' } })).ok();
    expect(heard).toEqual([...pools(), { kind: 'entries', poolId, userId: ann.userId }]);
  });

  test('settings, weeks and members of a pool concern that pool', async () => {
    const change = { change: { description: 'Ours' }, seen: { description: '' } };
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body: change })).ok();
    const withWeeks = [{ ...pools()[0], weeks: true }];
    expect(heard.splice(0)).toEqual(withWeeks);
    const week = { poolId, weekId: WEEK_1 };
    const body = { enabled: false };
    (await league.call('PUT /api/pools/:poolId/weeks/:weekId', { as: admin, params: week, body })).ok();
    expect(heard.splice(0)).toEqual(withWeeks);
    const params = { poolId, userId: admin.userId };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: true } })).ok();
    expect(heard).toEqual([{ ...pools()[0], userIds: [admin.userId] }]);
  });

  test('a pick concerns its player, pool and week', async () => {
    (await league.pick(ann, poolId, { gid, side: 'home' })).ok();
    expect(heard).toEqual([{ kind: 'picks', poolId, weekId: WEEK_1, userId: ann.userId }]);
  });

  test('a score concerns its week, and the standings follow before pages hear of it', async () => {
    await putPick(league.store, { poolId, gid, userId: ann.userId, side: 'home', madeAt: 0 });
    const totals: Promise<number | undefined>[] = [];
    league.deps.live.onChange(() => totals.push(total()));
    (await finish()).ok();
    // On a busy machine it may name the pool.
    expect(heard).toMatchObject([{ kind: 'games', weekIds: [WEEK_1], scored: true }]);
    expect(await Promise.all(totals)).toEqual([1]);
  });

  test('a feed that brings nothing new is not broadcast, but weeks that were left stale are', async () => {
    league.deps.afterCommit.changed({ kind: 'games', weekIds: [] });
    await league.deps.afterCommit.idle();
    expect(heard).toEqual([]);
    await markStale(league.store.db, [WEEK_1]);
    league.deps.afterCommit.changed({ kind: 'games', weekIds: [] });
    await league.deps.afterCommit.idle();
    expect(heard).toEqual([{ kind: 'games', weekIds: [WEEK_1], scored: true }]);
  });

  describe('in a large league', () => {
    let afterCommit: AfterCommit;

    /** The pools of each change, in order. */
    const told = () => heard.flatMap((change) => (change.kind === 'games' ? [change.poolIds ?? 'all'] : []));

    beforeEach(async () => {
      const { store, deps, clock } = league;
      afterCommit = new AfterCommit({ store, live: deps.live, gatherMs: 0, now: clock.now, onError: () => {} });
      await putPick(store, { poolId, gid, userId: ann.userId, side: 'home', madeAt: 0 });
      await finish();
      heard.length = 0;
    });

    afterEach(() => afterCommit.stop());

    test('pools get their games and scores as soon as these stand, each once', async () => {
      for (let more = 0; more < 3; more += 1) await addPool(league.deps, { members: [ann] });
      const pools = await league.store.db.selectFrom('pools').select('id').execute();
      await markStale(league.store.db, [WEEK_1]);
      afterCommit.changed({ kind: 'games', weekIds: [WEEK_1] });
      await afterCommit.idle();
      expect(told()[0]).toHaveLength(1);
      expect(told().flat().sort()).toEqual(pools.map(({ id }) => id).sort());
    });

    test('everybody is told of the games if a pool cannot be scored', async () => {
      await addUnreadablePool();
      await markStale(league.store.db, [WEEK_1]);
      afterCommit.changed({ kind: 'games', weekIds: [WEEK_1] });
      await afterCommit.idle();
      expect(told().at(-1)).toBe('all');
      expect(told().flat()).toContain(poolId);
    });
  });

  describe('scores that cannot be worked out yet', () => {
    /** Fails like a full disk as long as `isFull`. */
    let isFull = false;
    let errors: unknown[];
    let afterCommit: AfterCommit;

    beforeEach(() => {
      isFull = true;
      errors = [];
      afterCommit = new AfterCommit({
        store: failing(league.store, () => isFull),
        live: league.deps.live,
        now: league.clock.now,
        onError: (error) => errors.push(error),
      });
    });

    afterEach(() => afterCommit.stop());

    test('are caught up in the background, and pages get the change in the meantime', async () => {
      await markStale(league.store.db, [WEEK_1]);
      afterCommit.changed({ kind: 'games', weekIds: [WEEK_1] });
      await afterCommit.idle();
      expect(heard.splice(0)).toEqual([{ kind: 'games', weekIds: [WEEK_1] }]);
      expect(errors).toHaveLength(1);
      isFull = false;
      await until(async () => heard.length > 0);
      expect(heard).toEqual([{ kind: 'games', weekIds: [WEEK_1], scored: true }]);
      expect(await staleWeeks(league.store.db)).toEqual([]);
    });

    test('do not keep anything else from the pages', async () => {
      afterCommit.changed(EVERYTHING);
      expect(heard).toEqual([EVERYTHING]);
      await afterCommit.idle();
    });
  });

  describe('of a pool in which something cannot be read', () => {
    let broken: string;

    beforeEach(async () => {
      await putPick(league.store, { poolId, gid, userId: ann.userId, side: 'home', madeAt: 0 });
      broken = await addUnreadablePool();
    });

    test('a request is answered with what was stored', async () => {
      expect((await finish()).status).toBe(200);
    });

    test('a server still starts', async () => {
      await markStale(league.store.db, [WEEK_1]);
      const next = await createTestApp(engine, { location: league.store.location });
      next.deps.afterCommit.start();
      next.deps.notify.results.start();
      await next.deps.afterCommit.idle();
      await next.close();
    });

    test('other pools are scored, and only this one stays marked', async () => {
      await finish();
      expect(await total()).toBe(1);
      expect(await staleWeeks(league.store.db)).toMatchObject([{ weekId: WEEK_1, poolIds: new Set([broken]) }]);
    });
  });

  test('what a process that ended has left behind is caught up with, without any further write', async () => {
    await putPick(league.store, { poolId, gid, userId: ann.userId, side: 'home', madeAt: 0 });
    league.deps.afterCommit.start();
    await league.deps.afterCommit.idle();
    const final = { status: 'Final' as const, home_score: 20, away_score: 10 };
    await league.store.db.updateTable('games').set(final).where('gid', '=', gid).execute();
    await markPoolStale(league.store.db, poolId, [WEEK_1]);
    await until(async () => (await staleWeeks(league.store.db)).length === 0);
    await until(async () => (await total()) === 1);
  });
});

/** A store whose statements fail as long as its disk is full. */
function failing(store: Store, isFull: () => boolean): Store {
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      if (isFull()) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...store, db };
}
