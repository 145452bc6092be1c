import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import {
  displayedSpread,
  effectiveSpread,
  favoredSide,
  leadingSide,
  pushPossible,
  ROUNDING_STEP,
  winner,
  withPoolLine,
} from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import {
  aFinal,
  aGame,
  anyGame,
  anyLine,
  anyRules,
  anySpread,
  rounded,
  straightUp,
  withSpread,
} from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

const swapped = { home: 'away', away: 'home', tie: 'tie', push: 'push' } as const;

/** The same game with the sides switched. */
function turned(game: Game): Game {
  const turn = (line: number | null) => (line === null ? null : -line);
  const lines = { spread: turn(game.spread), frozenSpread: turn(game.frozenSpread) };
  return { ...game, homeScore: game.awayScore, awayScore: game.homeScore, ...lines };
}

describe('The displayed spread', () => {
  it.each([
    ['a pool without spread shows none', 7, straightUp, null],
    ['a pool without spread shows none, also with rounding ticked', 7, { ...straightUp, roundSpread: true }, null],
    ['no line yet is blank', null, withSpread, null],
    ['no line yet is blank with rounding', null, rounded, null],
    ['a whole line stands as it is', 3, withSpread, 3],
    ['a half line stands as it is', -6.5, withSpread, -6.5],
    ['an even line stands as it is', 0, withSpread, 0],
    ['rounding moves a positive whole line up', 3, rounded, 3.5],
    ['rounding moves a negative whole line down', -3, rounded, -3.5],
    ['rounding moves an even line down', 0, rounded, -0.5],
    ['rounding leaves a positive half line', 2.5, rounded, 2.5],
    ['rounding leaves a negative half line', -2.5, rounded, -2.5],
  ] as const)('%s', (_name, spread, rules, shown) => {
    expect(displayedSpread(spread, rules)).toBe(shown);
  });

  it('is what decides, too', () => {
    fc.assert(
      fc.property(anySpread, anyRules, (spread, rules) => {
        expect(effectiveSpread({ spread, frozenSpread: null }, rules)).toBe(displayedSpread(spread, rules));
      }),
    );
  });

  it.each<[string, Partial<PoolRules>, number | null, number | null, number | null]>([
    ['moves by default, whatever is frozen', {}, -7, -3, -7],
    ['is blank if the line was removed', {}, null, -3, null],
    ['is the frozen one if lines are frozen', { line: 'frozen' }, -7, -3, -3],
    ['is the frozen one if there is no other', { line: 'frozen' }, null, -3, -3],
    ['is the current one while none is frozen', { line: 'frozen' }, -7, null, -7],
    ['is blank while there is none at all', { line: 'frozen' }, null, null, null],
    ['is an even frozen one', { line: 'frozen' }, -7, 0, 0],
    ['is a frozen one that is rounded, up', { line: 'frozen', roundSpread: true }, 7, 3, 3.5],
    ['is a frozen one that is rounded, down', { line: 'frozen', roundSpread: true }, 7, 0, -0.5],
    ['is none in a pool without spread', { line: 'frozen', useSpread: false }, -7, -3, null],
  ])('%s', (_, some, spread, frozenSpread, shown) => {
    expect(effectiveSpread({ spread, frozenSpread }, rulesWith({ useSpread: true, ...some }))).toBe(shown);
  });

  it('decides a game by the frozen line, pushes included', () => {
    const game = aFinal(20, 23, { spread: 7, frozenSpread: 3 });
    const results = (['home', 'half', 'none'] as const).map((push) =>
      [{}, { line: 'frozen' } as const].map((line) => winner(game, rulesWith({ useSpread: true, push, ...line }))),
    );
    expect(results).toEqual([
      ['away', 'home'],
      ['away', 'push'],
      ['away', 'push'],
    ]);
  });

  it('is the corrected one of a pool with frozen lines, for that game alone', () => {
    const game = aGame({ spread: -7, frozenSpread: -3 });
    const frozen = rulesWith({ useSpread: true, line: 'frozen' });
    expect(effectiveSpread(withPoolLine(game, { [game.gid]: -2.5 }), frozen)).toBe(-2.5);
    expect(effectiveSpread(withPoolLine(game, { [game.gid]: -2.5 }), withSpread)).toBe(-7);
    expect(withPoolLine(game, { other: 1 })).toBe(game);
    expect(withPoolLine({ ...game, gid: 'constructor' }, {}).frozenSpread).toBe(-3);
  });

  it('with rounding is never whole and never further than half a point away', () => {
    expect(ROUNDING_STEP).toBe(0.5);
    fc.assert(
      fc.property(anyLine, (line) => {
        const shown = displayedSpread(line, rounded) ?? Number.NaN;
        expect(Number.isInteger(shown)).toBe(false);
        expect(Math.abs(shown - line)).toBeLessThanOrEqual(0.5);
        expect(Math.abs(shown)).toBeGreaterThanOrEqual(Math.abs(line));
      }),
    );
  });
});

