import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Topic } from '#server/topics.ts';
import { topicsReading } from '#tests/topics.ts';
import type { Change } from './changes.ts';
import { EVERYTHING } from './changes.ts';
import type { Live } from './live.ts';
import { createLive } from './live.ts';

describe('A server on an SQLite file', () => {
  let store: Store;
  let version: number | Error;
  let stored: string;
  let live: Live<Topic>;
  let received: Change[];

  beforeEach(async () => {
    vi.useFakeTimers();
    version = 1;
    received = [];
    store = connect(':memory:');
    const dataVersion = () => {
      if (typeof version === 'number') return version;
      throw version;
    };
    stored = 'before';
    const topics = topicsReading(async () => ({ state: stored, validUntil: Number.POSITIVE_INFINITY }));
    live = await createLive({ ...store, dataVersion }, topics, () => 0);
    live.onChange((change) => received.push(change));
  });

  afterEach(async () => {
    await live.close();
    expect(vi.getTimerCount()).toBe(0);
    await store.close();
    vi.useRealTimers();
  });

  test('hears of what another process wrote within a quarter of a second, once', async () => {
    vi.advanceTimersByTime(1000);
    expect(received).toEqual([]);
    version = 2;
    vi.advanceTimersByTime(250);
    expect(received).toEqual([EVERYTHING]);
    vi.advanceTimersByTime(1000);
    expect(received).toHaveLength(1);
  });

  test('looks before each read, so that nobody reads what another process has changed since', async () => {
    const read = async () => {
      await vi.advanceTimersByTimeAsync(1);
      return String((await live.read({ kind: 'games', weekId: '2026-week1' })).body);
    };
    expect(await read()).toContain('before');
    [stored, version] = ['after', 2];
    expect(await read()).toContain('after');
    [stored, version] = ['at last', 3];
    expect(await read()).toContain('at last');
  });

  test('looks again where it could not look', () => {
    version = new Error('database is locked');
    vi.advanceTimersByTime(1000);
    version = 2;
    vi.advanceTimersByTime(250);
    expect(received).toEqual([EVERYTHING]);
  });

  test('hears at once what it wrote itself', () => {
    const change: Change = { kind: 'games', weekIds: ['2026-week1'] };
    live.changed(change);
    expect(received).toEqual([change]);
  });
});
