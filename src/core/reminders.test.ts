import { describe, expect, it } from 'vitest';
import { asksForOrder, missingOf, nextShownLock, openGames, reminderState } from '#core/reminders.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { aGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';

describe('A game of which a pick can be missing', () => {
  it('is neither locked nor postponed or cancelled', () => {
    const games = [
      { gid: 'open', lockAt: 101, void: null },
      { gid: 'locked', lockAt: 100, void: null },
      { gid: 'postponed', lockAt: 200, void: 'postponed' as const },
    ];
    expect(openGames(games, 100).map((game) => game.gid)).toEqual(['open']);
  });
});

it('The next lock is shown as the kick-off, as the lock in the minutes after it, and not if nothing is open', () => {
  const [next, later] = [aGame(), aGame({ kickoff: SUNDAY_1PM + HOUR })];
  expect(nextShownLock([later, next], SUNDAY_1PM - 1)).toBe(SUNDAY_1PM);
  expect(nextShownLock([later, next], SUNDAY_1PM)).toBe(next.lockAt);
  expect(nextShownLock([], SUNDAY_1PM)).toBeNull();
});

describe('The picks that somebody lacks', () => {
  it.each([
    ['are the open games without a pick', 'all', { counting: 16, made: 10, open: 8, madeOpen: 5 }, 3],
    ['are no more than the pool lets them make', 5, { counting: 16, made: 4, open: 8, madeOpen: 2 }, 1],
    ['are none once they have made as many', 5, { counting: 16, made: 5, open: 8, madeOpen: 2 }, 0],
    ['are none above the limit either', 5, { counting: 16, made: 6, open: 8, madeOpen: 2 }, 0],
    ['are no more than games are open', 5, { counting: 16, made: 0, open: 2, madeOpen: 0 }, 2],
    ['are those of a week that has fewer games than the limit', 5, { counting: 3, made: 1, open: 3, madeOpen: 1 }, 2],
  ] as const)('%s', (_what, games, picks, missing) => {
    expect(missingOf(picks, picks, rulesWith({ games }))).toBe(missing);
  });
});

it.each([
  ['is asked for while two games are open', 'confidence', 2, true],
  ['is not asked for while one is open, since its place is fixed', 'confidence', 1, false],
  ['is not asked for in a pool without confidence', 'pickem', 2, false],
] as const)('An order %s', (_what, format, open, asks) => {
  expect(asksForOrder(open, rulesWith({ format }))).toBe(asks);
});

describe('A person with missing picks', () => {
  const sam = { isReminded: false, wantsReminders: true, hasMail: true };

  it.each([
    [{}, 'ready'],
    [{ isReminded: true }, 'reminded'],
    [{ wantsReminders: false }, 'opted_out'],
    [{ hasMail: false }, 'no_mail'],
    [{ wantsReminders: false, hasMail: false }, 'opted_out'],
    [{ isReminded: true, wantsReminders: false, hasMail: false }, 'reminded'],
  ])('%j: %s', (others, state) => {
    expect(reminderState({ ...sam, ...others })).toBe(state);
  });
});
