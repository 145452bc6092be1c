import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tooDeepAt } from './json-depth.ts';

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

test.each<[string, number, number | null]>([
  ['1', 0, null],
  ['[]', 0, 0],
  ['[]', 1, null],
  ['{"a":[{}]}', 2, 6],
  ['[[],[],[]]', 2, null],
  ['["[[[[","\\"[[{","\\\\"]', 1, null],
  ['"[[', 0, null],
  ['[1]]]][[', 1, null],
])('%s nests more than %i levels deep at %j', (text, most, at) => {
  expect(tooDeepAt(text, most)).toBe(at);
});

test('The depth of JSON is that of its value, whatever its texts contain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const depth = depthOf(value);
      expect(tooDeepAt(text, depth)).toBe(null);
      if (depth > 0) expect(tooDeepAt(text, depth - 1)).not.toBe(null);
    }),
  );
});

test('Any depth is read, also one that recursion would not survive', () => {
  expect(tooDeepAt('['.repeat(1_000_000), 999_999)).toBe(999_999);
});
