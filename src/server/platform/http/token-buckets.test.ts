import { beforeEach, describe, expect, test } from 'vitest';
import { TokenBuckets } from './limits.ts';

const SECOND = 1000;

describe('A bucket', () => {
  let now = 0;
  let buckets = new TokenBuckets({ burst: 3, everyMs: 10 * SECOND });

  beforeEach(() => {
    now = 5 * SECOND;
    buckets = new TokenBuckets({ burst: 3, everyMs: 10 * SECOND }, () => now);
  });

  test('gives its burst at once, then one for each interval, and says how long to wait', () => {
    expect(Array.from({ length: 5 }, () => buckets.take('ann'))).toEqual([0, 0, 0, 10 * SECOND, 10 * SECOND]);
    now += 9 * SECOND;
    expect(buckets.take('ann')).toBe(SECOND);
    now += SECOND;
    expect([buckets.take('ann'), buckets.take('ann')]).toEqual([0, 10 * SECOND]);
  });

  test('fills up to the burst and no further', () => {
    buckets.take('ann', 3);
    now += 3600 * SECOND;
    expect([buckets.take('ann', 3), buckets.take('ann')]).toEqual([0, 10 * SECOND]);
  });

  test('gives several at once or none of them', () => {
    expect(buckets.take('ann', 2)).toBe(0);
    expect(buckets.take('ann', 2)).toBe(10 * SECOND);
    expect(buckets.take('ann')).toBe(0);
  });

  test('belongs to one person', () => {
    buckets.take('ann', 3);
    expect(buckets.take('bob', 3)).toBe(0);
  });

  test('is forgotten once it is full, so that memory stays bounded; one that is not is kept', () => {
    for (let person = 0; person < 20_000; person += 1) {
      buckets.take(`person ${person}`);
      now += 20;
    }
    expect(buckets.size).toBeLessThan(3000);
    expect(buckets.take('person 19999', 3)).toBeGreaterThan(0);
  });
});
