import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { NO_PROGRESS } from '#core/game-progress.ts';
import { writeFeedSnapshots } from '#server/feed/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { usualEngines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { effectOfEdit } from './edit-effect.ts';

type Edits = BodyOf<'POST /api/weeks/:weekId/games/effect'>['games'];

describe.each(usualEngines)('Before a Final is changed by hand, on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, ann, bob] = [] as unknown as [Person, Person, Person];
  let [final, open] = ['', ''];
  let poolId: string;

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.updateTable('pools').set({ deleted_at: 1 }).execute();
    admin = await addPerson(league.deps, { isAdmin: true });
    [ann, bob] = [await addPerson(league.deps, { name: 'Ann' }), await addPerson(league.deps, { name: 'Bob' })];
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('feed_games').execute();
    await league.store.db.deleteFrom('games').execute();
    final = await addGame(league.deps, { kickoff: SUNDAY_1PM });
    open = await addGame(league.deps, { kickoff: SUNDAY_1PM + 7 * 24 * HOUR, weekId: WEEK_2 });
    poolId = await addPool(league.deps, { members: [ann, bob], weeks: [WEEK_1, WEEK_2] });
    const body = { plan: { fee: 0, week: 500, places: [] }, seen: { fee: 0, week: 0, places: [] } };
    (await league.call('PUT /api/pools/:poolId/money/plan', { as: admin, params: { poolId }, body })).ok();
    for (const [person, side] of [
      [ann, 'home'],
      [bob, 'away'],
    ] as const)
      for (const gid of [final, open]) (await league.pick(person, poolId, { gid, side })).ok();
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    const over = { status: 'Final', homeScore: 20, awayScore: 10 } as const;
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: final }, body: over })).ok();
    await rescoreAllStale(league.store, league.clock.now);
  });

  async function effectOf(games: Edits, weekId: string) {
    const reply = await league.call('POST /api/weeks/:weekId/games/effect', {
      as: admin,
      params: { weekId },
      body: { games },
    });
    return reply.ok();
  }

  test('it says whose points, places and prizes change, and writes nothing', async () => {
    const before = await dumpTables(league.store.db);
    const { pools, morePools } = await effectOf([{ gid: final, homeScore: 3 }], WEEK_1);
    expect(morePools).toBe(0);
    expect(pools).toEqual([
      {
        id: poolId,
        name: expect.any(String),
        entries: [
          { name: 'Bob', before: '0 points, 2nd', after: '1 point, 1st' },
          { name: 'Ann', before: '1 point, 1st', after: '0 points, 2nd' },
        ],
        moreEntries: 0,
        changes: [
          { of: WEEK_1, what: 'winners', before: 'Ann', after: 'Bob' },
          { of: WEEK_1, what: 'prize', before: 'Ann $5', after: 'Bob $5' },
        ],
      },
    ]);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('it is said of a result that is given back to the feed, too', async () => {
    const values = { status: 'Final', homeScore: 3, awayScore: 10 } as const;
    const snapshot = { gid: final, weekId: WEEK_1, sourceId: null, receivedAt: 1, mayRegress: false };
    await writeFeedSnapshots(league.store.db, engine, [{ ...snapshot, values, progress: NO_PROGRESS }]);
    const { pools } = await effectOf([{ gid: final, returnToFeed: ['score'] }], WEEK_1);
    expect(pools.map(({ entries }) => entries.map(({ name }) => name))).toEqual([['Bob', 'Ann']]);
  });

  test('it names no pool in which nothing changes', async () => {
    expect(await effectOf([{ gid: final, homeScore: 44 }], WEEK_1)).toEqual({ pools: [], morePools: 0 });
  });

  test('it shows nothing of a game that is not Final: its picks may be sealed', async () => {
    const edit = { gid: open, status: 'Final', homeScore: 20, awayScore: 10 } as const;
    expect(await effectOf([edit], WEEK_2)).toEqual({ pools: [], morePools: 0 });
  });

  test('it shows nothing of a locked game that still runs', async () => {
    const running = { status: 'In Progress', homeScore: 10, awayScore: 0 } as const;
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: final }, body: running })).ok();
    await rescoreAllStale(league.store, league.clock.now);
    expect(await effectOf([{ gid: final, status: 'Final' }], WEEK_1)).toEqual({ pools: [], morePools: 0 });
  });

  test('requests run between the pools, of which each has a transaction of its own', async () => {
    for (const name of ['Second', 'Third']) await addPool(league.deps, { members: [ann], weeks: [WEEK_1], name });
    const { store, clock } = league;
    let calls = 0;
    const between = async () => {
      // Within a transaction on SQLite, this would wait for its end.
      await store.db.selectFrom('pools').select('id').limit(1).execute();
      calls += 1;
    };
    await effectOfEdit(
      store,
      WEEK_1,
      new Map([[final, { change: { homeScore: 3 }, returnToFeed: [] }]]),
      clock.now,
      between,
    );
    expect(calls).toBe(3);
  });
});
