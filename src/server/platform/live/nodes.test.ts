import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { renameUser } from '#server/users/store.ts';
import type { TestApp, TestDatabase } from '#tests/app.ts';
import { createTestApp, newTables } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { inPoints } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { aLeague } from '#tests/league.ts';
import { until } from '#tests/until.ts';
import { EVERYTHING } from './changes.ts';

const run = promisify(execFile);

/** The pool of a test as a node returns it. */
interface View {
  readonly picks: string;
  readonly score: number;
  readonly name: string;
}

describe.each(engines)('Nodes on %s', (engine) => {
  let database: TestDatabase;
  let first: TestApp;
  let second: TestApp;
  let ann: Person;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    database = await newTables(engine);
    first = await createTestApp(engine, { location: database.location });
    second = await createTestApp(engine, { location: database.location, clock: first.clock });
    admin = await addPerson(first.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    ann = await addPerson(first.deps, { name: 'Ann' });
    poolId = await addPool(first.deps, { members: [ann] });
    gid = await addGame(first.deps, { gid: `game-${poolId}` });
    // Cached state does not expire here: only a notice makes a node read again.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  });

  afterEach(() => void vi.restoreAllMocks());

  afterAll(async () => {
    await first.close();
    await second.close();
    await database.drop();
  });

  async function view(node: TestApp): Promise<View> {
    const params = { poolId, weekId: WEEK_1 };
    const { games, rows } = (await node.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })).ok();
    const row = rows[0];
    return {
      picks: row?.picks[games.indexOf(gid)] ?? '',
      score: inPoints(row?.overallHalves) ?? -1,
      name: row?.name ?? '',
    };
  }

  const pick = async (node: TestApp) => {
    (await node.pick(ann, poolId, { gid, side: 'home' })).ok();
  };

  const finish = async (node: TestApp) => {
    const body = { status: 'Final' as const, homeScore: 7, awayScore: 3 };
    (await node.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  };

  test('what is written through a node is read there at once', async () => {
    expect(await view(first)).toEqual({ picks: '-', score: 0, name: 'Ann' });
    await pick(first);
    expect(await view(first)).toEqual({ picks: '?', score: 0, name: 'Ann' });
    await finish(first);
    expect(await view(first)).toEqual({ picks: 'h', score: 1, name: 'Ann' });
    (await first.call('PATCH /api/profile', { as: ann, body: { displayName: 'Anna' } })).ok();
    expect(await view(first)).toEqual({ picks: 'h', score: 1, name: 'Anna' });
  });

  test('what is written through one node is read through the other', async () => {
    expect(await view(second)).toEqual({ picks: '-', score: 0, name: 'Ann' });
    await pick(first);
    await until(async () => (await view(second)).picks === '?');
    await finish(first);
    await until(async () => (await view(second)).score === 1);
    (await first.call('PATCH /api/profile', { as: ann, body: { displayName: 'Anna' } })).ok();
    await until(async () => (await view(second)).name === 'Anna');
  });

  test('an answer that has not changed is not sent again, and one that has is', async () => {
    const url = `/api/pools/${poolId}/weeks/${WEEK_1}/active-players`;
    const ask = (etag = '') => first.app.inject({ url, headers: { cookie: ann.cookie, 'if-none-match': etag } });
    const before = await ask();
    expect(before.statusCode).toBe(200);
    const { etag = '', 'cache-control': cacheControl } = before.headers;
    expect(cacheControl).toBe('private, no-cache');
    const again = await ask(String(etag));
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    await pick(first);
    const after = await ask(String(etag));
    expect([after.statusCode, after.headers.etag === etag]).toEqual([200, false]);
  });

  test('an answer that has not changed is still for those alone who may see it', async () => {
    const url = `/api/pools/${poolId}/standings`;
    const { etag } = (await first.app.inject({ url, headers: { cookie: ann.cookie } })).headers;
    const stranger = await addPerson(first.deps);
    const headers = { cookie: stranger.cookie, 'if-none-match': String(etag) };
    expect((await first.app.inject({ url, headers })).statusCode).toBe(403);
  });

  test('a node that only works on the database, such as the command line, is seen too', async () => {
    expect((await view(second)).name).toBe('Ann');
    const script = `
      import { connect } from '#server/platform/db/connect.ts';
      import { renameUser } from '#server/users/store.ts';
      import { notifyServers } from '#server/platform/live/live.ts';
      const store = connect(process.argv[1]);
      await renameUser(store.db, process.argv[2], 'Anastasia');
      await notifyServers(store);
      await store.close();`;
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    await run(process.execPath, ['--input-type=module-typescript', '-e', script, database.location, ann.userId], {
      cwd: root,
    });
    await until(async () => (await view(second)).name === 'Anastasia');
  });
});

describe('A node on PostgreSQL whose listener is cut', () => {
  const nodes: TestApp[] = [];

  afterEach(async () => {
    for (const node of nodes.splice(0).reverse()) await node.close();
  });

  test('serves nothing stale, and listens again', async () => {
    const { league: node, ann, poolId } = await aLeague('postgres', { members: ['ann'] });
    nodes.push(node);
    const { db } = node.store;
    const nameSeen = async () =>
      (await node.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok().rows[0]?.name;
    const loaded = () => node.deps.live.read({ kind: 'money', poolId: 'any' });
    const remembers = async () => {
      const once = await loaded();
      return once === (await loaded());
    };
    const listeners = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and query like 'listen %'`.execute(db)
      ).rows;

    expect(await nameSeen()).toBe('Ann');
    const before = await listeners();
    expect(before).toHaveLength(1);
    await sql`select pg_terminate_backend(${before[0]?.pid ?? 0})`.execute(db);
    await until(async () => (await listeners()).length === 0);
    // Nobody notifies the node: it cannot listen, so it must not cache.
    await until(async () => !(await remembers()));
    await renameUser(db, ann.userId, 'Anna');
    expect(await nameSeen()).toBe('Anna');

    await until(async () => (await listeners()).length === 1);
    await until(remembers);
    const marked = await loaded();
    await sql`select pg_notify('pickem', ${JSON.stringify(EVERYTHING)})`.execute(db);
    await until(async () => (await loaded()) !== marked);
  });
});
