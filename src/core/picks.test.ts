import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeText, tally } from '#core/outcome.ts';
import {
  canMarkBest,
  isWeekFull,
  missedPicks,
  nextUnpicked,
  pickOf,
  pickProgress,
  pickResult,
  progressText,
  sharesOf,
} from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { winner } from '#core/spread.ts';
import type { Game, Picks } from '#core/types.ts';
import { mayPlayWeek } from '#core/weekly-play.ts';
import {
  aFinal,
  aGame,
  anyRules,
  anyWeek,
  away,
  home,
  SUNDAY_1PM,
  straightUp,
  withSpread,
} from '#tests/core-samples.ts';

describe('The pick of a game', () => {
  it.each(['constructor', '__proto__', 'toString'])('is not mistaken for what every object has: %s', (gid) => {
    expect(pickOf({}, gid)).toBeUndefined();
  });
});

const pushOf = (push: PoolRules['push']) => rulesWith({ useSpread: true, push });
const half = pushOf('half');

describe('The result of a pick', () => {
  it.each([
    ['on the winner is correct', home, aFinal(17, 24), straightUp, 'correct'],
    ['on the loser is incorrect', away, aFinal(17, 24), straightUp, 'incorrect'],
    ['on home in a straight-up tie is incorrect', home, aFinal(20, 20), straightUp, 'incorrect'],
    ['on away in a straight-up tie is incorrect', away, aFinal(20, 20), straightUp, 'incorrect'],
    [
      'on a favorite that wins by too little is incorrect',
      home,
      aFinal(17, 24, { spread: 7.5 }),
      withSpread,
      'incorrect',
    ],
    ['on an underdog that loses by little is correct', away, aFinal(17, 24, { spread: 7.5 }), withSpread, 'correct'],
    ['on home in a push is correct', home, aFinal(17, 24, { spread: 7 }), withSpread, 'correct'],
    ['on away in a push is incorrect', away, aFinal(17, 24, { spread: 7 }), withSpread, 'incorrect'],
    ['in a push that is half a point is split', home, aFinal(17, 24, { spread: 7 }), half, 'split'],
    ['in a push that counts for nobody is none', away, aFinal(17, 24, { spread: 7 }), pushOf('none'), 'none'],
    ['in a tie that is half a point is split', away, aFinal(20, 20), rulesWith({ tie: 'half' }), 'split'],
    ['in a tie that is right for both is correct', away, aFinal(20, 20), rulesWith({ tie: 'both' }), 'correct'],
    ['on an even line that ends level is that of a tie', home, aFinal(20, 20, { spread: 0 }), half, 'incorrect'],
    ['on a game to come is pending', home, aGame(), straightUp, 'pending'],
    ['on a running game is pending', home, aGame({ status: 'In Progress', homeScore: 30 }), straightUp, 'pending'],
    ['on a postponed game is none', home, aGame({ void: 'postponed' }), straightUp, 'none'],
    ['on a cancelled game is none, even with a score', home, aFinal(3, 6, { void: 'cancelled' }), straightUp, 'none'],
    ['that was not made is none', undefined, aFinal(17, 24), straightUp, 'none'],
    ['that was not made is none before the game, too', undefined, aGame(), straightUp, 'none'],
    ['of the bus driver counts like any other', { side: 'home', bus: true }, aFinal(17, 24), straightUp, 'correct'],
  ] as const)('%s', (_name, pick, game, rules, result) => {
    expect(pickResult(pick, game, rules)).toBe(result);
  });

  it('counts again with the pick it had when a postponed game is replayed within its week', () => {
    const postponed = aGame({ void: 'postponed' });
    expect(pickResult(home, postponed, straightUp)).toBe('none');
    expect(pickResult(home, { ...postponed, void: null }, straightUp)).toBe('pending');
    expect(pickResult(home, { ...postponed, void: null, status: 'Final', homeScore: 9 }, straightUp)).toBe('correct');
  });

  it('is correct for exactly one side, or follows the rules if nobody won', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games }, rules) => {
        for (const game of games.filter((each) => winner(each, rules) !== null)) {
          const results = [home, away].map((pick) => pickResult(pick, game, rules)).toSorted();
          const tie = { nobody: 'incorrect', half: 'split', both: 'correct' }[rules.tie];
          const push = rules.push === 'half' ? 'split' : 'none';
          const won = winner(game, rules);
          const both = won === 'tie' ? tie : push;
          const sided = won === 'home' || won === 'away';
          expect(results).toEqual(sided ? ['correct', 'incorrect'] : [both, both]);
        }
      }),
    );
  });
});

