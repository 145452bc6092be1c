import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadGames } from '#server/games/reads.ts';
import { loadOwnPicks } from '#server/picks/reads.ts';
import { loadMatchup, loadStandings } from '#server/standings/reads.ts';
import type { TestApp, TestDatabase } from '#tests/app.ts';
import { createTestApp, newTables, PUBLIC_URL } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague } from '#tests/league.ts';
import type { LivePage } from '#tests/live-page.ts';
import { openPage } from '#tests/live-page.ts';
import { until } from '#tests/until.ts';
import { compileCache } from '../../../../scripts/root.ts';

const program = new URL('../../../../tests/live-node.ts', import.meta.url);
/** Longer than a test takes. */
const NEVER_MS = 600_000;
/** The league begins an hour before the first game. */
const aheadMs = SUNDAY_1PM - HOUR - Date.now();

interface Node {
  readonly process: ChildProcess;
  readonly port: number;
}

describe('Two servers on one PostgreSQL', () => {
  let database: TestDatabase;
  let league: TestApp;
  let ann: Person;
  let bob: Person;
  let admin: Person;
  let poolId: string;
  let early: string;
  let late: string;
  let nodes: Node[];
  let pages: LivePage[];

  beforeEach(async () => {
    nodes = [];
    pages = [];
    database = await newTables('postgres');
    league = await createTestApp('postgres', { location: database.location });
    ({ ann, bob, admin, poolId, early, late } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      games: { early: {}, late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
  });

  afterEach(async () => {
    for (const page of pages) await page.close();
    for (const node of nodes) await stop(node);
    await league.close();
    await database.drop();
  });

  async function startNode({ as = '', rereadMs = NEVER_MS, whenChanged = 'notify' } = {}): Promise<Node> {
    const location = new URL(database.location);
    if (as) location.username = as;
    const args = [location.href, String(aheadMs), String(rereadMs), whenChanged];
    const child = fork(program, args, { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('A server ended at its start.')));
    const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
    ended.catch(() => {});
    const node = { process: child, port };
    nodes.push(node);
    return node;
  }

  async function stop({ process: child }: Node): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }

  async function openAt(node: Node, as: Person): Promise<LivePage> {
    const page = await openPage(node.port, { as });
    pages.push(page);
    await page.watching(...topics());
    return page;
  }

  function topics() {
    return [
      { kind: 'poolGames', poolId, weekId: WEEK_1 },
      { kind: 'matchup', poolId, weekId: WEEK_1 },
      { kind: 'standings', poolId },
      { kind: 'picks', poolId },
    ] as const;
  }

  async function send(node: Node, as: Person, method: string, path: string, body: unknown): Promise<void> {
    const headers = { cookie: as.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${node.port}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  const pick = (node: Node, as: Person, gid: string, side: string) =>
    send(node, as, 'PUT', `/api/entries/${entryIdOf(poolId, as.userId)}/picks`, {
      picks: [{ kind: 'pick', about: gid, value: { side } }],
    });
  const edit = (node: Node, gid: string, change: object) => send(node, admin, 'PATCH', `/api/games/${gid}`, change);

  /** The state in the database, read without a cache. */
  async function truth(as: Person) {
    const { db } = league.store;
    league.clock.set(Date.now() + aheadMs);
    const games = (await loadGames(db, WEEK_1, league.clock.now())).state.games;
    const matchup = (await loadMatchup(db, poolId, WEEK_1, false, league.clock.now())).state.rows;
    const standings = (await loadStandings(db, poolId, league.clock.now())).state.rows;
    const { picks } = (await loadOwnPicks(db, poolId, as.userId)).state;
    return [
      Object.fromEntries(games.map((row) => [row.gid, row])),
      Object.fromEntries(matchup.map((row) => [row.id, row])),
      Object.fromEntries(standings.map((row) => [row.id, row])),
      Object.fromEntries(picks.map((row) => [row.key, row])),
    ];
  }

  function seenBy(page: LivePage) {
    return topics().map((ref) => page.state(ref)?.rows);
  }

  /** Expects that every page ends with the state in the database. */
  async function agree(watching: readonly (readonly [LivePage, Person])[]): Promise<void> {
    for (const [page, as] of watching) {
      const expected = JSON.stringify(sorted(await truth(as)));
      await until(() => JSON.stringify(sorted(seenBy(page))) === expected).catch(() => {});
      expect(sorted(seenBy(page))).toEqual(JSON.parse(expected));
    }
    expect(pages.flatMap((page) => page.faults)).toEqual([]);
  }

  test('picks and scores that one writes are seen by the pages of the other', async () => {
    const [a, b] = [await startNode(), await startNode()];
    const watching = [
      [await openAt(a, ann), ann],
      [await openAt(b, bob), bob],
      [await openAt(b, ann), ann],
    ] as const;
    await pick(a, bob, early, 'home');
    await pick(b, ann, early, 'away');
    await agree(watching);
    await edit(a, early, { homeScore: 20, awayScore: 10, status: 'Final' });
    await edit(b, late, { homeScore: 3, status: 'In Progress' });
    await agree(watching);
    const bobs = watching[1][0].state(topics()[2])?.rows[entryIdOf(poolId, bob.userId)];
    expect(bobs).toMatchObject({ totalHalves: 2, rank: 1 });
  });

  test('who loses their session at one is sent away by the other', async () => {
    const [a, b] = [await startNode(), await startNode()];
    const page = await openAt(b, ann);
    await send(a, ann, 'POST', '/api/auth/sign-out', {});
    await until(() => page.closed !== null);
    expect(page.goodbye).toBe('not_signed_in');
  });

  test('one that dies between commit and notice is made up for by the other, who reads again now and then', async () => {
    const [a, b] = [await startNode({ whenChanged: 'die' }), await startNode({ rereadMs: 1000 })];
    const page = await openAt(b, bob);
    // Its answer may still arrive.
    await edit(a, early, { homeScore: 20, status: 'Final' }).catch(() => {});
    await until(() => a.process.signalCode === 'SIGKILL');
    expect((await loadGames(league.store.db, WEEK_1, league.clock.now())).state.games[0]).toMatchObject({
      homeScore: 20,
      status: 'Final',
    });
    await agree([[page, bob]]);
  });

  test('one whose connections are cut makes up for what it missed as soon as it has them back', async () => {
    const server = new Client({ connectionString: process.env.TEST_DATABASE_URL });
    await server.connect();
    const role = `other_${randomUUID().replaceAll('-', '')}`;
    const password = new URL(database.location).password;
    await server.query(`create role ${role} superuser login password '${password}'`);
    try {
      const [a, b] = [await startNode(), await startNode({ as: role })];
      const watching = [
        [await openAt(b, ann), ann],
        [await openAt(b, bob), bob],
      ] as const;
      await pick(a, bob, late, 'home');
      await agree(watching);

      await server.query(`alter role ${role} nologin`);
      const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1';
      expect((await server.query(cut, [role])).rowCount).toBeGreaterThan(0);
      await until(async () => (await server.query(cut, [role])).rowCount === 0);
      const opened = [await openAt(a, bob), bob] as const;
      await edit(a, early, { homeScore: 20, status: 'Final' });
      await pick(a, bob, late, 'away');
      await agree([opened]);
      expect(watching[1][0].state(topics()[0])?.rows[early]).toMatchObject({ homeScore: 0 });
      expect(watching.map(([page]) => page.closed)).toEqual([null, null]);
      await server.query(`alter role ${role} login`);
      await agree(watching);
      await stop(b);
    } finally {
      await server.query(`drop role ${role}`);
      await server.end();
    }
  });

  test('one that receives a stop signal ends by itself, with pages open', async () => {
    const node = await startNode();
    const page = await openAt(node, ann);
    await stop(node);
    expect([node.process.exitCode, page.closed?.code]).toEqual([0, 1001]);
  });
});

/** Sorts the keys of every object. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
