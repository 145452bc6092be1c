import { expect, it } from 'vitest';
import { shownPicks } from './pick-saving.tsx';

it('shows what was tapped over what the server confirmed', () => {
  const confirmed = { g1: { side: 'home', revision: 1 }, g2: { side: 'away', revision: 3 } } as const;
  expect(shownPicks(confirmed, { g1: 'away', g3: 'home' })).toEqual({
    g1: { side: 'away', bus: false },
    g2: { side: 'away', bus: false },
    g3: { side: 'home', bus: false },
  });
});
