import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { autoSide, countsMissed, hasAutoPick, withAutoPicks } from '#core/auto-picks.ts';
import { isOver } from '#core/game.ts';
import { withPoolLock } from '#core/locks.ts';
import { pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { Picks } from '#core/types.ts';
import {
  aFinal,
  aGame,
  anyRules,
  anyWeek,
  away,
  HOUR,
  home,
  inPoints,
  MINUTE,
  SUNDAY_1PM,
  straightUp,
} from '#tests/core-samples.ts';

const missing = (missed: PoolRules['missed'], others: Partial<PoolRules> = {}) => rulesWith({ missed, ...others });
const always = { joinedAt: 0, autoUntil: null };
const line = { useSpread: true } as const;
const rounded = { useSpread: true, roundSpread: true } as const;

describe('The side that counts for a game that was not picked', () => {
  it.each([
    ['nothing', missing('nothing'), { spread: 3 }, null],
    ['home, whatever the line', missing('home', line), { spread: -3 }, 'home'],
    ['away, whatever the line', missing('away', line), { spread: 3 }, 'away'],
    ['away in a pool without lines', missing('away'), {}, 'away'],
    ['the favorite at home', missing('favourite', line), { spread: 3 }, 'home'],
    ['the favorite away', missing('favourite', line), { spread: -2.5 }, 'away'],
    ['the favorite of the game in a pool without lines', missing('favourite'), { spread: -2.5 }, 'away'],
    ['the home side without a line', missing('favourite', line), { spread: null }, 'home'],
    ['the home side without a line and without lines', missing('favourite'), { spread: null }, 'home'],
    ['the home side with an even line', missing('favourite', line), { spread: 0 }, 'home'],
    [
      'the favorite of the rounded line: an even one favors the away side',
      missing('favourite', rounded),
      { spread: 0 },
      'away',
    ],
    ['the underdog away', missing('underdog', line), { spread: 3 }, 'away'],
    ['the underdog at home, of the game in a pool without lines', missing('underdog'), { spread: -2.5 }, 'home'],
    ['the away side without a line', missing('underdog', line), { spread: null }, 'away'],
    ['the underdog of the rounded line', missing('underdog', rounded), { spread: 0 }, 'home'],
    ['nothing while the game is postponed', missing('home'), { void: 'postponed' }, null],
    ['nothing if it is cancelled', missing('favourite'), { void: 'cancelled', spread: 3 }, null],
  ] as const)('%s', (_name, rules, game, side) => {
    expect(autoSide(aGame(game), rules)).toBe(side);
  });

  it('follows a corrected line', () => {
    const rules = missing('favourite', line);
    expect([3, -3].map((spread) => autoSide(aGame({ spread }), rules))).toEqual(['home', 'away']);
  });
});

describe('An auto pick', () => {
  const game = aGame();
  const rules = missing('home');
  const deadline = game.lockAt - 3 * HOUR;

  it.each([
    ['is none a millisecond before the lock', game, rules, 0, game.lockAt - 1, false],
    ['is there at the lock', game, rules, 0, game.lockAt, true],
    ["is there at the pool's deadline for the week", withPoolLock(game, deadline), rules, 0, deadline, true],
    ['is none in a pool that counts nothing', game, straightUp, 0, game.lockAt, false],
    ['is none for a game that is void', aGame({ void: 'postponed' }), rules, 0, game.lockAt, false],
    ['is there for a member who joined just before the lock', game, rules, game.lockAt - 1, game.lockAt, true],
    ['is missing for a member who joined at the lock', game, rules, game.lockAt, game.lockAt, false],
    ['is missing for a member who joined after the lock', game, rules, game.lockAt + 1, game.lockAt + HOUR, false],
    [
      "is none for who joined between the pool's deadline and the game's own lock",
      withPoolLock(game, deadline),
      rules,
      deadline + MINUTE,
      game.lockAt,
      false,
    ],
  ] as const)('%s', (_name, each, by, joinedAt, now, is) => {
    expect(hasAutoPick(each, by, { joinedAt, autoUntil: null }, now)).toBe(is);
  });
});

describe('A week with missed games', () => {
  const games = [
    aFinal(20, 24, { gid: 'a', spread: 3 }),
    aFinal(20, 23, { gid: 'b', spread: 3 }),
    aFinal(20, 20, { gid: 'c', spread: null }),
    aFinal(30, 10, { gid: 'd', spread: -7 }),
    aFinal(30, 10, { gid: 'e', spread: 3, void: 'cancelled' }),
    aGame({ gid: 'f', status: 'In Progress', homeScore: 7 }),
  ];
  const score = (rules: PoolRules, picks: Picks = {}, joinedAt = 0) =>
    inPoints(weeklyScore(games, withAutoPicks(games, picks, rules, { joinedAt, autoUntil: null }), rules));

  it.each([
    ['counts nothing by default', missing('nothing'), {}, 0],
    ['home sides: two right, the tie nobody’s', missing('home'), {}, 2],
    ['away sides: one right', missing('away'), {}, 1],
    ['favorites: home, home, home for want of a line, away', missing('favourite'), {}, 3],
    ['favorites with the line: one covers, the push is home’s, the away one covers', missing('favourite', line), {}, 3],
    ['a push is half a point', missing('favourite', { ...line, push: 'half' }), {}, 2.5],
    ['a push counts for nobody', missing('favourite', { ...line, push: 'none' }), {}, 2],
    ['a tie is half a point', missing('away', { tie: 'half' }), {}, 1.5],
    ['a tie is right for both', missing('away', { tie: 'both' }), {}, 2],
    ['only if nothing was picked', missing('home'), { a: away, d: away }, 2],
    ['nothing if everything was picked', missing('home'), { a: away, b: away, c: away, d: home }, 0],
  ] as const)('%s', (_name, rules, picks, points) => {
    expect(score(rules, picks)).toBe(points);
  });

  it('counts no game that locked before the member joined', () => {
    expect(score(missing('home'), {}, SUNDAY_1PM + HOUR)).toBe(0);
    expect(score(missing('home'), { a: home }, SUNDAY_1PM + HOUR)).toBe(1);
  });

  it('does not count as progress: only own picks do', () => {
    const counted = withAutoPicks(games, { a: away }, missing('home'), always);
    expect(pickProgress(games, counted, missing('home'))).toEqual({ made: 1, total: 5, complete: false });
  });

  it('says which picks are auto', () => {
    const counted = withAutoPicks(games, { a: away }, missing('home'), always);
    expect(counted.a).toBe(away);
    expect(counted.b).toEqual({ side: 'home', bus: false, auto: true });
    expect(Object.keys(counted).sort()).toEqual(['a', 'b', 'c', 'd', 'f']);
  });
});

test('No rule changes a side that somebody picked, and none adds a pick to a game that does not count', () => {
  fc.assert(
    fc.property(anyWeek, anyRules, fc.integer({ min: 0, max: 2 * SUNDAY_1PM }), ({ games, picks }, rules, joinedAt) => {
      const counted = withAutoPicks(games, picks, rules, { joinedAt, autoUntil: null });
      for (const [gid, pick] of Object.entries(picks)) expect(counted[gid]).toBe(pick);
      for (const { gid, void: off, lockAt } of games) {
        if (gid in picks) continue;
        const isDue = countsMissed(rules) && off === null && lockAt > joinedAt;
        expect(gid in counted).toBe(isDue);
      }
    }),
  );
});

test('A player who picks exactly the auto sides scores the same as without picks', () => {
  fc.assert(
    fc.property(anyWeek, anyRules, ({ games }, rules) => {
      const over = games.filter(isOver);
      const picked = over.flatMap((game) => {
        const side = autoSide(game, rules);
        return side === null ? [] : [[game.gid, { side, bus: false }] as const];
      });
      const counted = withAutoPicks(over, {}, rules, always);
      expect(weeklyScore(over, counted, rules)).toBe(weeklyScore(over, Object.fromEntries(picked), rules));
    }),
  );
});
