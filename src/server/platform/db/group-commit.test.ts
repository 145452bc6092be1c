import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupCommitOptions } from './group-commit.ts';
import { GroupCommit } from './group-commit.ts';

interface Item {
  readonly key: string;
  readonly value: number;
  /** Makes the write fail. */
  readonly bad?: boolean;
  /** Must be written even if a later item has the same key. */
  readonly firm?: boolean;
}

/** A writer that records its batches and returns the values. */
function writer(options?: Pick<GroupCommitOptions<Item, number>, 'largest' | 'gatherMs'>) {
  const batches: Item[][] = [];
  const group = new GroupCommit<Item, number>({
    write: async (items) => {
      await nextTurn();
      if (items.some((item) => item.bad)) throw new Error(`bad among ${items.length}`);
      batches.push([...items]);
      return items.map((item) => item.value);
    },
    keyOf: (item) => item.key,
    replaces: (later, earlier) => !later.firm && !earlier.firm,
    ...options,
  });
  return { group, batches };
}

const items = (...pairs: readonly [string, number][]): Item[] => pairs.map(([key, value]) => ({ key, value }));

/** Adds one item in each turn of the event loop, before the group checks what that turn added. */
async function inTurns(group: GroupCommit<Item, number>, arriving: Iterable<Item>): Promise<Promise<number>[]> {
  const answers: Promise<number>[] = [];
  for (const item of arriving) {
    const next = nextTurn();
    answers.push(group.add(item));
    await next;
  }
  return answers;
}

