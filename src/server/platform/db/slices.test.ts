import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextTurn } from '#server/platform/turns.ts';
import { openLeague } from '#tests/open-league.ts';
import type { Db, Store } from './connect.ts';
import { inSlices } from './slices.ts';

const items = Array.from({ length: 40 }, (_, at) => at);

describe('Slices of many items', () => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ store, drop } = await openLeague('sqlite'));
  });

  afterAll(() => drop());

  /** Writes the items, and fails for a slice with some of them. */
  async function write(errorOf: (item: number) => Error | undefined) {
    const [slices, failures]: [number[][], unknown[][]] = [[], []];
    const writeSlice = async (_: Db, slice: readonly number[]) => {
      const error = slice.map(errorOf).find((each) => each !== undefined);
      if (error !== undefined) throw error;
      slices.push([...slice]);
    };
    const onFailure = (error: unknown, item: number) => void failures.push([error, item]);
    const fault = await inSlices(store, items, writeSlice, { onFailure, between: nextTurn }).then(
      () => null,
      (error: unknown) => error,
    );
    return { slices, failures, fault, written: slices.flat() };
  }

  test('grow while they are quick, and have every item once, in order', async () => {
    const { slices, written, failures } = await write(() => undefined);
    expect(slices[0]).toEqual([0]);
    expect(Math.max(...slices.map(({ length }) => length))).toBeGreaterThan(1);
    expect(written).toEqual(items);
    expect(failures).toEqual([]);
  });

  test('items that fail are reported once each, and harm no others', async () => {
    const bad = new Error('unreadable');
    const { written, failures, fault } = await write((item) => (item === 0 || item === 25 ? bad : undefined));
    expect(written).toEqual(items.filter((item) => item !== 0 && item !== 25));
    expect(failures).toEqual([
      [bad, 0],
      [bad, 25],
    ]);
    expect(fault).toBeNull();
  });

  test('of two tasks let requests have a turn between each two', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const written: number[] = [];
    const options = { onFailure: () => {}, between: nextTurn };
    const task = () => inSlices(store, items, async () => void written.push(turns), options);
    await Promise.all([task(), task()]);
    isDone = true;
    expect(written.length).toBeGreaterThan(2);
    expect(new Set(written).size).toBe(written.length);
  });

  test('end with a database fault', async () => {
    const away = Object.assign(new Error('gone'), { code: '57P01' });
    const { written, failures, fault } = await write((item) => (item === 25 ? away : undefined));
    expect(fault).toBe(away);
    expect(failures).toEqual([]);
    expect(written.every((item) => item < 25)).toBe(true);
  });
});
