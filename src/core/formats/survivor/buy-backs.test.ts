import { describe, expect, test } from 'vitest';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aGame, boughtBackAfter, HOUR } from '#tests/core-samples.ts';
import type { BuyBacks, BuyBackWindow } from './buy-backs.ts';
import {
  canBuyBack,
  isAfterTheEnd,
  pastWindow,
  undoEnd,
  weeksWithoutChance,
  windowOf,
  withPossibleBuyBacks,
} from './buy-backs.ts';
import type { SurvivorWeek, TeamChoices } from './survivor.ts';
import { sparedWeeks, survivorOrder, survivorSeason, survivorWinners } from './survivor.ts';
import { weekHolder, weekStage } from './week.ts';

const weekId = (number: number) => (number < 19 ? `2026-week${number}` : '2026-wild-card');

/** PHI at home to DAL, and KC to LV; a week locks at 100 times its number. */
const week = (number: number, phi: 'won' | 'lost' | 'open' = 'lost') => {
  const facts = { weekId: weekId(number), kickoff: number, lockAt: 100 * number };
  const end = phi === 'open' ? {} : { status: 'Final' as const, homeScore: phi === 'won' ? 20 : 10, awayScore: 15 };
  return {
    id: weekId(number),
    games: [
      aGame({ ...facts, gid: `${number} PHI`, home: 'PHI', away: 'DAL', ...end }),
      aGame({ ...facts, gid: `${number} KC`, home: 'KC', away: 'LV', lockAt: facts.lockAt + 5, ...end }),
    ],
  };
};
const choose = (teams: Readonly<Record<number, string>>): TeamChoices =>
  Object.fromEntries(
    Object.entries(teams).map(([number, team]) => [weekId(Number(number)), { gid: `${number} ${team}`, team }]),
  );
const rulesOf = (some: Partial<PoolRules>) => rulesWith({ format: 'survivor', buyBacks: 1, ...some });
const boughtIn = (...numbers: number[]) => boughtBackAfter(...numbers.map(weekId));

describe('An entry that was bought back', () => {
  const weeks = [week(1, 'lost'), week(2, 'won'), week(3, 'lost'), week(4, 'lost'), week(5, 'open')];
  const phi = choose({ 1: 'PHI', 2: 'PHI', 3: 'PHI', 4: 'KC' });
  const many = { teamUses: 3 } as const;

  test.each<[string, Partial<PoolRules>, BuyBacks, number, number | null, number[]]>([
    ['not at all', many, boughtIn(), 0, 1, []],
    ['goes on with one life until it loses that', many, boughtIn(1), 0, 3, [1]],
    ['has one life, however many it had', { ...many, lives: 2 }, boughtIn(3), 0, 4, [3]],
    ['twice, where the rules allow two', { ...many, buyBacks: 2 }, boughtIn(1, 3), 0, 4, [1, 3]],
    ['no more often than they allow', many, boughtIn(1, 3), 0, 3, [1]],
    ['not where they allow none', { ...many, buyBacks: 0 }, boughtIn(1), 0, 1, []],
    ['in the last week that they allow', { ...many, buyBackUntil: 1 }, boughtIn(1), 0, 3, [1]],
    ['not later', { ...many, buyBackUntil: 2, lives: 2 }, boughtIn(3), 0, 3, []],
    ['after a week that did not put it out: without effect', many, boughtIn(2), 0, 1, []],
    ['and is needed only after the second loss', { ...many, lives: 2 }, boughtIn(1), 0, 3, []],
  ])('%s', (_, some, bought, lives, out, boughtBack) => {
    const season = survivorSeason(weeks, phi, rulesOf(some), bought);
    expect(season).toMatchObject({ lives, outWeekId: out && weekId(out), boughtBack: boughtBack.map(weekId) });
  });

  test('is out before, and in after, with its used teams used', () => {
    const open = [week(1, 'lost'), week(2, 'open')];
    const holder = (bought: BuyBacks) =>
      weekHolder(open, choose({ 1: 'PHI' }), weekId(2), rulesOf({}), { buyBacks: bought });
    expect(weekStage(weekId(2), open[1]?.games as Game[], holder(boughtIn()), 150)).toBe('out');
    expect(weekStage(weekId(2), open[1]?.games as Game[], holder(boughtIn(1)), 150)).toBe('choose');
    expect(holder(boughtIn(1)).used.has('PHI')).toBe(true);
  });

  test('has nothing to pay once a correction makes it needless, and again once that is corrected back', () => {
    const season = (first: 'won' | 'lost') =>
      survivorSeason([week(1, first), week(2, 'open')], choose({ 1: 'PHI' }), rulesOf({}), boughtIn(1));
    expect(season('lost')).toMatchObject({ lives: 1, boughtBack: [weekId(1)] });
    expect(season('won')).toMatchObject({ lives: 1, boughtBack: [] });
    expect(season('lost')).toMatchObject({ lives: 1, boughtBack: [weekId(1)] });
  });

  test('wins alone if the others who went out with it do not come back', () => {
    const open: SurvivorWeek[] = [week(1, 'lost'), week(2, 'open')];
    const seasons = [boughtIn(1), boughtIn()].map((bought, at) => {
      return { id: String(at), ...survivorSeason(open, choose({ 1: 'PHI' }), rulesOf({}), bought) };
    });
    expect(survivorWinners(seasons, open)).toEqual(['0']);
    const order = survivorOrder(seasons, open);
    expect(order[0]).toBeGreaterThan(order[1] ?? 0);
  });
});