describe('The picks-made counter', () => {
  const games = [aGame({ gid: 'a' }), aGame({ gid: 'b' }), aGame({ gid: 'c', void: 'postponed' })];

  it.each([
    ['nothing picked', {}, { made: 0, total: 2, complete: false }, '2 picks remaining'],
    ['one picked', { a: home }, { made: 1, total: 2, complete: false }, '1 pick remaining'],
    ['all picked that count', { a: home, b: away }, { made: 2, total: 2, complete: true }, 'All picks submitted!'],
    [
      'a pick on a postponed game does not help',
      { a: home, c: home },
      { made: 1, total: 2, complete: false },
      '1 pick remaining',
    ],
    [
      'a pick on a game of another week does not help',
      { a: home, z: home },
      { made: 1, total: 2, complete: false },
      '1 pick remaining',
    ],
  ] as const)('%s', (_name, picks, progress, text) => {
    expect(pickProgress(games, picks, straightUp)).toEqual(progress);
    expect(progressText(pickProgress(games, picks, straightUp))).toBe(text);
  });

  it('has nothing left to ask for when every game of the week is off', () => {
    const off = games.map((game) => ({ ...game, void: 'cancelled' as const }));
    expect(pickProgress(off, {}, straightUp)).toEqual({ made: 0, total: 0, complete: true });
  });

  describe('does not include missed games:', () => {
    const now = SUNDAY_1PM;
    const [over, open] = [aGame({ gid: 'over', lockAt: now }), aGame({ gid: 'open', lockAt: now + 1 })];
    const off = aGame({ gid: 'off', lockAt: now, void: 'cancelled' });

    it.each([
      ['a closed game without a pick, not one that is open', [over, open], {}, 1],
      ['whatever else is picked', [over, open], { open: away }, 1],
      ['not one with a pick', [over, open], { over: home }, 0],
      ['not one that is off', [off], {}, 0],
    ] as const)('%s', (_name, week, picks, missed) => {
      expect(missedPicks(week, picks, now, straightUp)).toBe(missed);
      const plays = week.some(({ gid, lockAt }) => lockAt <= now && pickOf(picks, gid) !== undefined);
      expect(missedPicks(week, picks, now, rulesWith({ weekly: true }))).toBe(plays ? missed : 0);
      expect(mayPlayWeek(week, { picks, hasOrder: false }, now)).toBe(plays);
      expect(mayPlayWeek(week, { picks: {}, hasOrder: true }, now)).toBe(true);
      expect(mayPlayWeek(week, { picks, hasOrder: true }, now - 1)).toBe(false);
    });
  });

  describe('the next gap', () => {
    const now = SUNDAY_1PM;
    const [over, first, second] = [
      aGame({ gid: 'over', lockAt: now }),
      aGame({ gid: 'first', lockAt: now + 1 }),
      aGame({ gid: 'second', lockAt: now + 1 }),
    ];
    const off = aGame({ gid: 'off', lockAt: now + 1, void: 'postponed' });

    it.each([
      ['is the first that can be picked and is not', {}, 'first'],
      ['passes over picked games', { first: home }, 'second'],
      ['is none if nothing is left to pick, whatever was missed', { first: home, second: away }, null],
    ] as const)('%s', (_name, picks, gid) => {
      expect(nextUnpicked([over, off, first, second], picks, now, straightUp)?.gid ?? null).toBe(gid);
    });
  });

  it('is complete exactly when nothing is missing, and never counts more than there are', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games: week, picks }, rules) => {
        const { made, total, complete } = pickProgress(week, picks, rules);
        expect(made).toBeLessThanOrEqual(total);
        expect(total).toBeLessThanOrEqual(week.length);
        expect(complete).toBe(made === total);
      }),
    );
  });
});

