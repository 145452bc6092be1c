import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leagueNow } from '#server/cli/database.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { findGame } from '#server/games/reads.ts';
import type { TestApp, TestDatabase } from '#tests/app.ts';
import { createTestApp, newDatabase } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { until } from '#tests/until.ts';
import type { Store } from './db/connect.ts';
import { storedLeagueTime, storeLeagueTime } from './db/league-time.ts';
import type { LeagueClock } from './league-clock.ts';
import { openLeagueClock } from './league-clock.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const later = SUNDAY_1PM + 3 * HOUR;

let database: TestDatabase;
let nodes: TestApp[];
let ann: Person;
let bob: Person;
let poolId: string;
let gid: string;

/** Ann and Bob, and a game that both can pick. */
async function found(league: TestApp): Promise<void> {
  [ann, bob] = [await addPerson(league.deps), await addPerson(league.deps)];
  poolId = await addPool(league.deps, { members: [ann, bob] });
  gid = await addGame(league.deps);
}

async function pick(node: TestApp, as: Person, side: 'home' | 'away'): Promise<string> {
  const reply = await node.pick(as, poolId, { gid, side });
  return reply.code ?? side;
}

/** What a node shows Bob of Ann's pick. */
async function shownOfAnn(node: TestApp): Promise<string | undefined> {
  const params = { poolId, weekId: WEEK_1 };
  const reply = await node.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: bob, params });
  return reply.ok().rows.find((row) => row.ownerId === ann.userId)?.picks;
}

/** Moves a game, as an admin would to open it again. @returns when it locks then */
async function lockAfterMoving({ store, deps }: TestApp): Promise<number | undefined> {
  await editGame(store, gid, { kickoff: later }, deps.clock.now);
  return (await findGame(store.db, gid))?.lockAt;
}