describe('A buy-back', () => {
  test.each<[number, number, Partial<PoolRules>, boolean]>([
    [4, 0, {}, true],
    [5, 0, {}, false],
    [5, 0, { buyBackUntil: 5 }, true],
    [18, 2, { buyBackUntil: 18, buyBacks: 3 }, true],
    [18, 3, { buyBackUntil: 18, buyBacks: 3 }, false],
    [19, 0, { buyBackUntil: 18 }, false],
  ])('after week %i, with %i before it, under %j: %s', (number, used, some, can) => {
    expect(canBuyBack(weekId(number), used, rulesOf(some))).toBe(can);
  });

  test.each<[string, number[], number, boolean]>([
    ['of those who went out together', [1, 1, 1], 1, false],
    ['of the last but one', [1, 1, -1], 1, false],
    ['of the winner, who lost later', [1, 1, 2], 2, true],
    ['while two are left', [1, 2, -1, -1], 2, false],
    ['of somebody whom a correction put out before', [1, 2], 1, false],
  ])('%s, out in %j, comes after the end: %s', (_, outAt, own, isAfter) => {
    expect(isAfterTheEnd(outAt, own)).toBe(isAfter);
  });

  test('there is no end while somebody who went out by then can be bought back', () => {
    expect([1, 2, 3].map((open) => isAfterTheEnd([1, 1, 3], 3, open))).toEqual([false, true, true]);
  });
});