describe('Where players choose so many games of a week', () => {
  const now = SUNDAY_1PM;
  const two = rulesWith({ games: 2 });
  const [a, b, c] = ['a', 'b', 'c'].map((gid) => aGame({ gid, lockAt: now + 1 })) as [Game, Game, Game];
  const off = aGame({ gid: 'off', lockAt: now + 1, void: 'postponed' });
  const over = aGame({ gid: 'over', lockAt: now });
  const other = aGame({ gid: 'other', lockAt: now + 1, weekId: '2026-week2' });

  it.each<[string, readonly Game[], Picks, number, number, string | null]>([
    ['nothing is picked', [a, b, c], {}, 0, 2, 'a'],
    ['one is picked', [a, b, c], { a: home }, 1, 2, 'b'],
    ['the week is full', [a, b, c], { a: home, c: away }, 2, 2, null],
    ['a pick of a game that is off takes no place', [a, off], { off: home }, 0, 1, 'a'],
    [
      'a game that comes back leaves more picks than the limit: they stay',
      [a, b, c],
      { a: home, b: home, c: home },
      2,
      2,
      null,
    ],
    ['the week has fewer games than the limit', [a], { a: home }, 1, 1, null],
    ['a game that locked without a pick takes no place', [over, a, b], { a: home }, 1, 2, 'b'],
    ['a locked pick takes one', [over, a, b], { over: home, a: home }, 2, 2, null],
    ['each week has places of its own', [a, b, c, other], { a: home, b: home }, 2, 3, 'other'],
    ['every game is off', [off], { off: home }, 0, 0, null],
  ])('%s', (_name, games, picks, made, total, next) => {
    expect(pickProgress(games, picks, two)).toEqual({ made, total, complete: made === total });
    expect(nextUnpicked(games, picks, now, two)?.gid ?? null).toBe(next);
    expect(missedPicks(games, picks, now, two)).toBe(0);
  });

  it('the week is full, and takes another pick once one is taken back', () => {
    const isFull = (picks: Picks, week = a.weekId) => isWeekFull([a, b, c, other], picks, week, two);
    expect([isFull({ a: home }), isFull({ a: home, b: home })]).toEqual([false, true]);
    expect(isFull({ a: home, b: home }, other.weekId)).toBe(false);
    expect(isWeekFull([a], { a: home }, a.weekId, straightUp)).toBe(false);
  });

  it('a game that is over and was not picked is not missed', () => {
    const games = [aFinal(3, 7, { gid: 'x' }), aFinal(3, 7, { gid: 'y' })];
    expect(outcomeText(games, { x: home }, two, 0)).toBe('2 games: 1 right, 1 not picked');
  });
});

describe('The summary of games that are over', () => {
  const right = aFinal(3, 7, { gid: 'right' });
  const wrong = aFinal(7, 3, { gid: 'wrong' });
  const tied = aFinal(7, 7, { gid: 'tied' });
  const missed = aFinal(3, 7, { gid: 'missed' });
  const picks = { right: home, wrong: home, tied: home };

  it.each([
    [[right, wrong, tied, missed], '4 games: 1 right, 2 wrong, 1 missed'],
    [[right, missed], '2 games: 1 right, 1 missed'],
    [[wrong, tied], '2 games: 2 wrong'],
    [[right], '1 game: right'],
    [[tied], '1 game: wrong'],
    [[missed], '1 game: missed'],
  ])('%#', (games, text) => {
    expect(outcomeText(games, picks, straightUp, 0)).toBe(text);
  });

  it('uses the line if the pool does', () => {
    const covered = aFinal(17, 20, { gid: 'right', spread: 3.5 });
    expect(outcomeText([covered, wrong], picks, withSpread, 0)).toBe('2 games: 2 wrong');
    const push = aFinal(17, 20, { gid: 'right', spread: 3 });
    expect(outcomeText([push, wrong], picks, half, 0)).toBe('2 games: 1 half right, 1 wrong');
    expect(outcomeText([push, wrong], picks, pushOf('none'), 0)).toBe('2 games: 1 wrong, 1 not counted');
  });
});

