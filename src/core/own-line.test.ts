import { describe, expect, it } from 'vitest';
import { NO_LOCK } from './locks.ts';
import type { Arrival } from './own-line.ts';
import { arrivalOf, mayFillOwn, slotHistory, wasOverBefore } from './own-line.ts';

const [STORED, NEXT] = [100, 200];
const game = (lockAt: number, off: 'cancelled' | 'postponed' | null = null) => ({ lockAt, void: off });
const arrival = arrivalOf(STORED, [10, 20, NEXT, 300]);

interface Facts {
  readonly arrival: Arrival;
  readonly games: readonly ReturnType<typeof game>[];
  readonly hasHistory: boolean;
}

describe('An import fills a slot of its author', () => {
  const slot = { arrival, games: [game(10), game(20)], hasHistory: false };
  it.each<[string, Partial<Facts>, number, boolean]>([
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
    const { games, ...facts } = { ...slot, ...change };
    expect(mayFillOwn({ ...facts, wasOver: wasOverBefore(games, facts.arrival) }, now)).toBe(may);
  });
});

describe('A slot has history', () => {
  const had = (kind: 'pick' | 'guess' | 'order', about: string) => ({ entryId: 'mine', kind, about });
  const weekOf = (gid: string) => ({ g1: 'w1', g2: 'w1', g3: 'w2' })[gid];
  it.each([
    ['if it had a state', 'pickem', had('pick', 'g1'), had('pick', 'g1'), true],
    ['not by another game of its week', 'pickem', had('pick', 'g2'), had('pick', 'g1'), false],
    ['with values, by another game of its week', 'confidence', had('pick', 'g2'), had('pick', 'g1'), true],
    ['with values, by the order of its week', 'confidence', had('order', 'w1'), had('pick', 'g1'), true],
    ['with values, as an order by a pick', 'confidence', had('pick', 'g1'), had('order', 'w1'), true],
    ['not by another week', 'confidence', had('pick', 'g3'), had('order', 'w1'), false],
    ['not by a guess of its week', 'confidence', had('guess', 'w1'), had('pick', 'g1'), false],
    ['as a guess not by a pick', 'confidence', had('pick', 'g1'), had('guess', 'w1'), false],
    ['not by another entry', 'pickem', { ...had('pick', 'g1'), entryId: 'hers' }, had('pick', 'g1'), false],
  ] as const)('%s', (_, format, known, slot, has) => {
    expect(slotHistory([known], { format }, weekOf)(slot)).toBe(has);
  });
});
