import { expect, test } from 'vitest';
import { safeText, usesText, winsHeading, winsText } from './rule-texts.ts';

test.each([
  [{}, 'Wins: 1 win, 2 wins. Won'],
  [{ goal: 'lose' }, 'Safe: 1 safe week, 2 safe weeks. Safe'],
  [{ survivorTie: 'wins' }, 'Safe: 1 safe week, 2 safe weeks. Safe'],
] as const)('safe choices are called by the rules: %j %s', (rules, text) => {
  const counts = [1, 2].map((wins) => winsText(wins, rules)).join(', ');
  expect(`${winsHeading(rules)}: ${counts}. ${safeText(rules)}`).toBe(text);
});

test('a team that may be used once was used in a week, another one several times', () => {
  expect([usesText('2026-week3', {}), usesText('2026-week3', { teamUses: 2 })]).toEqual(['in Week 3', 'twice']);
});
