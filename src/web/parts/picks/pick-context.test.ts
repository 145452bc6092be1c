import { expect, it } from 'vitest';
import { shownPicks } from './pick-context.tsx';

it('shows what was tapped over what the server confirmed, and nothing that was taken back', () => {
  const confirmed = {
    g1: { side: 'home', revision: 1 },
    g2: { side: 'away', revision: 3 },
    g4: { side: 'away', revision: 1 },
    g5: { side: null, revision: 2 },
  } as const;
  expect(shownPicks(confirmed, { g1: 'away', g3: 'home', g4: null })).toEqual({
    g1: { side: 'away', bus: false },
    g2: { side: 'away', bus: false },
    g3: { side: 'home', bus: false },
  });
});
