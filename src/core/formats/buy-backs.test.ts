import { describe, expect, test } from 'vitest';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aGame } from '#tests/core-samples.ts';
import { buyBackEnd, canBuyBack, isAfterTheEnd, outSince } from './buy-backs.ts';
import type { SurvivorWeek, TeamChoices } from './survivor.ts';
import { survivorOrder, survivorSeason, survivorWinners } from './survivor.ts';
import { weekHolder, weekStage } from './survivor-week.ts';

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
const boughtIn = (...numbers: number[]) => new Set(numbers.map(weekId));

describe('An entry that was bought back', () => {
  const weeks = [week(1, 'lost'), week(2, 'won'), week(3, 'lost'), week(4, 'lost'), week(5, 'open')];
  const phi = choose({ 1: 'PHI', 2: 'PHI', 3: 'PHI', 4: 'KC' });
  const many = { teamUses: 3 } as const;

  test.each<[string, Partial<PoolRules>, ReadonlySet<string>, number, number | null, number[]]>([
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
    const holder = (bought: ReadonlySet<string>) =>
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
    const order = survivorOrder(
      seasons,
      open.map(({ id }) => id),
    );
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

  const weeks = [week(1), week(2, 'open'), week(3, 'open')];

  test.each<[string, number, number, number | null]>([
    ['until the first lock of the next week', 1, 110, 200],
    ['not until one of its own week', 1, 50, 200],
    ['after a late correction, until the next lock', 1, 201, 205],
    ['after a correction between two weeks, until the next one', 1, 206, 300],
    ['not after the last lock', 1, 305, null],
    ['not after the last week', 3, 250, null],
  ])('is possible %s', (_, number, since, end) => {
    expect(buyBackEnd(weeks, weekId(number), since)).toBe(end);
  });

  test('does not end with the lock of a game that is off', () => {
    const off = { ...week(2, 'open').games[0], void: 'cancelled' } as Game;
    const games = [off, week(2, 'open').games[1] as Game];
    expect(buyBackEnd([week(1), { id: weekId(2), games }], weekId(1), 110)).toBe(205);
  });

  test('counts from when the last game that cost a life was changed, or its team entered', () => {
    const changedAt = new Map([
      ['1 PHI', 110],
      ['1 KC', 120],
      ['2 PHI', 210],
    ]);
    const lost = (number: number, gid: string | null, enteredAt: number | null = null) => {
      return { weekId: weekId(number), gid, enteredAt };
    };
    expect(outSince(weeks, [lost(1, '1 PHI')], changedAt)).toBe(110);
    expect(outSince(weeks, [lost(1, null)], changedAt)).toBe(120);
    expect(outSince(weeks, [lost(1, '1 PHI'), lost(2, '2 PHI')], changedAt)).toBe(210);
    expect(outSince(weeks, [lost(1, '1 PHI', 130)], changedAt)).toBe(130);
  });

  test('after a missed week that waited for a postponed game counts from the lock that decided it', () => {
    const [played, postponed] = week(1).games;
    const waiting = { ...postponed, status: 'Not Started', void: 'postponed', lockAt: NO_LOCK } as Game;
    const pool = [{ id: weekId(1), games: [played as Game, waiting] }, week(2, 'won'), week(3, 'open')];
    const since = outSince(pool, [{ weekId: weekId(1), gid: null, enteredAt: null }], new Map([['1 PHI', 110]]));
    expect([since, buyBackEnd(pool, weekId(1), since)]).toEqual([200, 205]);
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
});