describe('The favored side', () => {
  it.each([
    [7, 'home'],
    [0.5, 'home'],
    [-0.5, 'away'],
    [-10, 'away'],
    [0, null],
    [null, null],
  ])('of a spread of %s is %s', (spread, side) => {
    expect(favoredSide(spread)).toBe(side);
  });

  it('with rounding always exists if there is a line', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(favoredSide(displayedSpread(line, rounded))).not.toBeNull();
      }),
    );
  });
});

describe('A push', () => {
  it.each([
    [7, true],
    [-3, true],
    [0, false],
    [null, false],
    [3.5, false],
    [-0.5, false],
  ])('with a spread of %s: possible is %s', (spread, possible) => {
    expect(pushPossible(spread)).toBe(possible);
  });

  it('never happens in a pool that rounds', () => {
    fc.assert(
      fc.property(anySpread, (spread) => {
        expect(pushPossible(displayedSpread(spread, rounded))).toBe(false);
      }),
    );
  });

  it('goes to the home side, whichever side was favored', () => {
    expect(winner(aFinal(20, 27, { spread: 7 }), withSpread)).toBe('home');
    expect(winner(aFinal(27, 20, { spread: -7 }), withSpread)).toBe('home');
  });

  it('is possible exactly if some score gives the game to the home side although nobody beat the line', () => {
    fc.assert(
      fc.property(anyLine, (spread) => {
        const met = Number.isInteger(spread) ? winner(aFinal(40, 40 + spread, { spread }), withSpread) : 'tie';
        expect(met === 'home').toBe(pushPossible(spread));
      }),
    );
  });
});

