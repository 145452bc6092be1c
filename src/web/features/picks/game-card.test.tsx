import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { contrastRatio } from '#core/contrast.ts';
import { barColor, teamAbbrs } from '#core/teams.ts';
import { Drawing } from './drawing.tsx';
import { barBackground, cardBackgrounds, Weather } from './game-card.tsx';

it('knows the background of a card', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../tokens.css'), 'utf8');
  expect(tokens).toContain(`--panel-low: light-dark(${cardBackgrounds.light}, ${cardBackgrounds.dark});`);
});

it.each(teamAbbrs)('%s has a bar that is visible in both themes', (team) => {
  for (const ground of Object.values(cardBackgrounds)) {
    expect(contrastRatio(barColor(team, ground), ground)).toBeGreaterThanOrEqual(1.8);
  }
});

it('a dark team uses its first color in the light theme and its second in the dark one', () => {
  expect(barBackground('DEN')).toBe('light-dark(#002244, #FB4F14)');
});

it.each([
  ['48°F Light rain', 'rain', '48°F'],
  ['70°F Sunny', 'clear', '70°F'],
  ['Indoors', 'indoors', 'Indoors'],
] as const)('the weather %s has the icon of %s', (text, kind, start) => {
  const drawn = renderToStaticMarkup(<Weather text={text} beside="little" />);
  expect(drawn).toContain(renderToStaticMarkup(<Drawing name={kind} />));
  expect(drawn).toContain(`>${start} `);
});

it('weather that is not known takes no place', () => {
  expect(renderToStaticMarkup(<Weather text="" beside="little" />)).toBe('');
  expect(renderToStaticMarkup(<Weather text="Locusts" beside="little" />)).not.toContain('<svg');
});
