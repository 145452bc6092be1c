import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('So many turns are taken at once, in order, also after one failed', async () => {
  const turns = new Turns(2, 2);
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  const all = [0, 1, 2, 3, 4].map((at) =>
    turns.take('a', async () => {
      begun.push(at);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await wait(1);
      atOnce -= 1;
      if (at === 1) throw new Error('no');
      return at;
    }),
  );
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

test('One whose turns do not end holds up nobody else', async () => {
  const turns = new Turns(4, 2);
  for (let at = 0; at < 8; at += 1) void turns.take('slow', () => new Promise(() => {}));
  const others = [0, 1, 2].map((at) => turns.take('other', async () => at));
  expect(await Promise.all(others)).toEqual([0, 1, 2]);
});