describe('A group commit', () => {
  test('does not retry items separately if all would fail', async () => {
    let tries = 0;
    const write = async () => {
      tries += 1;
      throw new Error('the disk is full');
    };
    const failsForAll = (error: unknown) => String(error).includes('disk');
    const group = new GroupCommit<Item, number>({ write, keyOf: ({ key }) => key, replaces: () => true, failsForAll });
    const answers = await Promise.allSettled(items(['a', 1], ['b', 2]).map((item) => group.add(item)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  test('writes items of the same turn in one batch, with separate results', async () => {
    const { group, batches } = writer();
    const answers = await Promise.all(items(['a', 1], ['b', 2], ['c', 3]).map((item) => group.add(item)));
    expect(answers).toEqual([1, 2, 3]);
    expect(batches).toHaveLength(1);
  });

  test('a single item is written after one turn of the event loop, however long it may gather', async () => {
    const { group, batches } = writer({ gatherMs: Number.POSITIVE_INFINITY });
    const first = group.add({ key: 'a', value: 1 });
    await nextTurn();
    const second = group.add({ key: 'b', value: 2 });
    await Promise.all([first, second]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 1]);
  });

  test.each([
    ['one turn', 0, [2, 1, 1]],
    ['as long as each turn brings more', Number.POSITIVE_INFINITY, [4]],
  ])('gathers for %s where that may take %d ms', async (_, gatherMs, sizes) => {
    const { group, batches } = writer({ gatherMs });
    await Promise.all(await inTurns(group, items(['a', 1], ['b', 2], ['c', 3], ['d', 4])));
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
  });

  test('writes even if every turn brings more, without end', async () => {
    const { group, batches } = writer({ gatherMs: 2 });
    const endless = function* () {
      for (let value = 0; batches.length === 0; value += 1) yield { key: `k${value}`, value };
    };
    await Promise.all(await inTurns(group, endless()));
    expect(batches.length).toBeGreaterThan(0);
  });

  test('gathers items that arrive during a write', async () => {
    const { group, batches } = writer();
    const first = group.add({ key: 'a', value: 1 });
    await nextTurn();
    const others = items(['b', 2], ['c', 3]).map((item) => group.add(item));
    expect(await Promise.all([first, ...others])).toEqual([1, 2, 3]);
    expect(batches.map((batch) => batch.length)).toEqual([1, 2]);
  });

  test('passes the key of each item to its writer', async () => {
    const told: [number, string | undefined][] = [];
    const group = new GroupCommit<Item, null>({
      write: async (written, keys) => {
        told.push(...written.map(({ value }, at): [number, string | undefined] => [value, keys[at]]));
        return written.map(() => null);
      },
      keyOf: (item) => item.key,
      replaces: () => true,
    });
    await Promise.all(items(['a', 1], ['b', 2], ['a', 3]).map((item) => group.add(item)));
    expect(told).toEqual([
      [3, 'a'],
      [2, 'b'],
    ]);
  });

  test('writes one row for each key: the last one wins, and all get its result', async () => {
    const { group, batches } = writer();
    const answers = await Promise.all(items(['a', 1], ['b', 2], ['a', 3]).map((item) => group.add(item)));
    expect(answers).toEqual([3, 2, 3]);
    expect(batches).toEqual([items(['a', 3], ['b', 2])]);
  });

  test('keeps items apart that do not replace each other, in their order', async () => {
    const { group, batches } = writer();
    const firm: Item = { key: 'a', value: 2, firm: true };
    const added = [{ key: 'a', value: 1 }, firm, { key: 'b', value: 3 }, { key: 'a', value: 4 }];
    expect(await Promise.all(added.map((item) => group.add(item)))).toEqual([1, 2, 3, 4]);
    expect(batches).toEqual([[added[0]], [firm, added[2]], [added[3]]]);
  });

  test('a bad item fails for itself alone', async () => {
    const { group } = writer();
    const added: Item[] = [...items(['a', 1]), { key: 'b', value: 2, bad: true }, ...items(['c', 3], ['a', 4])];
    const results = await Promise.allSettled(added.map((item) => group.add(item)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      4,
      'failed',
      3,
      4,
    ]);
  });

  test('continues after a failed batch', async () => {
    const { group } = writer();
    await expect(group.add({ key: 'a', value: 1, bad: true })).rejects.toThrow('bad among 1');
    expect(await group.add({ key: 'a', value: 2 })).toBe(2);
  });

  test('never writes more than its largest batch', async () => {
    const { group, batches } = writer({ largest: 3 });
    await Promise.all(Array.from({ length: 8 }, (_, value) => group.add({ key: `k${value}`, value })));
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 2]);
  });

  test('is idle when everything has been answered', async () => {
    const { group } = writer();
    let answered = 0;
    for (const item of items(['a', 1], ['b', 2])) group.add(item).then(() => (answered += 1));
    await group.idle();
    expect(answered).toBe(2);
    await group.idle();
  });

  test('in any order of arrival, each caller gets the answer of a later or equal item of their key', async () => {
    const item = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      bad: fc.boolean(),
      firm: fc.boolean(),
      pause: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 2),
        async (list, largest, gatherMs) => {
          const { group, batches } = writer({ largest, gatherMs });
          const answers: Promise<number | 'failed'>[] = [];
          for (const [value, { pause, ...rest }] of list.entries()) {
            answers.push(group.add({ ...rest, value }).catch(() => 'failed' as const));
            if (pause) await nextTurn();
          }
          const got = await Promise.all(answers);
          for (const [at, answer] of got.entries()) {
            const own = list[at];
            if (answer === 'failed') continue;
            expect(answer).toBeGreaterThanOrEqual(at);
            expect(list[answer]?.key).toBe(own?.key);
            if (own?.firm) expect(answer).toBe(at);
          }
          for (const [at, own] of list.entries()) if (own.bad && own.firm) expect(got[at]).toBe('failed');
          const written = batches.flat().map(({ key, value }) => `${key} ${value}`);
          expect(new Set(written).size).toBe(written.length);
          for (const key of ['a', 'b', 'c']) {
            const values = batches
              .flat()
              .filter((each) => each.key === key)
              .map(({ value }) => value);
            expect(values).toEqual(values.toSorted((a, b) => a - b));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
