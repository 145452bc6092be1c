import { describe, expect, it } from 'vitest';
import { hasMoreValues } from './json-values.ts';

describe('A JSON text', () => {
  it.each([
    ['[1,2,3]', 4],
    ['{"a":[{}],"b":[[]]}', 7],
    [String.raw`["a,b","c\",[{","\\"]`, 4],
  ])('%s counts as %i values, whatever its texts contain', (text, count) => {
    expect([hasMoreValues(text, count), hasMoreValues(text, count - 1)]).toEqual([false, true]);
  });

  it('may be cut off', () => {
    expect(hasMoreValues('["a', 2)).toBe(false);
  });
});