describe('The winner', () => {
  it.each<[string, number, number, number | null, PoolRules, 'home' | 'away' | 'tie']>([
    ['straight up, the higher score: home', 17, 24, 7.5, straightUp, 'home'],
    ['straight up, the higher score: away', 24, 17, 7.5, straightUp, 'away'],
    ['straight up, a tie is nobody’s', 20, 20, 7.5, straightUp, 'tie'],
    ['home favored by 6.5 wins by 7', 17, 24, 6.5, withSpread, 'home'],
    ['home favored by 7.5 wins by 7 only', 17, 24, 7.5, withSpread, 'away'],
    ['away favored by 3.5 wins by 4', 24, 20, -3.5, withSpread, 'away'],
    ['away favored by 3.5 wins by 3 only', 23, 20, -3.5, withSpread, 'home'],
    ['home favored by 3 wins by 3: a push, home', 20, 23, 3, withSpread, 'home'],
    ['away favored by 3 wins by 3: a push, home', 23, 20, -3, withSpread, 'home'],
    ['home favored by 3 wins by 3, rounded to 3.5', 20, 23, 3, rounded, 'away'],
    ['away favored by 3 wins by 3, rounded to -3.5', 23, 20, -3, rounded, 'home'],
    ['an even line is played straight up', 24, 17, 0, withSpread, 'away'],
    ['a tie on an even line is nobody’s', 20, 20, 0, withSpread, 'tie'],
    ['a tie on an even line, rounded to -0.5, is home’s', 20, 20, 0, rounded, 'home'],
    ['away by 1 on an even line, rounded to -0.5', 21, 20, 0, rounded, 'away'],
    ['no line is played straight up', 24, 17, null, withSpread, 'away'],
    ['a tie without a line is nobody’s', 20, 20, null, rounded, 'tie'],
    ['a goalless tie is a tie', 0, 0, null, straightUp, 'tie'],
  ])('%s', (_name, awayScore, homeScore, spread, rules, side) => {
    expect(winner(aFinal(awayScore, homeScore, { spread }), rules)).toBe(side);
  });

  it.each(['Not Started', 'In Progress'] as const)('is nobody while the game is %s', (status) => {
    expect(winner(aGame({ status, homeScore: 21 }), straightUp)).toBeNull();
  });

  it.each(['postponed', 'cancelled'] as const)('is nobody of a game that is %s, whatever its score', (reason) => {
    expect(winner(aFinal(3, 21, { void: reason }), straightUp)).toBeNull();
  });

  it('switches if the sides are switched, except for a push and a rounded even line', () => {
    fc.assert(
      fc.property(anyGame, anyRules, (drawn, rules) => {
        const game = { ...drawn, status: 'Final', void: null } as const;
        const spread = effectiveSpread(game, rules);
        fc.pre(!(rules.useSpread && rules.roundSpread && [game.spread, game.frozenSpread].includes(0)));
        fc.pre(spread === null || spread === 0 || game.awayScore + spread !== game.homeScore);
        const first = winner(game, rules);
        expect(first).not.toBeNull();
        expect(winner(turned(game), rules)).toBe(first && swapped[first]);
      }),
    );
  });

  it('is never a tie if a line other than an even one decides', () => {
    fc.assert(
      fc.property(anyGame, anyRules, (game, rules) => {
        fc.pre(favoredSide(effectiveSpread(game, rules)) !== null);
        expect(winner(game, rules)).not.toBe('tie');
      }),
    );
  });

  it('never stops winning by scoring more', () => {
    fc.assert(
      fc.property(anyGame, anyRules, fc.integer({ min: 1, max: 30 }), (drawn, rules, points) => {
        const game = { ...drawn, status: 'Final', void: null } as const;
        if (winner(game, rules) === 'home') {
          expect(winner({ ...game, homeScore: game.homeScore + points }, rules)).toBe('home');
        }
        if (winner(game, rules) === 'away') {
          expect(winner({ ...game, awayScore: game.awayScore + points }, rules)).toBe('away');
        }
      }),
    );
  });
});

describe('The leading side of a running game', () => {
  it('is found by the rule that will decide it', () => {
    fc.assert(
      fc.property(anyGame, anyRules, (drawn, rules) => {
        const running = { ...drawn, status: 'In Progress' } as const;
        expect(leadingSide(running, rules)).toBe(winner({ ...running, status: 'Final' }, rules));
      }),
    );
  });

  it.each(['Not Started', 'Final'] as const)('is nobody while the game is %s', (status) => {
    expect(leadingSide(aGame({ status, homeScore: 7 }), straightUp)).toBeNull();
  });

  it('is nobody in a game that was broken off and postponed', () => {
    expect(leadingSide(aGame({ status: 'In Progress', homeScore: 7, void: 'postponed' }), straightUp)).toBeNull();
  });
});

describe('Ten seasons of real games', () => {
  const games = nflCsv('games.csv').filter((row) => row.home_score !== '' && row.spread_line !== '');

  function played(row: Record<string, string>): Game {
    return aFinal(Number(row.away_score), Number(row.home_score), { spread: Number(row.spread_line) });
  }

  it('go straight up to the side with the higher result', () => {
    expect(games.length).toBeGreaterThan(2700);
    for (const row of games) {
      const margin = Number(row.result);
      const expected = margin > 0 ? 'home' : margin < 0 ? 'away' : 'tie';
      expect(winner(played(row), straightUp)).toBe(expected);
    }
  });

  it('go with the line to home when the result reaches it, to away otherwise', () => {
    for (const row of games.filter((each) => Number(each.spread_line) !== 0)) {
      const covers = Number(row.result) >= Number(row.spread_line);
      expect(winner(played(row), withSpread)).toBe(covers ? 'home' : 'away');
    }
  });

  it('have lines whose favorite wins about two games of three, so the sign is read the right way', () => {
    const decided = games.filter((row) => Number(row.spread_line) !== 0 && Number(row.result) !== 0);
    const right = decided.filter((row) => favoredSide(Number(row.spread_line)) === winner(played(row), straightUp));
    expect(right.length / decided.length).toBeGreaterThan(0.6);
    expect(right.length / decided.length).toBeLessThan(0.75);
  });
});
