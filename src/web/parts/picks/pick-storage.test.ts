import { expect, it } from 'vitest';
import { parsePendingPick } from './pick-storage.ts';

it('what an earlier page kept is read as a retry, with what may be stored', () => {
  const kept = { side: 'home', basedOn: 2, isRetry: false };
  expect(parsePendingPick(JSON.stringify(kept))).toEqual({ side: 'home', basedOn: 2, isRetry: true });
  expect(parsePendingPick(JSON.stringify({ ...kept, unsure: null }))).toEqual({ ...kept, unsure: null, isRetry: true });
});

it('a guess is kept like a pick', () => {
  expect(parsePendingPick('{"side":41,"basedOn":0}')).toEqual({ side: 41, basedOn: 0, isRetry: true });
});

it.each(['{"order":["g1","g2"]}', '{"gid":"g1","team":"KC"}'] as const)('the entry %s is kept like a pick', (side) => {
  const pick = { side, basedOn: 2, isRetry: true };
  expect(parsePendingPick(JSON.stringify(pick))).toEqual(pick);
});

it.each(['home best', 'away plain'] as const)('%s is kept with its mark', (side) => {
  expect(parsePendingPick(JSON.stringify({ side, basedOn: 1 }))).toEqual({ side, basedOn: 1, isRetry: true });
});

it.each([
  ['nothing', 'null'],
  ['half a point', '{"side":41.5,"basedOn":1}'],
  ['no JSON', '{side'],
  ['no object', '"home"'],
  ['no side', '{"basedOn":1}'],
  ['an unknown side', '{"side":"left","basedOn":1}'],
  ['an unknown mark', '{"side":"home worst","basedOn":1}'],
  ['no revision', '{"side":"home"}'],
  ['an odd revision', '{"side":"home","basedOn":-1.5}'],
])('%s is no pending pick', (_what, text) => {
  expect(parsePendingPick(text)).toBeNull();
});
