import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pickResult } from '#core/picks.ts';
import type { Game } from '#core/types.ts';
import { aFinal, aGame, anyGame, anyRules, rounded, straightUp, withSpread } from '#tests/core-samples.ts';
import { ruleExample, sampleExample } from './example.ts';
import type { PoolRules } from './pool-rules.ts';
import { rulesWith } from './pool-rules.ts';

describe('The example of the rules', () => {
  test.each<[string, PoolRules, Game[], string | null]>([
    ['no game', straightUp, [], null],
    ['none that is over', straightUp, [aGame({ status: 'In Progress', homeScore: 7 })], null],
    ['none that counts', straightUp, [aFinal(7, 10, { void: 'cancelled' })], null],
    ['straight up', straightUp, [aFinal(20, 24)], 'Week 1: DAL 20, PHI 24. PHI was the right pick: 1 point.'],
    [
      'straight up, whatever the line',
      straightUp,
      [aFinal(24, 20, { spread: 7 })],
      'Week 1: DAL 24, PHI 20. DAL was the right pick: 1 point.',
    ],
    [
      'what a best bet was worth',
      rulesWith({ bestBets: 1, superBowlPoints: 3 }),
      [aFinal(20, 24, { weekId: '2026-super-bowl' })],
      'Super Bowl: DAL 20, PHI 24. PHI was the right pick: 3 points. As a best bet: 6 points.',
    ],
    [
      'a right pick with confidence by what was put on it',
      rulesWith({ format: 'confidence' }),
      [...Array.from({ length: 11 }, () => aGame()), aFinal(20, 24)],
      'Week 1: DAL 20, PHI 24. PHI was the right pick: 10 points for anyone who put 10 on it.',
    ],
    [
      'no more put on it than a week has games, at the points of its round',
      rulesWith({ format: 'confidence', superBowlPoints: 3, tie: 'half' }),
      [aFinal(20, 20, { weekId: '2026-super-bowl' })],
      'Super Bowl: DAL 20, PHI 20. Either side earned 1.5 points for anyone who put 1 on it.',
    ],
    [
      'a team that won, and one that lost, with one life',
      rulesWith({ format: 'survivor' }),
      [aFinal(20, 24)],
      'Week 1: DAL 20, PHI 24. Anyone with PHI stayed in; anyone with DAL was out.',
    ],
    [
      'the same with more lives',
      rulesWith({ format: 'survivor', lives: 2 }),
      [aFinal(24, 20)],
      'Week 1: DAL 24, PHI 20. Anyone with DAL was safe; anyone with PHI lost a life.',
    ],
    [
      'a tie, which costs a life',
      rulesWith({ format: 'survivor', lives: 3 }),
      [aFinal(20, 20)],
      'Week 1: DAL 20, PHI 20. Anyone with either team lost a life.',
    ],
    [
      'a team that lost, and one that won, where teams are chosen to lose',
      rulesWith({ format: 'survivor', goal: 'lose' }),
      [aFinal(20, 24)],
      'Week 1: DAL 20, PHI 24. Anyone with DAL stayed in; anyone with PHI was out.',
    ],
    [
      'a tie that is safe',
      rulesWith({ format: 'survivor', survivorTie: 'wins', lives: 2 }),
      [aFinal(20, 20)],
      'Week 1: DAL 20, PHI 20. Anyone with either team was safe.',
    ],
    [
      'a tie that costs a life where teams are chosen to lose',
      rulesWith({ format: 'survivor', goal: 'lose' }),
      [aFinal(20, 20)],
      'Week 1: DAL 20, PHI 20. Anyone with either team was out.',
    ],
    [
      'no team that keeps anyone in by itself, where a week has two',
      rulesWith({ format: 'survivor', twoTeamsFrom: 1 }),
      [aFinal(20, 24)],
      'Week 1: DAL 20, PHI 24. PHI was safe; anyone with DAL was out.',
    ],
    [
      'one team as ever in a week before those with two',
      rulesWith({ format: 'survivor', twoTeamsFrom: 2 }),
      [aFinal(20, 24)],
      'Week 1: DAL 20, PHI 24. Anyone with PHI stayed in; anyone with DAL was out.',
    ],
    [
      'that a team which cost a life may have cost nothing, where all go on',
      rulesWith({ format: 'survivor', allOut: 'goOn', lives: 2 }),
      [aFinal(20, 20)],
      'Week 1: DAL 20, PHI 20. Anyone with either team lost a life, unless that put out everyone who was left.',
    ],
    [
      'no best bet if nobody was right',
      rulesWith({ bestBets: 1 }),
      [aFinal(20, 20)],
      'Week 1: DAL 20, PHI 20. Nobody was right.',
    ],
    ['a tie straight up', straightUp, [aFinal(20, 20)], 'Week 1: DAL 20, PHI 20. Nobody was right.'],
    [
      'the home side favored, and short of its line',
      withSpread,
      [aFinal(20, 23, { spread: 3.5 })],
      "Week 1: DAL 20, PHI 23. With PHI favored by 3.5, DAL's score counts as 23.5. DAL was the right pick: 1 point.",
    ],
    [
      'the away side favored, and short of its line',
      withSpread,
      [aFinal(23, 20, { spread: -3.5 })],
      "Week 1: DAL 23, PHI 20. With DAL favored by 3.5, DAL's score counts as 19.5. PHI was the right pick: 1 point.",
    ],
    [
      'a line that was rounded',
      rounded,
      [aFinal(20, 23, { spread: 3 })],
      "Week 1: DAL 20, PHI 23. With PHI favored by 3.5, DAL's score counts as 23.5. DAL was the right pick: 1 point.",
    ],
    [
      'a score that meets the line',
      withSpread,
      [aFinal(20, 23, { spread: 3 })],
      "Week 1: DAL 20, PHI 23. With PHI favored by 3, DAL's score counts as 23. PHI was the right pick: 1 point.",
    ],
    [
      'no line',
      withSpread,
      [aFinal(20, 23)],
      'Week 1: DAL 20, PHI 23. There was no line. PHI was the right pick: 1 point.',
    ],
    [
      'an even line',
      withSpread,
      [aFinal(20, 23, { spread: 0 })],
      'Week 1: DAL 20, PHI 23. The line was even. PHI was the right pick: 1 point.',
    ],
    [
      'a round by its name',
      straightUp,
      [aFinal(20, 23, { weekId: '2026-super-bowl' })],
      'Super Bowl: DAL 20, PHI 23. PHI was the right pick: 1 point.',
    ],
  ])('tells %s', (_, rules, games, text) => {
    expect(ruleExample(games, rules)).toBe(text);
  });

  test.each<[string, Partial<PoolRules>, Game, string]>([
    [
      'half a point for a push',
      { push: 'half' },
      aFinal(20, 23, { spread: 3 }),
      "DAL's score counts as 23. Either side earned 0.5 points.",
    ],
    [
      'no point for a push',
      { push: 'none' },
      aFinal(20, 23, { spread: 3 }),
      "DAL's score counts as 23. The game counts for nobody.",
    ],
    [
      'a push that goes home',
      {},
      aFinal(20, 23, { spread: 3 }),
      "DAL's score counts as 23. PHI was the right pick: 1 point.",
    ],
    [
      'half a point for a tie',
      { tie: 'half' },
      aFinal(20, 20, { spread: 0 }),
      'The line was even. Either side earned 0.5 points.',
    ],
    ['a tie that both have right', { tie: 'both' }, aFinal(20, 20), 'There was no line. Either side earned 1 point.'],
    [
      'the points of a round',
      { superBowlPoints: 3 },
      aFinal(20, 20 + 9, { weekId: '2026-super-bowl', spread: 3 }),
      'PHI was the right pick: 3 points.',
    ],
    [
      'half of them',
      { superBowlPoints: 3, push: 'half' },
      aFinal(20, 23, { weekId: '2026-super-bowl', spread: 3 }),
      'Either side earned 1.5 points.',
    ],
  ])('tells %s', (_, some, game, text) => {
    const told = ruleExample([game], rulesWith({ useSpread: true, ...some }));
    expect(told?.endsWith(text), told ?? '').toBe(true);
  });

  test.each<[Partial<PoolRules>, string]>([
    [{}, 'KC is the right pick: 1 point.'],
    [{ useSpread: true }, "With KC favored by 6.5, CIN's score counts as 31.5. CIN is the right pick: 1 point."],
    [{ format: 'confidence' }, 'KC is the right pick: 10 points for anyone who put 10 on it.'],
    [{ format: 'survivor' }, 'Anyone with KC stays in; anyone with CIN is out.'],
    [{ format: 'survivor', twoTeamsFrom: 1 }, 'KC is safe; anyone with CIN is out.'],
    [
      { format: 'survivor', lives: 2, allOut: 'goOn' },
      'Anyone with KC is safe; anyone with CIN loses a life, unless that puts out everyone who is left.',
    ],
  ])('is a game of an earlier season while none of the pool is over, as something assumed: %j', (some, effect) => {
    expect(sampleExample(rulesWith(some))).toBe(`Say KC beats CIN 26-25, as in Week 2 of 2024. ${effect}`);
  });

  test('assumes that an underdog won where that is worth more', () => {
    expect(sampleExample(rulesWith({ upset: 'line', bestBets: 1 }))).toBe(
      'Say TB beats DET 20-16, as in Week 2 of 2024. DET is favored by 7.5. TB is the right pick: 8 points. As a best bet: 16 points.',
    );
  });

  test('has an assumed game for any rules', () => {
    fc.assert(fc.property(anyRules, (rules) => void expect(sampleExample(rules)).toMatch(/^Say \w+ beats \w+ .*\.$/)));
  });

  const plain = aFinal(10, 30, { away: 'NYG', home: 'KC' });
  const lined = aFinal(10, 30, { away: 'NYJ', home: 'LV', spread: 3.5 });
  const turned = aFinal(20, 23, { away: 'MIA', home: 'NE', spread: 3.5 });
  const level = aFinal(20, 20, { away: 'BUF', home: 'SF', spread: 0 });

  test.each<[string, Game[], string]>([
    ['one with a line before one without', [lined, plain], 'NYJ'],
    ['one that the line turns before others', [turned, lined, plain], 'MIA'],
    ['one in which both sides fare alike before all', [level, turned, lined], 'BUF'],
    ['the last of equal ones', [turned, aFinal(20, 23, { away: 'DEN', home: 'LAC', spread: 3.5 }), plain], 'DEN'],
  ])('shows %s', (_, games, away) => {
    expect(ruleExample(games, withSpread)).toContain(`: ${away} `);
  });

  test('names the sides for which a pick is right, if sides are picked', () => {
    fc.assert(
      fc.property(anyGame, anyRules, (game, rules) => {
        fc.pre(rules.format !== 'survivor');
        const text = ruleExample([game], rules) ?? '';
        const right = (['home', 'away'] as const).filter(
          (side) => pickResult({ side, bus: false }, game, rules) === 'correct',
        );
        const [side] = right;
        expect(text.includes(' was the right pick:')).toBe(right.length === 1);
        if (right.length === 1 && side) expect(text).toContain(`${game[side]} was the right pick:`);
      }),
    );
  });
});