describe('The summary of games that are over, with auto picks', () => {
  const games = [aFinal(17, 20, { gid: 'a' }), aFinal(20, 17, { gid: 'b' }), aFinal(17, 20, { gid: 'c' })];
  const auto = { ...home, auto: true } as const;

  it.each([
    [
      'are right or wrong, and labeled auto',
      games,
      { a: home, b: auto, c: auto },
      '3 games: 2 right, 1 wrong (2 auto)',
    ],
    ['are listed with missed games', games, { b: auto }, '3 games: 1 wrong, 2 missed (1 auto)'],
    ['are labeled for one game, too', games.slice(0, 1), { a: auto }, '1 game: right (auto)'],
  ] as const)('%s', (_name, over, picks, text) => {
    expect(outcomeText(over, picks, straightUp, 0)).toBe(text);
  });
});

describe('The shares of a game', () => {
  it.each([
    [{ home: 0, away: 0 }, null],
    [
      { home: 3, away: 0 },
      { home: 100, away: 0 },
    ],
    [
      { home: 1, away: 2 },
      { home: 33, away: 67 },
    ],
    [
      { home: 5, away: 3 },
      { home: 63, away: 37 },
    ],
    [
      { home: 1, away: 1 },
      { home: 50, away: 50 },
    ],
  ])('%o', (counts, shares) => {
    expect(sharesOf(counts)).toEqual(shares);
  });

  it('always make 100', () => {
    const count = fc.nat({ max: 100_000 });
    fc.assert(
      fc.property(count, count, (home, away) => {
        const shares = sharesOf({ home, away });
        expect(shares === null ? home + away : shares.home + shares.away).toBe(shares === null ? 0 : 100);
      }),
    );
  });
});

describe('The tally', () => {
  it('counts right and wrong picks on Final games only', () => {
    const games = [
      aFinal(3, 7, { gid: 'right' }),
      aFinal(7, 3, { gid: 'wrong' }),
      aFinal(7, 7, { gid: 'tied' }),
      aFinal(3, 7, { gid: 'not picked' }),
      aFinal(3, 7, { gid: 'void', void: 'cancelled' }),
      aGame({ gid: 'running', status: 'In Progress', homeScore: 7 }),
      aGame({ gid: 'to come' }),
    ];
    const picks = { right: home, wrong: home, tied: home, void: home, running: home, 'to come': home };
    expect(tally(games, picks, straightUp)).toEqual({ correct: 1, split: 0, incorrect: 2 });
    expect(tally(games, picks, rulesWith({ tie: 'half' }))).toEqual({ correct: 1, split: 1, incorrect: 1 });
  });

  it('and the pending picks add up to all picks made', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games, picks }, rules) => {
        const { correct, split, incorrect } = tally(games, picks, rules);
        const results = games.map((game) => pickResult(pickOf(picks, game.gid), game, rules));
        const pending = results.filter((result) => result === 'pending').length;
        const pushes = games.filter((game) => winner(game, rules) === 'push' && pickOf(picks, game.gid));
        const uncounted = rules.push === 'none' ? pushes.length : 0;
        expect(correct + split + incorrect + pending + uncounted).toBe(pickProgress(games, picks, straightUp).made);
      }),
    );
  });

  it('does not depend on the order of the games', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, ({ games, picks }, rules) => {
        expect(tally(games.toReversed(), picks, rules)).toEqual(tally(games, picks, rules));
      }),
    );
  });
});

describe('Another best bet', () => {
  const week = [aGame({ gid: 'a' }), aGame({ gid: 'b' }), aGame({ gid: 'off', void: 'cancelled' })];
  const bet = { ...home, best: true };

  it.each<[string, Picks, 0 | 1 | 2, boolean]>([
    ['can be marked below the limit', { a: bet }, 2, true],
    ['cannot be marked at the limit', { a: bet, b: bet }, 2, false],
    ['cannot be marked if there are none', {}, 0, false],
    ['can be marked if the marked game is off', { off: bet }, 1, true],
    ['can be marked next to picks without a mark', { a: home, b: { ...away, best: false } }, 1, true],
  ])('%s', (_name, picks, bestBets, can) => {
    expect(canMarkBest(week, picks, rulesWith({ bestBets }))).toBe(can);
  });
});
