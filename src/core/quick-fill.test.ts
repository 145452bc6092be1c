import { describe, expect, it } from 'vitest';
import { rounded, straightUp } from '#tests/core-samples.ts';
import type { FillableGame, FillOptions } from './quick-fill.ts';
import { quickFill } from './quick-fill.ts';

const NOW = 1000;

function game(gid: string, traits: Partial<FillableGame> = {}): FillableGame {
  return { gid, lockAt: NOW + 1, void: null, spread: null, ...traits };
}

function fill(how: FillOptions['how'], more: Partial<FillOptions> = {}): FillOptions {
  return { how, now: NOW, random: () => 0, rules: straightUp, ...more };
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
    expect(quickFill(games, picks, fill('home'))).toEqual({ sides: new Map([['open', 'home']]), left: 0 });
  });

  it('by chance takes either side', () => {
    const twice = [game('a'), game('b')];
    const draws = [0.49, 0.5];
    const { sides } = quickFill(twice, {}, fill('chance', { random: () => draws.shift() ?? 0 }));
    expect([...sides.values()]).toEqual(['home', 'away']);
  });

  it.each([
    ['home by a positive line', 3, fill('favourites'), 'home'],
    ['away by a negative line', -3, fill('favourites'), 'away'],
    ['nobody without a line', null, fill('favourites'), null],
    ['nobody by an even line', 0, fill('favourites'), null],
    ['as the card shows it: an even line rounds to away', 0, fill('favourites', { rules: rounded }), 'away'],
  ] as const)('of favourites takes %s', (_what, spread, options, side) => {
    const { sides, left } = quickFill([game('g', { spread })], {}, options);
    expect(sides.get('g') ?? null).toBe(side);
    expect(left).toBe(side === null ? 1 : 0);
  });
});
