import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Topic } from '#server/topics.ts';
import { topicsReading } from '#tests/topics.ts';
import type { Change } from './changes.ts';
import { EVERYTHING } from './changes.ts';
import { SnapshotCache } from './live.ts';
import type { Loaded } from './topics.ts';

const ALWAYS = Number.POSITIVE_INFINITY;
const games: Topic = { kind: 'games', weekId: '2026-week1' };
const otherGames: Topic = { kind: 'games', weekId: '2026-week2' };
const matchup: Topic = { kind: 'matchup', poolId: 'p1', weekId: '2026-week1', forCommissioners: false };
const forCommissioners: Topic = { ...matchup, forCommissioners: true };
const standings: Topic = { kind: 'standings', poolId: 'p1' };
const otherStandings: Topic = { kind: 'standings', poolId: 'p2' };
const all = [games, otherGames, matchup, forCommissioners, standings, otherStandings];

describe('SnapshotCache', () => {
  let now: number;
  let trusted: boolean;
  let loads: number;
  let load: () => Promise<Loaded<unknown>>;
  let snapshots: SnapshotCache<Topic>;

  beforeEach(() => {
    now = 1000;
    trusted = true;
    loads = 0;
    snapshots = new SnapshotCache(
      topicsReading(() => load()),
      () => now,
      () => trusted,
    );
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Reads a topic whose state counts its reads. */
  async function read(topic: Topic = games, validUntil = ALWAYS, isSettled = false): Promise<number> {
    load = async () => {
      loads += 1;
      return { state: loads, validUntil, isSettled };
    };
    return JSON.parse(String((await snapshots.read(topic)).body));
  }

  test('a state is read once for all who ask, and goes out as the same bytes', async () => {
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await read()).toBe(1);
  });

  test.each<[string, Change, readonly Topic[]]>([
    ['everything', EVERYTHING, all],
    [
      'games of a week',
      { kind: 'games', weekIds: ['2026-week1'] },
      [games, matchup, forCommissioners, standings, otherStandings],
    ],
    [
      'picks of a player in a pool and week',
      { kind: 'picks', poolId: 'p1', weekId: '2026-week1', userId: 'u1' },
      [matchup, forCommissioners],
    ],
    ['sessions of somebody', { kind: 'sessions', userId: 'u1' }, []],
  ])('a change of %s drops the states that it touches, and no others', async (_, change, touched) => {
    const before = new Map<Topic, number>();
    for (const topic of all) before.set(topic, await read(topic));
    snapshots.forget(change);
    for (const topic of all) {
      const again = await read(topic);
      expect([topic, again !== before.get(topic)]).toEqual([topic, touched.includes(topic)]);
    }
  });

  test('a state holds until the next lock, which nobody writes', async () => {
    expect(await read(games, 2000)).toBe(1);
    now = 1999;
    expect(await read(games, 3000)).toBe(1);
    now = 2000;
    expect(await read(games, 3000)).toBe(2);
  });

  test('a reading that is under way when something changes is not kept', async () => {
    let finish = (_: number) => {};
    load = async () => {
      const state = await new Promise<number>((resolve) => {
        finish = resolve;
      });
      return { state, validUntil: ALWAYS };
    };
    const slow = snapshots.read(games);
    await Promise.resolve();
    snapshots.forget(EVERYTHING);
    const later = read();
    finish(99);
    expect(String((await slow).body)).toBe('99');
    expect(await later).toBe(1);
    expect(await read()).toBe(1);
  });

  test('a reading that failed is tried again', async () => {
    load = async () => {
      throw new Error('no database');
    };
    await expect(snapshots.read(games)).rejects.toThrow('no database');
    expect(await read()).toBe(1);
  });

  test('nothing is kept while changes of others may go unnoticed', async () => {
    trusted = false;
    expect([await read(), await read()]).toEqual([1, 2]);
  });

  test('nothing is trusted for longer than half a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(29_999);
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await read()).toBe(2);
  });

  test('what only a correction can change is trusted for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    expect(await read(games, ALWAYS, true)).toBe(1);
    vi.advanceTimersByTime(599_999);
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await read()).toBe(2);
  });

  test('the etag changes with what is sent and with nothing else, on every node', async () => {
    const etagOf = async (state: string, on = snapshots) => {
      on.forget(EVERYTHING);
      load = async () => ({ state, validUntil: ALWAYS });
      return (await on.read(games)).etag;
    };
    const first = await etagOf('one');
    expect(first).toMatch(/^"[\w-]+"$/);
    expect(await etagOf('two')).not.toBe(first);
    expect(await etagOf('one')).toBe(first);
    const other = new SnapshotCache(
      topicsReading(() => load()),
      () => now,
      () => true,
    );
    expect(await etagOf('one', other)).toBe(first);
  });

  test('only so many are kept: the one that was not read for longest goes first', async () => {
    const many = (at: number): Topic => ({ kind: 'standings', poolId: `many${at}` });
    for (let at = 0; at < 500; at += 1) await read(many(at));
    await read(many(0));
    await read(games);
    expect(loads).toBe(501);
    await read(many(0));
    expect(loads).toBe(501);
    await read(many(1));
    expect(loads).toBe(502);
  });

  test('whatever reads, writes and delays come together, nobody reads a state older than the last write before they asked', async () => {
    const step = fc.record({ act: fc.constantFrom('read', 'write'), pause: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.scheduler(), async (steps, s) => {
        let stored = 0;
        const topics = topicsReading(async () => {
          await s.schedule(Promise.resolve());
          const state = stored;
          await s.schedule(Promise.resolve());
          return { state, validUntil: ALWAYS };
        });
        const subject = new SnapshotCache(
          topics,
          () => 0,
          () => true,
        );
        const readings: Promise<void>[] = [];
        for (const { act, pause } of steps) {
          if (act === 'write') {
            stored += 1;
            subject.forget(EVERYTHING);
          } else {
            const least = stored;
            const reading = subject.read(games).then(({ body }) => {
              expect(Number(String(body))).toBeGreaterThanOrEqual(least);
            });
            readings.push(reading);
          }
          if (pause && s.count() > 0) await s.waitOne();
        }
        await s.waitFor(Promise.all(readings));
      }),
    );
  });
});
