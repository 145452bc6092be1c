import { describe, expect, it } from 'vitest';
import type { ReadState } from './connection-status.tsx';
import { isReadInTime } from './connection-status.tsx';

const now = 100_000;
const fine: ReadState = { status: 'success', fetchStatus: 'idle', fetchFailureCount: 0, dataUpdatedAt: now - 9000 };

describe('A page without a live connection', () => {
  it.each<[string, Partial<ReadState>, boolean]>([
    ['was read a moment ago', {}, true],
    ['is being read, and was a moment ago', { fetchStatus: 'fetching' }, true],
    ['is being read, which takes too long', { fetchStatus: 'fetching', dataUpdatedAt: now - 13_000 }, false],
    ['could not be read and is tried again', { fetchStatus: 'fetching', fetchFailureCount: 1 }, false],
    ['could not be read', { status: 'error', fetchFailureCount: 2 }, false],
    ['has nothing to show yet', { status: 'pending', fetchStatus: 'fetching', dataUpdatedAt: 0 }, false],
  ])('that %s', (_, state, isUpToDate) => {
    expect(isReadInTime([fine, { ...fine, ...state }], now)).toBe(isUpToDate);
  });

  it('is never out of date if nothing on it changes by itself', () => {
    expect(isReadInTime([], now)).toBe(true);
  });
});
