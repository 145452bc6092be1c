import { describe, expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { rounded, straightUp } from '#tests/core-samples.ts';
import type { FillableGame, FillOptions } from './quick-fill.ts';
import { gapCount, quickFill } from './quick-fill.ts';

const NOW = 1000;
const home = { side: 'home', bus: false } as const;

function game(gid: string, traits: Partial<FillableGame> = {}): FillableGame {
  return { gid, weekId: '2026-week1', lockAt: NOW + 1, void: null, spread: null, frozenSpread: null, ...traits };
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

  it.each([
    ['fills up to it, the first games first', { x: null, y: null, z: null }, {}, ['x', 'y'], 0, 2],
    ['counts what is picked', { x: null, y: null, z: null }, { y: { side: 'home', bus: false } }, ['x'], 0, 1],
    ['fills nothing once it is reached', { x: null, y: null }, { x: home, y: home }, [], 0, 0],
  ] as const)('if players pick a number of games, it %s', (_what, week, made, filled, left, gaps) => {
    const rules = rulesWith({ games: 2 });
    const open = Object.keys(week).map((gid) => game(gid));
    const result = quickFill(open, made, fill('home', { rules }));
    expect([[...result.sides.keys()], result.left]).toEqual([filled, left]);
    expect(gapCount(open, made, rules, NOW)).toBe(gaps);
  });

  it('with favorites searches all games if a number of them is picked, and counts games without a favorite', () => {
    const rules = rulesWith({ games: 2 });
    const [none, one, two] = [game('none'), game('one', { spread: 3 }), game('two', { spread: -3 })];
    const how = fill('favorites', { rules });
    expect(quickFill([none, one, two], {}, how)).toEqual({
      sides: new Map([
        ['one', 'home'],
        ['two', 'away'],
      ]),
      left: 0,
    });
    expect(quickFill([none, one], {}, how)).toEqual({ sides: new Map([['one', 'home']]), left: 1 });
  });

  it('by chance takes either side', () => {
    const twice = [game('a'), game('b')];
    const draws = [0.49, 0.5];
    const { sides } = quickFill(twice, {}, fill('chance', { random: () => draws.shift() ?? 0 }));
    expect([...sides.values()]).toEqual(['home', 'away']);
  });

  it.each([
    ['home by a positive line', 3, fill('favorites'), 'home'],
    ['away by a negative line', -3, fill('favorites'), 'away'],
    ['nobody without a line', null, fill('favorites'), null],
    ['nobody by an even line', 0, fill('favorites'), null],
    ['as the card shows it: an even line rounds to away', 0, fill('favorites', { rules: rounded }), 'away'],
  ] as const)('of favorites takes %s', (_what, spread, options, side) => {
    const { sides, left } = quickFill([game('g', { spread })], {}, options);
    expect(sides.get('g') ?? null).toBe(side);
    expect(left).toBe(side === null ? 1 : 0);
  });
});