describe('The window of a week that puts an entry out', () => {
  /** Weeks lock at 100, 200 and 300 hours, and five hours later again. */
  const hours = (number: number, some: readonly Partial<Game>[] = [{}, {}]) => ({
    id: weekId(number),
    games: some.map((game, at) => aGame({ gid: `${number} ${at}`, lockAt: (100 * number + 5 * at) * HOUR, ...game })),
  });
  const weeks = [hours(1), hours(2), hours(3)];
  const closes = (number: number, atHour: number, wasDecided = false, before?: BuyBackWindow) => {
    const { closesAt } = windowOf(weeks, weekId(number), before, wasDecided, atHour * HOUR);
    return closesAt === null ? null : closesAt / HOUR;
  };
  const stored = (some: Partial<BuyBackWindow> = {}): BuyBackWindow => {
    return { shownAt: 110 * HOUR, closesAt: 200 * HOUR, isCorrected: false, stands: true, ...some };
  };

  test.each<[string, number, number, boolean, number | null]>([
    ['closes with the first lock of the next week', 1, 110, false, 200],
    ['closes then also if pages show it while its own week is played', 1, 102, false, 200],
    ['closes with the week after, once the next has begun', 1, 200, false, 300],
    ['closes with a lock a moment later, if no correction opened it', 1, 199.5, false, 200],
    ['leaves two hours after a correction', 1, 198, true, 200],
    ['leaves them to the millisecond', 1, 198.001, true, 300],
    ['has no end so far in the last week', 3, 310, false, null],
    ['has none so far either once the last week has begun', 1, 305, false, null],
  ])('%s', (_, number, atHour, wasDecided, end) => {
    expect(closes(number, atHour, wasDecided)).toBe(end);
  });

  test('once stored stays, whatever changes', () => {
    expect(windowOf([hours(1), hours(3)], weekId(1), stored(), true, 250 * HOUR)).toEqual(stored());
  });

  test('gets its end once a later week is known', () => {
    expect(closes(1, 190, false, stored({ closesAt: null }))).toBe(200);
  });

  test('opens again after a correction that puts the entry out once more, and never a second time', () => {
    const second = windowOf(weeks, weekId(1), stored({ stands: false }), true, 210 * HOUR);
    expect(second).toEqual({ shownAt: 210 * HOUR, closesAt: 300 * HOUR, isCorrected: true, stands: true });
    const third = windowOf(weeks, weekId(1), { ...second, stands: false }, true, 299 * HOUR);
    expect(third).toEqual(second);
  });

  test('does not end with a game that is off, or without a lock', () => {
    const off = hours(2, [{ void: 'cancelled' }, {}, { lockAt: NO_LOCK }]);
    expect(windowOf([hours(1), off], weekId(1), undefined, false, 110 * HOUR).closesAt).toBe(205 * HOUR);
    const unknown = hours(2, [{ lockAt: NO_LOCK }]);
    expect(windowOf([hours(1), unknown], weekId(1), undefined, false, 110 * HOUR).closesAt).toBeNull();
  });

  test('from before windows were stored closes as if pages had shown it with the last lock of its week', () => {
    expect(pastWindow(weeks, weekId(1), 250 * HOUR)).toMatchObject({ shownAt: 105 * HOUR, closesAt: 200 * HOUR });
    expect(pastWindow(weeks, weekId(1), 103 * HOUR)).toMatchObject({ shownAt: 103 * HOUR, closesAt: 200 * HOUR });
    expect(pastWindow(weeks, weekId(3), 400 * HOUR)).toMatchObject({ closesAt: null });
  });

  test.each<[string, number, number, number[]]>([
    ['a week that closed meanwhile', 199, 206, [2]],
    ['also one that had begun before', 202, 206, [2]],
    ['not one with a game to come', 199, 203, []],
    ['not one that closed before', 206, 290, []],
    ['not the week that put it out', 101, 190, []],
  ])('without a chance to choose: %s', (_, shownAt, madeAt, numbers) => {
    const made = { shownAt: shownAt * HOUR, madeAt: madeAt * HOUR };
    expect([...weeksWithoutChance(weeks, new Map([[weekId(1), made]]))]).toEqual(numbers.map(weekId));
  });

  test('such a week costs nothing', () => {
    const played = [week(1, 'lost'), week(2, 'won'), week(3, 'won'), week(4, 'open')];
    const season = (madeAt: number) =>
      survivorSeason(
        played,
        choose({ 1: 'PHI', 3: 'KC' }),
        rulesOf({}),
        new Map([[weekId(1), { shownAt: 150, madeAt }]]),
      );
    expect(season(200)).toMatchObject({ lives: 0, outWeekId: weekId(2), results: ['lost', 'missed', 'out', 'out'] });
    expect(season(205)).toMatchObject({ lives: 1, outWeekId: null, results: ['lost', 'out', 'won', 'open'] });
  });

  test('an entry without a chance in a week is not among those who are left in it', () => {
    const played = [week(1, 'lost'), week(2, 'lost'), week(3, 'open')];
    const players = [
      { choices: choose({ 1: 'PHI' }), buyBacks: new Map([[weekId(1), { shownAt: 150, madeAt: 206 }]]) },
      { choices: { [weekId(1)]: { gid: '1 PHI', team: 'DAL' }, ...choose({ 2: 'PHI' }) }, buyBacks: boughtIn() },
    ];
    expect([...sparedWeeks(played, players, rulesOf({ allOut: 'goOn' }))]).toEqual([weekId(2)]);
  });

  test.each<[string, 'won' | 'lost']>([
    ['lost', 'lost'],
    ['won', 'won'],
  ])('such a week costs nothing either with a team that was chosen before and %s', (_, end) => {
    const played = [week(1, 'lost'), week(2, end), week(3, 'open')];
    const season = survivorSeason(
      played,
      choose({ 1: 'PHI', 2: 'KC' }),
      rulesOf({}),
      new Map([[weekId(1), { shownAt: 150, madeAt: 205 }]]),
    );
    expect(season).toMatchObject({ lives: 1, outWeekId: null, wins: 0, results: ['lost', 'out', 'open'] });
  });

  test('a buy-back is taken back until the next lock of a later week', () => {
    const at = (hour: number) => (undoEnd(weeks, weekId(1), hour * HOUR) ?? 0) / HOUR;
    expect([at(103), at(200), at(206), at(305)]).toEqual([200, 205, 300, 0]);
  });
});

describe('Buy-backs that would end before the pool begins', () => {
  const from = (first: number, last = 18) => Array.from({ length: last - first + 1 }, (_, at) => weekId(first + at));

  test.each<[string, string[], number]>([
    ['end with the fourth week of a pool that begins late', from(10), 13],
    ['end with the last regular week of a short pool', from(17, 19), 18],
    ['stay if the pool begins in time', from(4), 4],
    ['stay in a pool of the playoffs', from(19, 19), 4],
    ['stay if no weeks are known', [], 4],
  ])('%s', (_, weekIds, until) => {
    const rules = rulesWith({ format: 'survivor', buyBacks: 1 });
    expect(withPossibleBuyBacks(rules, weekIds).buyBackUntil).toBe(until);
  });
});
