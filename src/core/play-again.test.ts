import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameInSeason, playAgain } from './play-again.ts';
import { presets } from './rules/presets.ts';

describe('A pool that is played again', () => {
  const pool = {
    name: 'Office 2026',
    description: 'For us',
    moneyUrl: 'https://money.example.org',
    rules: presets.spread,
  };

  it('takes its name with the new year, its description, its money link and its rules', () => {
    expect(playAgain({ ...pool, id: 'p1', trashTalk: {} } as typeof pool, 2026, 2027)).toEqual({
      ...pool,
      name: 'Office 2027',
    });
  });

  it.each([
    ['Office', 'Office'],
    ['2026 and 2026', '2027 and 2027'],
    ['Office 2026/27', 'Office 2027/28'],
    ['Office 2026-2027', 'Office 2027-2028'],
    ['Office 2026–27', 'Office 2027–28'],
    ['Office 2026-2', 'Office 2027-2'],
    ['Since 2025', 'Since 2025'],
    ['Room 20260', 'Room 20260'],
    ['Room 12026', 'Room 12026'],
    ['Route 2026/270', 'Route 2027/270'],
  ])('is named after the new season: %s', (name, again) => {
    expect(nameInSeason(name, 2026, 2027)).toBe(again);
  });

  it('may leave seasons out, and pass the end of a century', () => {
    expect(nameInSeason('Office 2026/27', 2026, 2029)).toBe('Office 2029/30');
    expect(nameInSeason('Office 2098/99', 2098, 2099)).toBe('Office 2099/00');
    expect(nameInSeason('Office 2099/00', 2099, 2100)).toBe('Office 2100/01');
  });

  it('keeps its name if it had no weeks', () => {
    expect(nameInSeason('Office 2026', null, 2027)).toBe('Office 2026');
  });

  it('has a name that is no longer than before', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1920, max: 2098 }), (name, year) => {
        const held = `${name}${year}`;
        expect(nameInSeason(held, year, year + 1)).toHaveLength(held.length);
      }),
    );
  });
});
