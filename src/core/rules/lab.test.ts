import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabSeason } from '#core/rules/lab.ts';
import { compareRules } from '#core/rules/lab.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { CountedPicks } from '#core/types.ts';
import { aFinal, aGame, anyRules, anyWeek, away, home, straightUp, withSpread } from '#tests/core-samples.ts';

const weekIds = ['2026-week1', '2026-week2', '2026-week3'];
const games = [
  aFinal(20, 24, { gid: 'a', weekId: '2026-week1', spread: 6 }),
  aFinal(17, 20, { gid: 'b', weekId: '2026-week1', spread: 3 }),
  aFinal(10, 20, { gid: 'c', weekId: '2026-week2', spread: 7 }),
  aGame({ gid: 'd', weekId: '2026-week3', status: 'In Progress', homeScore: 7 }),
];
const member = (name: string, picks: CountedPicks) => ({
  id: name,
  ownerId: name,
  name,
  joinedAt: 0,
  isFirst: true,
  picks,
});
const season: LabSeason = {
  weekIds,
  games,
  entries: [member('Ann', { a: home, b: away, c: home }), member('Bob', { a: away, b: home, c: home })],
};

describe('The rule lab', () => {
  it('shows everybody under both rules, in the order of the others', () => {
    expect(compareRules(season, straightUp, withSpread).rows).toEqual([
      { id: 'Bob', ownerId: 'Bob', name: 'Bob', rank: 1, total: 4, otherRank: 1, otherTotal: 6 },
      { id: 'Ann', ownerId: 'Ann', name: 'Ann', rank: 1, total: 4, otherRank: 2, otherTotal: 2 },
    ]);
  });

  it.each([
    ['somebody led alone who shared it', straightUp, withSpread, '2026-week1'],
    [
      'nobody if the points differ but the order does not',
      withSpread,
      rulesWith({ useSpread: true, push: 'half' }),
      null,
    ],
    ['nobody, under the same rules', straightUp, straightUp, null],
  ] as const)('names the first week with another leader: %s', (_name, rules, others, week) => {
    expect(compareRules(season, rules, others).otherLeaderWeek).toBe(week);
  });

  it('counts values in a pool with confidence', () => {
    const confidence = rulesWith({ format: 'confidence' });
    const valued = { ...season, entries: [member('Ann', { a: { ...home, value: 2 }, b: { ...away, value: 1 } })] };
    const { rows } = compareRules(valued, confidence, { ...confidence, useSpread: true });
    expect(rows.map(({ total, otherTotal }) => [total, otherTotal])).toEqual([[4, 0]]);
  });

  it('leaves out the weeks that an entry does not play', () => {
    const third = aFinal(20, 24, { gid: 'e', weekId: '2026-week3' });
    const ann = { ...member('Ann', { a: home, c: home }), plays: ['2026-week1', '2026-week2'] };
    const weekly = { ...season, games: [...games.slice(0, 3), third], entries: [ann] };
    const rules = rulesWith({ weekly: true });
    const { rows } = compareRules(weekly, rules, { ...rules, dropWeeks: 1 });
    // The lower of the two that she played is dropped, not the blank one.
    expect(rows.map(({ total, otherTotal }) => [total, otherTotal])).toEqual([[4, 2]]);
  });

  it('counts games that are over only', () => {
    const running = { ...season, entries: [member('Ann', { d: home }), member('Bob', {})] };
    const { rows, otherLeaderWeek } = compareRules(running, straightUp, withSpread);
    expect(rows.map(({ total, otherTotal }) => [total, otherTotal])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(otherLeaderWeek).toBeNull();
  });

  it('gives the same result the other way around', () => {
    fc.assert(
      fc.property(anyWeek, anyRules, anyRules, ({ games: week, picks }, rules, others) => {
        const one: LabSeason = {
          weekIds: [...new Set(week.map(({ weekId }) => weekId))],
          games: week,
          entries: [member('Ann', picks), member('Bob', {})],
        };
        const there = compareRules(one, rules, others);
        const back = compareRules(one, others, rules);
        expect(back.otherLeaderWeek).toBe(there.otherLeaderWeek);
        const totals = new Map(there.rows.map(({ id, total, otherTotal }) => [id, [otherTotal, total]]));
        for (const { id, total, otherTotal } of back.rows) expect([total, otherTotal]).toEqual(totals.get(id));
      }),
    );
  });
});
