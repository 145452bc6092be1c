import { expect, it } from 'vitest';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { ownSlots } from '#tests/own-slots.ts';
import { shownPicks } from './pick-context.tsx';

function pending(...wishes: readonly SlotWish[]): ReadonlyMap<string, SlotWish> {
  return new Map(wishes.map((wish) => [slotKey(wish), wish]));
}

it('shows the mark of a best bet as tapped, or else as stored', () => {
  const confirmed = ownSlots(
    { kind: 'pick', about: 'g1', value: { side: 'home', best: true }, revision: 1 },
    { kind: 'pick', about: 'g2', value: { side: 'home', best: true }, revision: 1 },
    { kind: 'pick', about: 'g3', value: { side: 'home', best: true }, revision: 1 },
    { kind: 'pick', about: 'g4', value: { side: 'away' }, revision: 1 },
  );
  const taps = pending(
    { kind: 'pick', about: 'g2', value: { side: 'away', best: true } },
    { kind: 'pick', about: 'g3', value: { side: 'home', best: false } },
    { kind: 'pick', about: 'g4', value: { side: 'away', best: true } },
  );
  expect(shownPicks(confirmed, taps)).toEqual({
    g1: { side: 'home', bus: false, best: true },
    g2: { side: 'away', bus: false, best: true },
    g3: { side: 'home', bus: false, best: false },
    g4: { side: 'away', bus: false, best: true },
  });
});

it('shows tapped picks over confirmed ones, and no cleared picks', () => {
  const confirmed = ownSlots(
    { kind: 'pick', about: 'g1', value: { side: 'home' }, revision: 1 },
    { kind: 'pick', about: 'g2', value: { side: 'away' }, revision: 3 },
    { kind: 'pick', about: 'g4', value: { side: 'away' }, revision: 1 },
    { kind: 'pick', about: 'g5', value: null, revision: 2 },
    { kind: 'pick', about: 'g6', value: { side: 'home' }, revision: 1, reason: 'ill' },
    { kind: 'pick', about: 'g7', value: { side: 'home' }, revision: 1, reason: 'ill' },
  );
  const taps = pending(
    { kind: 'pick', about: 'g1', value: { side: 'away' } },
    { kind: 'pick', about: 'g3', value: { side: 'home' } },
    { kind: 'pick', about: 'g4', value: null },
    { kind: 'pick', about: 'g7', value: { side: 'away' } },
    { kind: 'guess', about: '2026_01', value: { gid: 'g8', total: 41 } },
    { kind: 'order', about: '2026_01', value: { order: ['g8'] } },
    { kind: 'team', about: '2026_01', value: { gid: 'g8', team: 'KC' } },
  );
  expect(shownPicks(confirmed, taps)).toEqual({
    g1: { side: 'away', bus: false },
    g2: { side: 'away', bus: false },
    g3: { side: 'home', bus: false },
    g6: { side: 'home', bus: true, reason: 'ill' },
    g7: { side: 'away', bus: false },
  });
});
