import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contrastRatio, MIN_BAR_CONTRAST } from '#core/contrast.ts';
import { barColor, teamAbbrs } from '#core/teams.ts';
import { barBackground, cardBackgrounds } from './game-card.tsx';

it('knows the background of a card', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../tokens.css'), 'utf8');
  expect(tokens).toContain(`--panel-low: light-dark(${cardBackgrounds.light}, ${cardBackgrounds.dark});`);
});

it.each(teamAbbrs)('%s has a bar that is visible in both themes', (team) => {
  for (const ground of Object.values(cardBackgrounds)) {
    expect(contrastRatio(barColor(team, ground), ground)).toBeGreaterThanOrEqual(MIN_BAR_CONTRAST);
  }
});

it('a dark team uses its first color in the light theme and its second in the dark one', () => {
  expect(barBackground('DEN')).toBe('light-dark(#002244, #FB4F14)');
});
