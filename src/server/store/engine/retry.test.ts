import { expect, test } from 'vitest';
import { withRetry } from './retry.ts';

/** A lock is final so long before it is reached (migration 015). */
const MARGIN_MS = 2000;

test('A transaction that PostgreSQL undoes is tried again until a lock is reached that can be moved no more', async () => {
  let waited = 0;
  const wait = async (ms: number) => {
    waited += ms;
  };
  const moveLock = async () => {
    if (waited < MARGIN_MS) throw Object.assign(new Error('too late to be moved'), { code: '40001' });
    return 'stays';
  };
  expect(await withRetry(moveLock, wait)).toBe('stays');
});
