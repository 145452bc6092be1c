import { describe, expect, it } from 'vitest';
import { contrastRatio, WHITE } from '#core/contrast.ts';
import { faceColor, faceColors, initialsOf } from './faces.ts';

/** The contrast that text needs (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;

describe('A person without a picture', () => {
  it.each([
    ['Kim', 'K'],
    ['kim miller', 'KM'],
    ['Kim van der Miller', 'KM'],
    ['  Ann   "Ace" Lee ', 'AL'],
    ['"Ace" (Lee)', 'AL'],
    ['Éva Ørsted', 'ÉØ'],
    ['7 Seven', '7S'],
    ['🏈 Fan', '🏈F'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧F'],
    ['!!!', '!'],
    ['', ''],
  ])('named %j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it.each(faceColors)('can be read on %s, in white', (color) => {
    expect(contrastRatio(color, WHITE)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it('always has the same color, and others have others', () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `user-${at}`);
    expect(ids.map(faceColor)).toEqual(ids.map(faceColor));
    const counts = faceColors.map((color) => ids.filter((id) => faceColor(id) === color).length);
    expect(Math.min(...counts)).toBeGreaterThan(40);
  });
});
