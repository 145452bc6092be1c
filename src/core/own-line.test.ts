import { describe, expect, it } from 'vitest';
import { NO_LOCK } from './locks.ts';
import type { OwnSlot } from './own-line.ts';
import { arrivalOf, mayFillOwn } from './own-line.ts';

const [STORED, NEXT] = [100, 200];
const game = (lockAt: number, off: 'cancelled' | 'postponed' | null = null) => ({ lockAt, void: off });
const arrival = arrivalOf(STORED, [10, 20, NEXT, 300]);

describe('An import fills a slot of its author', () => {
  const slot: OwnSlot = { arrival, games: [game(10), game(20)], hasHistory: false };
  it.each<[string, Partial<OwnSlot>, number, boolean]>([
    ['of a week that was over before the pool came here', {}, STORED, true],
    ['until the first lock of the pool here', {}, NEXT - 1, true],
    ['not from that lock on', {}, NEXT, false],
    ['at any time, if no game of the pool locks here', { arrival: arrivalOf(STORED, [10, 20]) }, 10 * NEXT, true],
    ['not if it ever had a state', { hasHistory: true }, STORED, false],
    ['not of a week whose last game locked when the pool came', { games: [game(10), game(STORED)] }, STORED, false],
    ['not of a week whose last game locks later', { games: [game(10), game(NEXT)] }, STORED, false],
    ['of a week whose last game is canceled', { games: [game(10), game(NEXT, 'cancelled')] }, STORED, true],
    ['not of a week with an open postponed game', { games: [game(10), game(NO_LOCK, 'postponed')] }, STORED, false],
    ['of a week whose postponed game counts as locked', { games: [game(10), game(30, 'postponed')] }, STORED, true],
    ['not of a week without games', { games: [] }, STORED, false],
    ['not if it is not known when the pool came', { arrival: arrivalOf(null, [10, 20, NEXT]) }, STORED, false],
  ])('%s', (_, change, now, may) => {
    expect(mayFillOwn({ ...slot, ...change }, now)).toBe(may);
  });
});
