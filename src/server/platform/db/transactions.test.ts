import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { engines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import type { Db, Store } from './connect.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { Leave } from './transactions.ts';
import { transactAhead, withRetry, writeInSlices } from './transactions.ts';

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

describe.each(engines)('A transaction that sends its statements ahead on %s', (engine) => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ store, drop } = await openLeague(engine));
    await writeMeta(store.db, 'before', 'stands');
  });

  afterEach(() => drop());

  /** Fails in the database. */
  const fail = (tx: Db) => sql`select missing from meta`.execute(tx);
  const stored = async () => [await readMeta(store.db, 'before'), await readMeta(store.db, 'after')];

  it('is committed with what it leaves', async () => {
    const result = await transactAhead(store, async (tx, leave) => {
      const read = readMeta(tx, 'before');
      leave(writeMeta(tx, 'after', `${await read} too`));
      return 'done';
    });
    expect([result, ...(await stored())]).toEqual(['done', 'stands', 'stands too']);
  });

  it.each<[string, (tx: Db, leave: Leave) => Promise<unknown>]>([
    ['a statement that it leaves', async (tx, leave) => leave(fail(tx))],
    ['a statement before others', (tx) => Promise.all([fail(tx), readMeta(tx, 'before')])],
    [
      'a statement that is awaited after later ones',
      async (tx) => {
        const failing = fail(tx);
        failing.catch(() => {});
        await readMeta(tx, 'before');
        await failing;
      },
    ],
  ])('that fails in %s is undone, and says why', async (_, act) => {
    const done = transactAhead(store, async (tx, leave) => {
      leave(writeMeta(tx, 'after', 'never'));
      await act(tx, leave);
    });
    await expect(done).rejects.toThrow(/missing/);
    expect(await stored()).toEqual(['stands', null]);
  });

  it('whose caller gives up is undone, and its connection serves the next one', async () => {
    for (let time = 0; time < 12; time += 1) {
      const done = transactAhead(store, async (tx, leave) => {
        leave(writeMeta(tx, 'after', 'never'));
        throw new Error('I give up.');
      });
      await expect(done).rejects.toThrow('I give up.');
    }
    await transactAhead(store, async (tx, leave) => leave(writeMeta(tx, 'before', 'changed')));
    expect(await stored()).toEqual(['changed', null]);
  });
});

describe('A transaction that sends its statements ahead on a connection of which a statement is canceled', () => {
  let store: Store;
  let drop: () => Promise<void>;
  let canceled: string | null = null;

  beforeEach(async () => {
    const { query } = pg.Client.prototype;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      if (args[0] === canceled) return Promise.reject(new Error(`${canceled} is canceled`));
      return Reflect.apply(query, this, args) as Promise<unknown>;
    } as never);
    ({ store, drop } = await openLeague('postgres'));
  });

  afterEach(async () => {
    canceled = null;
    vi.restoreAllMocks();
    await drop();
  });

  it('writes nothing if it did not begin', async () => {
    canceled = 'begin';
    const done = transactAhead(store, async (tx, leave) => {
      await readMeta(tx, 'before');
      leave(writeMeta(tx, 'after', 'never'));
    });
    await expect(done).rejects.toThrow('begin is canceled');
    expect(await readMeta(store.db, 'after')).toBeNull();
  });

  it('leaves no open transaction to the next one if it was not undone', async () => {
    canceled = 'rollback';
    const done = transactAhead(store, async (tx) => {
      await writeMeta(tx, 'after', 'never');
      throw new Error('I give up.');
    });
    await expect(done).rejects.toThrow('I give up.');
    expect(await readMeta(store.db, 'after')).toBeNull();
  });
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
