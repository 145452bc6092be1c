import { describe, expect, test } from 'vitest';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { earlierGamesText, earlierWeeksText, earlierWeekText, movesEarlier, withdrawnText } from './lock-news.ts';
import { NO_LOCK } from './locks.ts';

const lock = SUNDAY_1PM;

describe('Members are notified of a lock', () => {
  test.each([
    ['that moves forward while it is open', lock, lock - 6 * MINUTE, lock - HOUR, true],
    ['that moves forward into the past', lock, lock - 3 * HOUR, lock - HOUR, true],
    ['but not of one that moves by five minutes', lock, lock - 5 * MINUTE, lock - HOUR, false],
    ['but not of one that moves back', lock, lock + HOUR, lock - HOUR, false],
    ['but not of one that was reached', lock, lock - HOUR, lock, false],
    ['but not of one that a game gets with its new time', NO_LOCK, lock, lock - HOUR, false],
  ])('%s', (_, before, after, now, isNews) => {
    expect(movesEarlier(before, after, now)).toBe(isNews);
  });
});

test('names every game, with times in the zone of schedules', () => {
  const game = aGame({ weekId: '2026-week11' });
  const name = `${game.away} @ ${game.home}`;
  expect(earlierGamesText('2026-week11', [{ ...game, lockAt: lock }])).toBe(
    `1 game of Week 11 now locks earlier.\n${name}: Sun, Sep 13, 1:00 PM EDT`,
  );
  expect(earlierWeekText('2026-week11', lock)).toBe('Week 11 now locks earlier: Sun, Sep 13, 1:00 PM EDT');
  expect(earlierWeeksText([['2026-week11', lock]])).toBe(earlierWeekText('2026-week11', lock));
  const both = [
    ['2026-week11', lock],
    ['2026-week12', lock + HOUR],
  ] as const;
  expect(earlierWeeksText(both)).toBe(
    '2 weeks now lock earlier.\nWeek 11: Sun, Sep 13, 1:00 PM EDT\nWeek 12: Sun, Sep 13, 2:00 PM EDT',
  );
  expect(withdrawnText('2026-week1', [game])).toBe(`${name} moved to Week 11.\nPicks for it in Week 1 were withdrawn.`);
});
