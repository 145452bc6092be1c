import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Cap, Lane } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';

/** Tasks that end on command, in a queue with two slots for each lane. */
function queueOfTwo() {
  const queue = new FairQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    queue,
    begun,
    add(name: string, whose: string, { lane = 'posted' as Lane, caps = () => [] as readonly Cap[] } = {}): void {
      void queue.run({ lane, whose, caps }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

describe('A queue', () => {
  test('gives slots to people in turn, however much one of them wants', async () => {
    const { add, begun, end } = queueOfTwo();
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 'a');
    add('b1', 'b');
    add('c1', 'c');
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
    for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
  });

  test('lets no lane wait for another', async () => {
    const { add, begun } = queueOfTwo();
    for (const name of ['a1', 'a2', 'a3']) add(name, 'a');
    add('reminder', 'a', { lane: 'scheduled' });
    add('test', 'a', { lane: 'awaited' });
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'reminder', 'test']);
  });

  test('passes tasks over while a cap holds them', async () => {
    const { add, begun, end } = queueOfTwo();
    const toHost = (host: string) => ({ caps: () => [[host, 1]] as const });
    add('a1', 'a', toHost('slow'));
    add('b1', 'b', toHost('slow'));
    add('b2', 'b', toHost('quick'));
    await nextTurn();
    expect(begun).toEqual(['a1', 'b2']);
    await end('b2');
    expect(begun).toEqual(['a1', 'b2']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b2', 'b1']);
  });

  test('continues after a failed task, and passes on its failure and results', async () => {
    const { queue } = queueOfTwo();
    const run = (act: () => Promise<number>) => queue.run({ lane: 'posted', whose: 'a', caps: () => [['a', 1]] }, act);
    const failing = run(() => Promise.reject(new Error('broken')));
    const next = run(async () => 7);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe(7);
  });
});
