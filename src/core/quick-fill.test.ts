import { describe, expect, it } from 'vitest';
import type { FillableGame, FillRule } from './quick-fill.ts';
import { quickFill } from './quick-fill.ts';

const NOW = 1000;

function game(gid: string, traits: Partial<FillableGame> = {}): FillableGame {
  return { gid, lockAt: NOW + 1, void: null, spread: null, ...traits };
}

function rule(how: FillRule['how'], more: Partial<FillRule> = {}): FillRule {
  return { how, now: NOW, random: () => 0, useSpread: false, roundSpread: false, ...more };
}

describe('Quick fill', () => {
  const games = [
    game('open'),
    game('picked'),
    game('locked', { lockAt: NOW }),
    game('postponed', { void: 'postponed' }),
  ];
  const picks = { picked: { side: 'away', bus: false } } as const;

  it('fills the open games without a pick and no others', () => {
    expect(quickFill(games, picks, rule('home'))).toEqual({ sides: new Map([['open', 'home']]), left: 0 });
  });

  it('by chance takes either side', () => {
    const twice = [game('a'), game('b')];
    const draws = [0.49, 0.5];
    const { sides } = quickFill(twice, {}, rule('chance', { random: () => draws.shift() ?? 0 }));
    expect([...sides.values()]).toEqual(['home', 'away']);
  });

  it.each([
    ['home by a positive line', 3, rule('favourites'), 'home'],
    ['away by a negative line', -3, rule('favourites'), 'away'],
    ['nobody without a line', null, rule('favourites'), null],
    ['nobody by an even line', 0, rule('favourites'), null],
    [
      'as the card shows it: an even line rounds to away',
      0,
      rule('favourites', { useSpread: true, roundSpread: true }),
      'away',
    ],
  ] as const)('of favourites takes %s', (_what, spread, fill, side) => {
    const { sides, left } = quickFill([game('g', { spread })], {}, fill);
    expect(sides.get('g') ?? null).toBe(side);
    expect(left).toBe(side === null ? 1 : 0);
  });
});
