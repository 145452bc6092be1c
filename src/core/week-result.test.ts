import { describe, expect, test } from 'vitest';
import { HOUR } from '#tests/core-samples.ts';
import type { VisibleEntry, VisibleStandings } from './recap/decided-week.ts';
import type { DecidingGame } from './week-result.ts';
import { decidedAt, factsOf, headlineOf, weekResult } from './week-result.ts';

const row = (id: string, halves: number[], survival?: VisibleEntry['survival']): VisibleEntry => ({
  id,
  name: id,
  rank: 1,
  totalHalves: 0,
  halves,
  survival,
});
const weeks = ['2026-week1', '2026-week2'];
const scored = (...rows: VisibleEntry[]): VisibleStandings => ({ weeks, finishedWeeks: weeks, rows });
const alive = { lives: 1, outWeekId: null, weeks: [] };
const outIn = (week: number) => ({ lives: 0, outWeekId: weeks[week] ?? null, weeks: [] });

describe('The result of a week', () => {
  test('is the winners and all scores, in any order of the standings', () => {
    const result = weekResult('2026-week1', scored(row('b', [6, 0]), row('a', [6, 2]), row('c', [4, 8])));
    expect(result).toEqual({ winners: ['a', 'b'], points: { a: 6, b: 6, c: 4 } });
    const other = weekResult('2026-week1', scored(row('c', [4, 0]), row('a', [6, 0]), row('b', [6, 0])));
    expect(JSON.stringify(other)).toBe(JSON.stringify(result));
  });

  test('of a survivor pool is who went out and how many were left, whatever later weeks bring', () => {
    const rows = [row('a', [2, 2], alive), row('b', [2, 0], outIn(1)), row('c', [0, 0], outIn(0))];
    const told = { ...scored(...rows), survivors: ['a'] };
    expect(weekResult('2026-week1', told)).toMatchObject({ winners: [], out: ['c'], left: 2 });
    expect(weekResult('2026-week2', told)).toMatchObject({ winners: ['a'], out: ['b'], left: 1 });
  });

  test('of a survivor pool stays the same when somebody is bought back', () => {
    const resultWith = (b: VisibleEntry['survival']) =>
      weekResult('2026-week1', scored(row('a', [2, 2], alive), row('b', [0, 2], b), row('c', [2, 2], alive)));
    const back = { ...alive, boughtBack: ['2026-week1'] };
    expect(resultWith(outIn(0))).toMatchObject({ winners: [], out: ['b'], left: 2 });
    expect(JSON.stringify(resultWith(back))).toBe(JSON.stringify(resultWith(outIn(0))));
    const again = { ...outIn(1), boughtBack: ['2026-week1'] };
    const told = scored(row('a', [2, 2], alive), row('b', [0, 0], again), row('c', [2, 2], alive));
    expect(weekResult('2026-week1', told)).toMatchObject({ out: ['b'], left: 2 });
    expect(weekResult('2026-week2', told)).toMatchObject({ out: ['b'], left: 2 });
  });

  test('of a survivor pool that was won before is none', () => {
    const rows = [row('a', [2, 2], alive), row('b', [0, 0], outIn(0))];
    expect(weekResult('2026-week2', { ...scored(...rows), survivors: ['a'] })).toBeNull();
  });

  test.each([
    ['the winner', { a: 4, b: 6, c: 2 }, ['b'], true, ['a', 'b', 'c']],
    ['the points of the winner', { a: 8, b: 4, c: 2 }, ['a'], true, ['a', 'b', 'c']],
    ['the points of somebody else', { a: 6, b: 4, c: 4 }, ['a'], false, ['c']],
    ['nothing', { a: 6, b: 4, c: 2 }, ['a'], false, []],
  ])('that changes %s changes what these people were sent', (_what, points, winners, isHeadline, people) => {
    const before = { winners: ['a'], points: { a: 6, b: 4, c: 2 } };
    const after = { winners, points };
    expect(headlineOf(before) !== headlineOf(after)).toBe(isHeadline);
    expect(['a', 'b', 'c'].filter((id) => factsOf(before, [id]) !== factsOf(after, [id]))).toEqual(people);
  });

  test('includes each entry of a person with several', () => {
    const before = { winners: ['a'], points: { a: 6, b: 4, c: 2 } };
    const after = { ...before, points: { ...before.points, c: 4 } };
    expect(factsOf(before, ['b', 'c'])).not.toBe(factsOf(after, ['b', 'c']));
    expect(factsOf(before, ['b'])).toBe(factsOf(after, ['b']));
    // An entry that was added since is not part of what was sent.
    for (const own of [['b'], ['b', 'c']]) expect(factsOf(before, [...own, 'new'])).toBe(factsOf(before, own));
  });
});

describe('A week counts as decided for announcements', () => {
  const SINCE = 100 * HOUR;
  const final: DecidingGame = { status: 'Final', void: null, setByAdmin: [], voidSince: null };
  const off = (why: 'cancelled' | 'postponed', voidSince: number, byAdmin = false): DecidingGame => ({
    status: 'Not Started',
    void: why,
    setByAdmin: byAdmin ? ['status'] : [],
    voidSince,
  });

  test.each<[string, DecidingGame, number | null, number]>([
    ['from its result on', final, null, SINCE],
    ['two hours after the feed cancelled a game', off('cancelled', SINCE - HOUR), null, SINCE + HOUR],
    ['at once if that was long ago', off('cancelled', SINCE - 9 * HOUR), null, SINCE],
    ['at once if an admin cancelled it', off('cancelled', SINCE - HOUR, true), null, SINCE],
    ['at once if an admin postponed it', off('postponed', SINCE - HOUR, true), null, SINCE],
    [
      'at the first lock of the next week if the feed postponed one',
      off('postponed', 0),
      SINCE + 40 * HOUR,
      SINCE + 40 * HOUR,
    ],
    ['never if no week follows', off('postponed', 0), null, Number.POSITIVE_INFINITY],
  ])('%s', (_when, game, nextWeekLock, at) => {
    expect(decidedAt([final, game], SINCE, nextWeekLock)).toBe(at);
  });
});
