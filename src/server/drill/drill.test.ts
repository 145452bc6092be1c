import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTestApp, TestClock } from '#tests/app.ts';
import { addGame, addPool } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import type { DrillDeps } from './drill.ts';
import { Drill } from './drill.ts';
import { RecentSends } from './recent-sends.ts';

const WEDNESDAY = Date.parse('2026-11-25T09:00:00Z');
const DAY = 24 * HOUR;

/** A node, and how often it has begun a drill. @param wait what its drills wait for */
function nodeOf(
  league: Pick<DrillDeps, 'store' | 'clock'> & { deps: Pick<DrillDeps, 'settings'> },
  more: Partial<DrillDeps> = {},
  wait: () => Promise<unknown> = () => pause(20),
) {
  const node = { drills: 0, red: [] as string[] };
  const idle = { state: 'off', lastSuccessAt: null, ageMs: null, failures: 0, nextRunAt: null } as const;
  const drill = new Drill({
    settings: { ...league.deps.settings, publicUrl: new URL('http://localhost:4280') },
    store: league.store,
    clock: league.clock,
    feedHealth: async () => {
      node.drills += 1;
      await wait();
      return { host: null, status: idle, jobs: [], lines: null };
    },
    pushSends: new RecentSends(),
    tryBackup: async () => ({ isUsable: true, scores: 0, wrong: 0, lost: 0 }),
    onError: (error) => {
      throw error;
    },
    onRed: (text) => node.red.push(text),
    ...more,
  });
  return Object.assign(node, { drill });
}

describe.each(engines)('The drill on %s', (engine) => {
  const league = withLeague(engine, { clock: new TestClock(WEDNESDAY - 3 * DAY) });

  test('runs on Wednesdays at 4 AM Eastern, on one of the nodes, once', async () => {
    const nodes = [nodeOf(league), nodeOf(league)];
    const lookAt = async (at: number) => {
      league.clock.set(at);
      await Promise.all(nodes.map(({ drill }) => drill.look()));
      return nodes.reduce((sum, { drills }) => sum + drills, 0);
    };
    expect(await lookAt(WEDNESDAY - 3 * DAY), 'a new league').toBe(0);
    expect(await lookAt(WEDNESDAY - 1)).toBe(0);
    expect(await lookAt(WEDNESDAY)).toBe(1);
    expect(await lookAt(WEDNESDAY + DAY)).toBe(1);
    // No server ran on the second Wednesday.
    expect(await lookAt(WEDNESDAY + 9 * DAY)).toBe(2);
    expect(await lookAt(WEDNESDAY + 10 * DAY)).toBe(2);
    const { last, isRunning } = (await nodes[0]?.drill.state()) ?? {};
    expect([last?.at, isRunning]).toEqual([WEDNESDAY + 9 * DAY, false]);
    expect(last?.checks.map(({ check }) => check)).toEqual([
      'backup',
      'disk',
      'clock',
      'feed',
      'mail',
      'push',
      'certificate',
    ]);
  });

  test('runs one at a time on all nodes, and again once a killed one has had half an hour', async () => {
    const held = Promise.withResolvers<void>();
    const [one, other] = [nodeOf(league, {}, () => held.promise), nodeOf(league)];
    expect(await one.drill.begin()).toBeNull();
    expect((await other.drill.state()).isRunning).toBe(true);
    expect(await other.drill.begin()).toBe('drill_running');
    held.resolve();
    await one.drill.idle();
    expect(await other.drill.begin()).toBeNull();
    await other.drill.idle();
    await league.store.db
      .insertInto('meta')
      .values({ key: 'drill_claim', value: String(league.clock.now() + 30 * MINUTE) })
      .execute();
    expect(await one.drill.begin()).toBe('drill_running');
    league.clock.advance(30 * MINUTE);
    expect(await one.drill.begin()).toBeNull();
    await one.drill.idle();
  });

  test('waits within six hours before a lock, until the game has locked', async () => {
    const lock = WEDNESDAY + 14 * DAY + 6 * HOUR;
    await addPool(league.deps);
    await addGame(league.deps, { kickoff: lock - 5 * MINUTE });
    const { drill } = nodeOf(league);
    const lookAt = async (at: number) => {
      league.clock.set(at);
      await drill.look();
      return (await drill.state()).last?.at;
    };
    const before = (await drill.state()).last?.at;
    expect(await lookAt(lock - 6 * HOUR)).toBe(before);
    expect(await drill.begin()).toBe('drill_near_lock');
    expect(await lookAt(lock - 1)).toBe(before);
    expect(await lookAt(lock)).toBe(lock);
  });
});

describe('A drill', () => {
  const league = withLeague('sqlite', { clock: new TestClock(WEDNESDAY) });

  test('that breaks down is tried again after half an hour', async () => {
    const backups = { folder: '/no/such/folder', keep: 7, everyMs: null };
    const settings = { ...league.deps.settings, publicUrl: new URL('http://localhost:4280'), backups };
    const onRed = () => {
      throw new Error('The disk is full.');
    };
    const { drill } = nodeOf(league, { settings, onRed, onError: () => {} });
    expect(await drill.begin()).toBeNull();
    await drill.idle();
    expect(await drill.begin()).toBe('drill_running');
    league.clock.advance(30 * MINUTE);
    expect(await drill.begin()).toBeNull();
    await drill.idle();
    league.clock.advance(30 * MINUTE);
  });

  test('reports what is red to the log, and to the metrics', async () => {
    const metric = async () => (await league.app.inject({ url: '/metrics' })).body.match(/^pickem_drill_red .*$/m)?.[0];
    const failing = nodeOf(league, {
      clock: { now: league.clock.now },
      feedHealth: () => Promise.reject(new Error('No.')),
    });
    expect(await metric()).toBeUndefined();
    await failing.drill.begin();
    await failing.drill.idle();
    expect(failing.red).toEqual(['Drill, feed: This could not be checked: No.']);
    expect(await metric()).toBe('pickem_drill_red 1');
    const working = nodeOf(league);
    await working.drill.begin();
    await working.drill.idle();
    expect(await metric()).toBe('pickem_drill_red 0');
  });

  test('that hangs is left behind when the server stops, which stores nothing and lets the next one begin', async () => {
    const before = (await nodeOf(league).drill.state()).last?.at;
    league.clock.advance(MINUTE);
    const hanging = nodeOf(league, { feedHealth: () => new Promise(() => {}) });
    await hanging.drill.begin();
    await hanging.drill.stop();
    expect(await hanging.drill.begin()).toBe('drill_running');
    expect(await nodeOf(league).drill.state()).toMatchObject({ last: { at: before }, isRunning: false });
  });

  test('is started by an admin, who sees its result', async () => {
    const { boss } = await aLeague(league, { admins: ['boss'], now: WEDNESDAY + HOUR });
    (await league.call('POST /api/admin/drill', { as: boss })).ok();
    await league.deps.drill.idle();
    const { last } = (await league.call('GET /api/admin/drill', { as: boss })).ok();
    expect(last).toMatchObject({ at: WEDNESDAY + HOUR, restored: null });
  });

  test('is refused in the demo', async () => {
    const demo = await createTestApp('sqlite', {
      settings: { kind: 'demo', publicUrl: new URL('http://localhost:4280') },
    });
    expect(await demo.deps.drill.begin()).toBe('drill_in_demo');
    await demo.close();
  });
});