afterEach(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

describe('Nodes on one PostgreSQL whose clocks are', () => {
  /** What has elapsed on all machines. */
  let elapsed: number;
  let clocks: LeagueClock[];

  beforeEach(async () => {
    [nodes, clocks, elapsed] = [[], [], 0];
    database = await newDatabase('postgres');
    const league = await createTestApp('postgres', { location: database.location });
    nodes.push(league);
    await found(league);
  });

  /** @param offMs how far the clock of its machine is from the database's */
  async function startNode(offMs: number): Promise<TestApp> {
    const openClock = async (store: Store) => {
      await setDatabaseClock(store, LOCK - MINUTE);
      const local = { wall: () => LOCK - MINUTE + elapsed + offMs, elapsed: () => elapsed + offMs };
      const clock = await openLeagueClock(store, local);
      clocks.push(clock);
      return clock;
    };
    const node = await createTestApp('postgres', { location: database.location, openClock });
    nodes.push(node);
    return node;
  }

  /** @param msToLock negative after the lock */
  async function passTimeUntil(msToLock: number): Promise<void> {
    elapsed = MINUTE - msToLock;
    await setDatabaseClock((nodes[0] as TestApp).store, LOCK - msToLock);
  }

  test('some seconds or an hour off show, refuse and keep what is locked at the same moment', async () => {
    const offs = [0, -2500, 2500, -HOUR, HOUR];
    const five: TestApp[] = [];
    for (const offMs of offs) five.push(await startNode(offMs));
    const everywhere = async <T>(act: (node: TestApp) => Promise<T>): Promise<T[]> => {
      const answers: T[] = [];
      for (const node of five) answers.push(await act(node));
      return answers;
    };
    const sync = () => Promise.all(clocks.map((clock) => clock.sync()));

    await passTimeUntil(1);
    await sync();
    expect(await everywhere((node) => pick(node, ann, 'home'))).toEqual(offs.map(() => 'home'));
    expect(await everywhere(shownOfAnn)).toEqual(offs.map(() => '?'));
    await passTimeUntil(0);
    expect(await everywhere((node) => pick(node, ann, 'away'))).toEqual(offs.map(() => 'game_locked'));
    expect(await everywhere(lockAfterMoving)).toEqual(offs.map(() => LOCK));
    await passTimeUntil(-1000);
    await sync();
    expect(await everywhere(shownOfAnn)).toEqual(offs.map(() => 'h'));
  });

  test('restarted on a database that is behind keep locked games closed until it has caught up', async () => {
    const node = await startNode(0);
    await pick(node, ann, 'home');
    await passTimeUntil(-1000);
    clocks[0]?.start(() => {});
    await until(async () => ((await storedLeagueTime(node.store.db)) ?? 0) >= LOCK);
    // Cut off: they never stop their clocks.
    elapsed = 0;
    for (const offMs of [0, HOUR]) {
      const next = await startNode(offMs);
      expect(await pick(next, ann, 'away')).toBe('game_locked');
      expect([await lockAfterMoving(next), await shownOfAnn(next)]).toEqual([LOCK, 'h']);
      const clock = clocks.at(-1) as LeagueClock;
      expect(clock.problem()).toMatch(/^The database's clock is 1 min \d+ s behind the league's, which stands still/);
    }
    await passTimeUntil(-HOUR);
    const [, clock] = clocks;
    await clock?.sync();
    expect([clock?.now(), clock?.problem()]).toEqual([LOCK + HOUR - 20, null]);
  });

  test('that are stopped store the time that they reached', async () => {
    const node = await startNode(0);
    await clocks[0]?.stop();
    expect(await storedLeagueTime(node.store.db)).toBe(clocks[0]?.now());
  });

  test('set back, as the database’s is, accept no pick of a game that they have shown', async () => {
    const node = await startNode(0);
    await pick(node, ann, 'home');
    await passTimeUntil(-1000);
    await clocks[0]?.sync();
    expect(await shownOfAnn(node)).toBe('h');
    await passTimeUntil(HOUR);
    await clocks[0]?.sync();
    expect([await pick(node, ann, 'away'), await shownOfAnn(node)]).toEqual(['game_locked', 'h']);
  });
});

describe('A league on SQLite whose machine is set', () => {
  let wall: number;
  let clock: LeagueClock;

  beforeEach(async () => {
    nodes = [];
    database = await newDatabase('sqlite');
    wall = LOCK - MINUTE;
    await found(await startNode());
  });

  async function startNode(): Promise<TestApp> {
    const openClock = async (store: Store) => {
      clock = await openLeagueClock(store, { wall: () => wall, elapsed: () => 0 });
      return clock;
    };
    const node = await createTestApp('sqlite', { location: database.location, openClock });
    nodes.push(node);
    return node;
  }

  const locked = async (node: TestApp) => [
    await pick(node, ann, 'away'),
    await lockAfterMoving(node),
    await shownOfAnn(node),
  ];

  test('back by an hour while it runs: what was locked stays locked, and the clock goes on when it has caught up', async () => {
    const node = nodes[0] as TestApp;
    await pick(node, ann, 'home');
    wall = LOCK;
    expect(clock.now()).toBe(LOCK);
    wall = LOCK - HOUR;
    expect(await locked(node)).toEqual(['game_locked', LOCK, 'h']);
    expect(clock.problem()).toContain('1 h 0 min behind');
    wall = LOCK + 1;
    expect([clock.now(), clock.problem()]).toEqual([LOCK + 1, null]);
  });

  test('back by an hour while it is down: what was locked stays locked', async () => {
    const [node, told] = [nodes[0] as TestApp, [] as string[]];
    await pick(node, ann, 'home');
    wall = LOCK;
    clock.start((text) => told.push(text));
    await until(async () => (await storedLeagueTime(node.store.db)) === LOCK);
    // Cut off: it never stops its clock.
    wall = LOCK - HOUR;
    const next = await startNode();
    expect(await locked(next)).toEqual(['game_locked', LOCK, 'h']);
    clock.start((text) => told.push(text));
    expect(told).toEqual([expect.stringContaining('1 h 0 min behind')]);
    await clock.stop();
  });

  test('ahead by an hour and back: the clock stands until it has caught up', async () => {
    wall += HOUR;
    const ahead = clock.now();
    await clock.stop();
    wall -= HOUR;
    const node = await startNode();
    expect([clock.now(), await pick(node, ann, 'home')]).toEqual([ahead, 'game_locked']);
    wall += HOUR + 1;
    expect(clock.now()).toBe(ahead + 1);
  });

  test('back: an edit that locked a game holds, though the server was cut off at once', async () => {
    const node = nodes[0] as TestApp;
    await editGame(node.store, gid, { status: 'In Progress' }, clock.now);
    const lockAt = wall;
    wall -= 2 * HOUR;
    const next = await startNode();
    await editGame(next.store, gid, { status: 'Not Started' }, clock.now);
    expect((await findGame(next.store.db, gid))?.lockAt).toBe(lockAt);
    expect(await pick(next, ann, 'home')).toBe('game_locked');
  });

  test('back: the command line goes by what the server has noted', async () => {
    wall = Date.now() + 2 * HOUR;
    clock.now();
    await clock.stop();
    const { store } = nodes[0] as TestApp;
    await storeLeagueTime(store.db, wall - HOUR);
    expect(await leagueNow(store, 'league')).toBe(wall);
  });
});
