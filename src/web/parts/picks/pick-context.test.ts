import { expect, it } from 'vitest';
import type { Choice } from '#core/choice.ts';
import { shownPicks } from './pick-context.tsx';
import { keyOf } from './pick-queue.ts';

function pending(...choices: readonly Choice[]): ReadonlyMap<string, Choice> {
  return new Map(choices.map((choice) => [keyOf(choice), choice]));
}

it('shows the mark of a best bet as tapped, or else as stored', () => {
  const confirmed = {
    g1: { side: 'home', revision: 1, best: true },
    g2: { side: 'home', revision: 1, best: true },
    g3: { side: 'home', revision: 1, best: true },
    g4: { side: 'away', revision: 1 },
  } as const;
  const taps = pending(
    { kind: 'pick', gid: 'g2', side: 'away', best: true },
    { kind: 'pick', gid: 'g3', side: 'home', best: false },
    { kind: 'pick', gid: 'g4', side: 'away', best: true },
  );
  expect(shownPicks(confirmed, taps)).toEqual({
    g1: { side: 'home', bus: false, best: true },
    g2: { side: 'away', bus: false, best: true },
    g3: { side: 'home', bus: false, best: false },
    g4: { side: 'away', bus: false, best: true },
  });
});

it('shows tapped picks over confirmed ones, and no cleared picks', () => {
  const confirmed = {
    g1: { side: 'home', revision: 1 },
    g2: { side: 'away', revision: 3 },
    g4: { side: 'away', revision: 1 },
    g5: { side: null, revision: 2 },
    g6: { side: 'home', revision: 1, bus: 'ill' },
    g7: { side: 'home', revision: 1, bus: 'ill' },
  } as const;
  const taps = pending(
    { kind: 'pick', gid: 'g1', side: 'away' },
    { kind: 'pick', gid: 'g3', side: 'home' },
    { kind: 'pick', gid: 'g4', side: null },
    { kind: 'pick', gid: 'g7', side: 'away' },
    { kind: 'guess', weekId: '2026_01', gid: 'g8', total: 41 },
    { kind: 'order', weekId: '2026_01', order: ['g8'] },
    { kind: 'team', weekId: '2026_01', team: { gid: 'g8', team: 'KC' } },
  );
  expect(shownPicks(confirmed, taps)).toEqual({
    g1: { side: 'away', bus: false },
    g2: { side: 'away', bus: false },
    g3: { side: 'home', bus: false },
    g6: { side: 'home', bus: true, reason: 'ill' },
    g7: { side: 'away', bus: false },
  });
});
