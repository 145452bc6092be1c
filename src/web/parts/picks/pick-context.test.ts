import { expect, it } from 'vitest';
import { shownPicks } from './pick-context.tsx';

it('shows the mark of a best bet as it was tapped, else as it is stored', () => {
  const confirmed = {
    g1: { side: 'home', revision: 1, best: true },
    g2: { side: 'home', revision: 1, best: true },
    g3: { side: 'home', revision: 1, best: true },
    g4: { side: 'away', revision: 1 },
  } as const;
  const taps = { g2: 'away best', g3: 'home plain', g4: 'away best' } as const;
  expect(shownPicks(confirmed, taps)).toEqual({
    g1: { side: 'home', bus: false, best: true },
    g2: { side: 'away', bus: false, best: true },
    g3: { side: 'home', bus: false, best: false },
    g4: { side: 'away', bus: false, best: true },
  });
});

it('shows what was tapped over what the server confirmed, and nothing that was taken back', () => {
  const confirmed = {
    g1: { side: 'home', revision: 1 },
    g2: { side: 'away', revision: 3 },
    g4: { side: 'away', revision: 1 },
    g5: { side: null, revision: 2 },
    g6: { side: 'home', revision: 1, bus: 'ill' },
    g7: { side: 'home', revision: 1, bus: 'ill' },
  } as const;
  expect(shownPicks(confirmed, { g1: 'away', g3: 'home', g4: null, g7: 'away' })).toEqual({
    g1: { side: 'away', bus: false },
    g2: { side: 'away', bus: false },
    g3: { side: 'home', bus: false },
    g6: { side: 'home', bus: true, reason: 'ill' },
    g7: { side: 'away', bus: false },
  });
});
