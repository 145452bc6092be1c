import { describe, expect, test } from 'vitest';
import { WorkQueue } from './passwords.ts';

/** Work that ends when it is told to, in a gate for two. */
function gateForTwo() {
  const gate = new WorkQueue({ running: 2, waiting: 6, waitingPerKey: 3 });
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const answers: Promise<string | null>[] = [];
  return {
    started,
    /** Adds work called `name`, done for `keys`. */
    add(name: string, ...keys: string[]): Promise<string | null> {
      const answer = gate.run(keys, () => {
        started.push(name);
        return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
      });
      answers.push(answer);
      return answer;
    },
    async end(name: string): Promise<void> {
      endings.get(name)?.();
      await settled();
    },
  };
}

/** Lets everything happen that waits for nothing. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('The gate', () => {
  test('lets two run, the others in the order they came', async () => {
    const gate = gateForTwo();
    for (const name of ['a', 'b', 'c', 'd']) gate.add(name, name);
    await settled();
    expect(gate.started).toEqual(['a', 'b']);
    await gate.end('b');
    expect(gate.started).toEqual(['a', 'b', 'c']);
    await gate.end('a');
    expect(gate.started).toEqual(['a', 'b', 'c', 'd']);
  });

  test('lets one at a time run for one key, whatever else comes with it', async () => {
    const gate = gateForTwo();
    gate.add('first', 'address 1', 'account 1');
    gate.add('same account', 'address 2', 'account 1');
    gate.add('same address', 'address 1', 'account 2');
    gate.add('another', 'address 3', 'account 3');
    await settled();
    expect(gate.started).toEqual(['first', 'another']);
    await gate.end('first');
    expect(gate.started).toEqual(['first', 'another', 'same account']);
  });

  test('callers who flood it wait for their own tasks; others pass them', async () => {
    const gate = gateForTwo();
    for (const n of [1, 2, 3, 4]) gate.add(`flood ${n}`, 'attacker');
    gate.add('player', 'player');
    await settled();
    expect(gate.started).toEqual(['flood 1', 'player']);
  });

  test('turns away what waits too long in line, of one key and in all', async () => {
    const gate = gateForTwo();
    for (const n of [1, 2, 3, 4]) gate.add(`a${n}`, 'a');
    expect(await gate.add('a5', 'a')).toBeNull();
    for (const n of [1, 2, 3, 4]) gate.add(`b${n}`, 'b');
    expect(await gate.add('c1', 'c')).toBeNull();
    await gate.end('a1');
    const late = gate.add('c2', 'c');
    for (const name of ['b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4', 'c2']) await gate.end(name);
    expect(await late).toBe('c2');
  });

  test('continues after failed work', async () => {
    const gate = new WorkQueue({ running: 1, waiting: 5, waitingPerKey: 5 });
    const failing = gate.run(['a'], () => Promise.reject(new Error('broken')));
    const next = gate.run(['a'], async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
