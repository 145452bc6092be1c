import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { hasAutoPick, isPastLimit, withAutoPicks } from '#core/auto-picks.ts';
import { autoUntil, limitsMissed, mayDefault, missedWeeks } from '#core/missed-limit.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weekId } from '#core/weeks.ts';
import { aFinal, aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

const [NINE, TEN, ELEVEN] = [weekId(2026, 9), weekId(2026, 10), weekId(2026, 11)];
const limited = (missedLimit: PoolRules['missedLimit'], missed: PoolRules['missed'] = 'home') =>
  rulesWith({ missed, missedLimit });

describe('A week counts towards the limit of auto picks', () => {
  const game = aFinal(20, 24, { gid: 'a', weekId: NINE });

  it.each([
    ['if a game of it is over that the entry did not pick', [game], [], 0, [NINE]],
    ['not if it picked the game', [game], ['a'], 0, []],
    ['not if the game had locked when it joined', [game], [], game.lockAt, []],
    ['if it joined just before the lock', [game], [], game.lockAt - 1, [NINE]],
    ['not if the game is off', [aFinal(20, 24, { void: 'cancelled' })], [], 0, []],
    ['not before the game is over', [aGame({ status: 'In Progress' })], [], 0, []],
    ['once, however many games it misses', [game, { ...game, gid: 'b' }, { ...game, gid: 'c' }], ['c'], 0, [NINE]],
    [
      'in playing order',
      [aFinal(1, 2, { gid: 'c', weekId: ELEVEN }), aFinal(1, 2, { gid: 'b', weekId: TEN }), game],
      [],
      0,
      [NINE, TEN, ELEVEN],
    ],
  ] as const)('%s', (_what, games, picked, joinedAt, weeks) => {
    const hasPicked = (gid: string) => picked.some((each) => each === gid);
    expect(missedWeeks(games, { joinedAt, hasPicked })).toEqual(weeks);
  });
});

describe('Missed games count', () => {
  it.each([
    ['in all weeks without a limit', limited('none'), [NINE, TEN], null],
    ['in all weeks until the limit is reached', limited(3), [NINE, TEN], null],
    ['up to the last week of the limit', limited(2), [NINE, TEN, ELEVEN], TEN],
    ['up to the first week', limited(1), [NINE, TEN, ELEVEN], NINE],
    ['without this limit, where defaults are stored', limited(1, 'own'), [NINE, TEN], null],
    ['without a limit, where they count nothing', limited(1, 'nothing'), [NINE, TEN], null],
  ] as const)('%s', (_what, rules, weeks, until) => {
    expect(autoUntil(weeks, rules)).toBe(until);
    if (until !== null) expect(limitsMissed(rules)).toBe(true);
  });

  it.each([
    [NINE, null, true],
    [NINE, TEN, true],
    [TEN, TEN, true],
    [ELEVEN, TEN, false],
    [TEN, NINE, false],
  ])('in %s if the last week is %s: %s', (week, until, counts) => {
    const game = aGame({ gid: 'a', weekId: week });
    const entry = { joinedAt: 0, autoUntil: until };
    expect(isPastLimit(week, until)).toBe(!counts);
    expect(hasAutoPick(game, limited(1), entry, game.lockAt)).toBe(counts);
    expect('a' in withAutoPicks([game], {}, limited(1), entry)).toBe(counts);
  });
});

test('With a limit, missed games count in the first weeks of the same games without one, and in no other', () => {
  const states = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.boolean(), fc.boolean()), { maxLength: 16 });
  fc.assert(
    fc.property(states, fc.constantFrom(1, 2, 3), (drawn, limit) => {
      const games = drawn.map(([week], at) => aFinal(20, 10, { gid: `g${at}`, weekId: weekId(2026, week) }));
      const picks = Object.fromEntries(
        drawn.flatMap(([, isPicked, isHome], at) =>
          isPicked ? [[`g${at}`, { side: isHome ? ('home' as const) : ('away' as const), bus: false }]] : [],
        ),
      );
      const missed = missedWeeks(games, { joinedAt: SUNDAY_1PM - HOUR, hasPicked: (gid) => gid in picks });
      const entry = { joinedAt: SUNDAY_1PM - HOUR, autoUntil: autoUntil(missed, limited(limit)) };
      const counted = withAutoPicks(games, picks, limited(limit), entry);
      const first = missed.slice(0, limit);
      for (const { gid, weekId: week } of games) expect(gid in counted).toBe(gid in picks || first.includes(week));
    }),
  );
});

describe('A default makes picks in a week', () => {
  it.each([
    ['without a limit', 'none', [NINE, TEN], true],
    ['before the limit is reached', 2, [NINE], true],
    ['not once it is', 2, [NINE, TEN], false],
    ['in which it made some already', 1, [ELEVEN], true],
  ] as const)('%s', (_what, limit, weeks, may) => {
    expect(mayDefault(ELEVEN, new Set(weeks), { missedLimit: limit })).toBe(may);
  });
});
