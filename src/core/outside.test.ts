import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { addressRestMs, hostRestMs } from './outside.ts';

test.each([
  [0, 0, 0],
  [1, MINUTE, 0],
  [2, 2 * MINUTE, 0],
  [3, 4 * MINUTE, MINUTE],
  [4, 8 * MINUTE, 2 * MINUTE],
  [9, 256 * MINUTE, 64 * MINUTE],
  [10, 6 * HOUR, 128 * MINUTE],
  [1000, 6 * HOUR, 6 * HOUR],
])('After no answer %i times in a row an address rests for %i ms, its host for %i ms', (inRow, address, host) => {
  expect([addressRestMs(inRow), hostRestMs(inRow)]).toEqual([address, host]);
});
