import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contrastRatio, MIN_BAR_CONTRAST } from '#core/contrast.ts';
import { barColor, teamAbbrs } from '#core/teams.ts';
import { barBackground, grounds } from './game-card.tsx';

it('knows what a card is painted with', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../tokens.css'), 'utf8');
  expect(tokens).toContain(`--panel-low: light-dark(${grounds.light}, ${grounds.dark});`);
});

it.each(teamAbbrs)('%s has a bar that can be seen in both themes', (team) => {
  for (const ground of Object.values(grounds)) {
    expect(contrastRatio(barColor(team, ground), ground)).toBeGreaterThanOrEqual(MIN_BAR_CONTRAST);
  }
});

it('a dark team keeps its first color by day and takes its second at night', () => {
  expect(barBackground('DEN')).toBe('light-dark(#002244, #FB4F14)');
});
