import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { openLeague } from '#tests/open-league.ts';
import type { Store } from './connect.ts';
import { readMeta, writeMeta } from './meta.ts';
import { withRetry, writeInSlices } from './transactions.ts';

/** How long before it is reached a lock becomes final (decision 017). */
const MARGIN_MS = 2000;

test('A transaction that PostgreSQL undoes is retried until a lock that has become final is reached', async () => {
  let waited = 0;
  const pause = async (ms: number) => {
    waited += ms;
  };
  const moveLock = async () => {
    if (waited < MARGIN_MS) throw Object.assign(new Error('too late to be moved'), { code: '40001' });
    return 'stays';
  };
  expect(await withRetry(moveLock, pause)).toBe('stays');
});

const rows = Array.from({ length: 1000 }, (_, number) => number);

describe('A long list of rows', () => {
  let store: Store;
  let drop: () => Promise<void>;
  let now = 0;

  beforeEach(async () => {
    ({ store, drop } = await openLeague('sqlite'));
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await drop();
  });

  it('is written whole and in order, in growing slices while they are quick', async () => {
    const slices: (readonly number[])[] = [];
    await writeInSlices(store, rows, async (_, slice) => void slices.push(slice));
    expect(slices.flat()).toEqual(rows);
    expect(slices[0]).toHaveLength(50);
    expect(Math.max(...slices.map((slice) => slice.length))).toBeGreaterThan(50);
  });

  it('is written in small slices while they are slow', async () => {
    const sizes: number[] = [];
    await writeInSlices(store, rows.slice(0, 100), async (_, slice) => {
      sizes.push(slice.length);
      now += 120;
    });
    expect(sizes).toEqual([50, 25, 25]);
  });

  it('that fails half-way keeps what was written before and nothing of the slice that failed', async () => {
    let lastWritten: number | undefined;
    const write = writeInSlices(store, rows, async (tx, slice) => {
      await writeMeta(tx, 'reached', String(slice.at(-1)));
      if (slice.includes(200)) throw new Error('No more.');
      lastWritten = slice.at(-1);
    });
    await expect(write).rejects.toThrow('No more.');
    expect(lastWritten).toBeLessThan(200);
    expect(await readMeta(store.db, 'reached')).toBe(String(lastWritten));
  });

  it('of none is no work', async () => {
    await writeInSlices(store, [], () => Promise.reject(new Error('Nothing to write.')));
  });
});
