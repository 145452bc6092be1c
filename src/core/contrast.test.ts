import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACK, contrastRatio, isReadable, MIN_CONTRAST, readableText, WHITE } from '#core/contrast.ts';
import { teams } from '#core/teams.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('The contrast of two colors', () => {
  it.each([
    ['black on white is the highest there is', BLACK, WHITE, 21],
    ['a color on itself is the lowest', '#5a1414', '#5a1414', 1],
    ['the gray that just passes AA', '#767676', WHITE, 4.54],
    ['pure red on white', '#ff0000', WHITE, 4.0],
    ['pure blue on white', '#0000ff', WHITE, 8.59],
    ['pure green on black', '#00ff00', BLACK, 15.3],
  ])('follows WCAG: %s', (_name, text, background, ratio) => {
    expect(contrastRatio(text, background)).toBeCloseTo(ratio, 1);
  });

  it('reads short and long colors, in small and capital letters, alike', () => {
    expect(contrastRatio('#f80', BLACK)).toBe(contrastRatio('#FF8800', BLACK));
  });

  it.each(['', 'white', '#12', '#12345', '#gggggg', 'rgb(0,0,0)', '#0000000'])(
    'treats %j, which is not a color, as white',
    (text) => {
      expect(contrastRatio(text, BLACK)).toBe(21);
    },
  );

  it('is the same whichever color is the text, and lies between 1 and 21', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (a, b) => {
        const ratio = contrastRatio(a, b);
        expect(ratio).toBe(contrastRatio(b, a));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
      }),
    );
  });
});

describe('Text on a team color', () => {
  it('has a contrast of at least 3 on any background', () => {
    expect(MIN_CONTRAST).toBe(3);
    fc.assert(
      fc.property(anyColor, (background) => {
        expect(contrastRatio(readableText(background), background)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it('is white if white is readable, and black only if it is not', () => {
    fc.assert(
      fc.property(anyColor, (background) => {
        expect(readableText(background)).toBe(isReadable(WHITE, background) ? WHITE : BLACK);
      }),
    );
  });

  it.each([
    ['PHI', WHITE],
    ['PIT', WHITE],
    ['NO', BLACK],
  ])('is for %s %s', (abbr, text) => {
    const team = teams.find((each) => each.abbr === abbr);
    expect(readableText(team?.colors.primary ?? '')).toBe(text);
  });

  it('is black on a background that is not a color, since the page is then white', () => {
    expect(readableText('nonsense')).toBe(BLACK);
  });
});
