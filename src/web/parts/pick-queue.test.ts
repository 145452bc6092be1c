import { expect, it } from 'vitest';
import { readQueued } from './pick-queue.ts';

it('what an earlier page kept is read as late, with what it had on its way', () => {
  const kept = { side: 'home', basedOn: 2, late: false };
  expect(readQueued(JSON.stringify(kept))).toEqual({ side: 'home', basedOn: 2, late: true });
  expect(readQueued(JSON.stringify({ ...kept, unsure: null }))).toEqual({ ...kept, unsure: null, late: true });
});

it.each([
  ['nothing', null],
  ['no JSON', '{side'],
  ['no object', '"home"'],
  ['no side', '{"basedOn":1}'],
  ['an unknown side', '{"side":"left","basedOn":1}'],
  ['no revision', '{"side":"home"}'],
  ['an odd revision', '{"side":"home","basedOn":-1.5}'],
])('%s is no queued pick', (_what, text) => {
  expect(readQueued(text)).toBeNull();
});
