import { describe, expect, test } from 'vitest';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { PlannedWeek } from './later-weeks.ts';
import { firstLaterWeek, isDeadlineMissed, WEEK_RULES_NOTICE_MS } from './later-weeks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { rulesWith } from './rules/pool-rules.ts';
import { DAY_MS } from './time.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const THURSDAY = SUNDAY_1PM - 3 * DAY_MS + 7 * HOUR;
const MONDAY = SUNDAY_1PM + DAY_MS + 7 * HOUR;
const [thursday, sunday, monday] = [
  aGame({ gid: 'thursday', kickoff: THURSDAY }),
  aGame({ gid: 'sunday' }),
  aGame({ gid: 'monday', kickoff: MONDAY }),
];
const free = rulesWith({});
const noThursday = rulesWith({ slate: 'days', thursdayGames: false });
const out = new Map([['thursday', false]]);

/** The second week of a pool whose first week is over, by default with games on Sunday and Monday. */
function aWeek(some: Partial<PlannedWeek> = {}): PlannedWeek {
  const ownGames = [sunday, monday];
  return {
    weekId: '2026-week2',
    enabled: true,
    ownGames,
    slate: new Map(),
    deadline: null,
    since: 0,
    settlesAt: null,
    ...some,
  };
}

const over = aWeek({
  weekId: '2026-week1',
  ownGames: [aGame({ gid: 'over', kickoff: SUNDAY_1PM - 7 * DAY_MS })],
  settlesAt: LOCK - 7 * DAY_MS,
});
const [inTime, late] = [LOCK - WEEK_RULES_NOTICE_MS, LOCK - WEEK_RULES_NOTICE_MS + 1];
const off = (gid: string, lockAt: number) => aGame({ gid, void: 'cancelled', kickoff: SUNDAY_1PM, lockAt });

describe('New rules of deadlines and games', () => {
  test.each<[string, Partial<PlannedWeek>, PoolRules, number, boolean]>([
    ['reach a week exactly 48 hours before its first lock', {}, free, inTime, true],
    ['do not reach it any later', {}, free, late, false],
    ['do not reach a week that has begun', {}, free, LOCK, false],
    ['do not reach a week whose deadline is near', { deadline: LOCK - HOUR }, free, inTime, false],
    [
      'do not reach a week whose new deadline is near',
      {},
      rulesWith({ deadline: 'own', deadlineDay: 'sunday', deadlineTime: '12:00' }),
      inTime,
      false,
    ],
    [
      'do not reach a week whose new deadline is over',
      {},
      rulesWith({ deadline: 'own', deadlineDay: 'wednesday', deadlineTime: '12:00' }),
      inTime,
      false,
    ],
    [
      'reach a week whose near game is left out before and after',
      { ownGames: [thursday, sunday], slate: out },
      rulesWith({ ...noThursday, deadline: 'week' }),
      inTime,
      true,
    ],
    [
      'do not reach a week in which a near game is left out only before',
      { ownGames: [thursday, sunday], slate: out },
      free,
      THURSDAY - HOUR,
      false,
    ],
    [
      'do not reach a week in which a near game is left out only after',
      { ownGames: [thursday, sunday] },
      noThursday,
      THURSDAY - HOUR,
      false,
    ],
    [
      'reach a week in which a game that was left out has locked: it stays out',
      { ownGames: [aGame({ gid: 'thursday', kickoff: THURSDAY, lockAt: inTime - HOUR }), sunday], slate: out },
      free,
      inTime,
      true,
    ],
    [
      'do not reach a week with a lock of a game that was canceled later',
      { ownGames: [off('off', inTime), monday] },
      free,
      inTime,
      false,
    ],
    [
      'reach a week whose near game is canceled before its lock',
      { ownGames: [off('off', inTime + HOUR), monday] },
      free,
      inTime,
      true,
    ],
    ['do not reach a week whose games were settled', { ownGames: [monday], settlesAt: inTime }, free, inTime, false],
    ['reach a week without games', { ownGames: [] }, free, late, true],
  ])('%s', (_, some, rules, now, isReached) => {
    expect(firstLaterWeek([over, aWeek(some)], rules, now)).toBe(isReached ? '2026-week2' : null);
  });

  const third = aWeek({ weekId: '2026-week3', ownGames: [aGame({ gid: 'third', kickoff: SUNDAY_1PM + 7 * DAY_MS })] });

  test('hold from the first week after the last one that is too near', () => {
    expect(firstLaterWeek([third, aWeek(), over], free, inTime)).toBe('2026-week2');
    expect(firstLaterWeek([third, aWeek(), over], free, late)).toBe('2026-week3');
    const begun = { ...third, ownGames: [aGame({ gid: 'third', lockAt: inTime })] };
    expect(firstLaterWeek([over, aWeek(), begun], free, inTime)).toBeNull();
  });

  test('hold from a week that the pool plays', () => {
    expect(firstLaterWeek([over, aWeek({ enabled: false }), third], free, inTime)).toBe('2026-week3');
    expect(firstLaterWeek([over, aWeek({ enabled: false })], free, inTime)).toBeNull();
  });
});

describe('A deadline that is over in a week whose games are still open', () => {
  const own = { deadline: 'own', deadlineDay: 'wednesday', deadlineTime: '12:00' } as const;
  const week = [thursday, sunday, monday];

  test.each<[string, Partial<PoolRules>, number, boolean]>([
    ['each game by itself has none', {}, MONDAY, false],
    ['all with the first, before it', { deadline: 'week' }, THURSDAY, false],
    ['all with the first, after it', { deadline: 'week' }, THURSDAY + 5 * MINUTE, true],
    ['all with the first, once all are locked', { deadline: 'week' }, MONDAY + 5 * MINUTE, false],
    ['with the first on Sunday, before it', { deadline: 'sunday' }, THURSDAY + HOUR, false],
    ['with the first on Sunday, after it', { deadline: 'sunday' }, LOCK, true],
    ['at a time of its own, which is over', own, THURSDAY - HOUR, true],
  ])('is missed: %s', (_, rules, now, isMissed) => {
    expect(isDeadlineMissed(rulesWith(rules), week, now)).toBe(isMissed);
  });

  test('is not missed by games that lock together already', () => {
    const together = week.map((game) => ({ ...game, lockAt: THURSDAY + 5 * MINUTE }));
    expect(isDeadlineMissed(rulesWith({ deadline: 'week' }), together, THURSDAY + HOUR)).toBe(false);
  });
});
