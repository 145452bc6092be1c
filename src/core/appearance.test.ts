import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOOTER_COUNT, LOGO_SWAP_MS, otherTheme, pickFooter, startingTheme, THEME_KEY } from '#core/appearance.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('The theme', () => {
  it.each([
    ['the stored one', 'dark', false, 'dark'],
    ['the stored one, also against the system', 'light', true, 'light'],
    ['the system’s when none is stored', null, true, 'dark'],
    ['the system’s when what is stored is no theme', 'purple', true, 'dark'],
    ['light when the system prefers it', null, false, 'light'],
    ['light when the system does not say', null, null, 'light'],
  ] as const)('starts as %s', (_name, stored, prefersDark, theme) => {
    expect(startingTheme(stored, prefersDark)).toBe(theme);
  });

  it('is toggled between two, and stored under its key', () => {
    expect(otherTheme('light')).toBe('dark');
    expect(otherTheme('dark')).toBe('light');
    expect(THEME_KEY).toBe('theme');
  });
});

describe('The footer picture', () => {
  it('is one of 29, each of which can appear', () => {
    expect(FOOTER_COUNT).toBe(29);
    const shown = Array.from({ length: 29 }, (_, index) => pickFooter((index + 0.5) / 29, []));
    expect(new Set(shown).size).toBe(29);
    expect(pickFooter(0, [])).toBe(0);
    expect(pickFooter(1 - Number.EPSILON / 2, [])).toBe(28);
  });

  it('is a different one if some are broken, and each other one can appear', () => {
    const any = fc.integer({ min: 0, max: 28 });
    fc.assert(
      fc.property(chance, fc.uniqueArray(any, { maxLength: 28 }), (random, broken) => {
        const next = pickFooter(random, broken);
        expect(broken).not.toContain(next);
        expect(next !== null && next >= 0 && next <= 28).toBe(true);
      }),
    );
    const others = Array.from({ length: 27 }, (_, index) => pickFooter((index + 0.5) / 27, [7, 28]));
    expect(new Set(others).size).toBe(27);
  });

  it('is none once all are broken', () => {
    const all = Array.from({ length: 29 }, (_, at) => at);
    expect([pickFooter(0, all), pickFooter(0, all.slice(1))]).toEqual([null, 0]);
  });
});

describe('The logo', () => {
  it('swaps every 5 seconds', () => {
    expect(LOGO_SWAP_MS).toBe(5000);
  });
});
