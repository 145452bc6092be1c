import { describe, expect, it } from 'vitest';
import type { BoardColumn, BoardSort } from './board-sort.ts';
import { BY_RANK, nextSort, rankedByWeek, sortBoard, sortBy, weekColumn } from './board-sort.ts';
import type { NowColumn } from './now-column.tsx';

const weeks = ['2026-week1', '2026-week2'];
const WEEK_2 = weekColumn('2026-week2');

function row(id: string, name: string, rank: number, halves: readonly (number | null)[], average: number) {
  const totalHalves = halves.reduce<number>((sum, score) => sum + (score ?? 0), 0);
  return { id, ownerId: id, name, rank, halves: [...halves], totalHalves, average };
}

const official = [
  row('dee', 'Dee', 1, [14, 6], 5),
  row('ann', 'ann', 2, [8, 8], 4),
  row('bob', 'Bob', 2, [12, 4], 8),
  row('new', 'Émile', 4, [null, null], 0),
];
const place = { rank: 1, halves: 20, moved: 0 };
const now: NowColumn = {
  weekId: '2026-week2',
  week: { numbers: new Map(), winners: [] },
  season: new Map(['bob', 'dee', 'ann'].map((id) => [id, place])),
};
const sorted = (sort: BoardSort, live: NowColumn | null = now) =>
  sortBoard(official, sort, weeks, live).map(({ id }) => id);

describe('The Scoreboard', () => {
  it.each<[BoardColumn, string[], string[]]>([
    ['rank', ['dee', 'ann', 'bob', 'new'], ['new', 'ann', 'bob', 'dee']],
    ['name', ['ann', 'bob', 'dee', 'new'], ['new', 'dee', 'bob', 'ann']],
    ['total', ['dee', 'ann', 'bob', 'new'], ['new', 'ann', 'bob', 'dee']],
    ['average', ['bob', 'dee', 'ann', 'new'], ['new', 'ann', 'dee', 'bob']],
    [WEEK_2, ['ann', 'dee', 'bob', 'new'], ['bob', 'dee', 'ann', 'new']],
    ['now', ['bob', 'dee', 'ann', 'new'], ['ann', 'dee', 'bob', 'new']],
  ])(
    'sorts by %s: first %j, then %j, level rows in the official order and those without a score last',
    (column, first, second) => {
      const sort = sortBy(column);
      expect(sorted(sort)).toEqual(first);
      expect(sorted(nextSort(sort, column))).toEqual(second);
      expect(nextSort(nextSort(sort, column), column)).toEqual(sort);
    },
  );

  it('starts a column anew after another one', () => {
    expect(nextSort({ column: 'name', direction: 'descending' }, 'total')).toEqual(sortBy('total'));
    expect(sortBy('rank')).toEqual(BY_RANK);
  });

  it('ranks by the scores of a chosen week, without medals; who has none comes last', () => {
    const ranked = rankedByWeek(official, 1);
    expect(ranked.map(({ id, rank }) => [id, rank])).toEqual([
      ['ann', 1],
      ['dee', 2],
      ['bob', 3],
      ['new', 4],
    ]);
    expect(ranked.every(({ medal, isLast }) => medal === null && !isLast)).toBe(true);
  });

  it('stays in the official order if sorted by now while nothing is played', () => {
    expect(sorted(sortBy('now'), null)).toEqual(sorted(BY_RANK));
  });
});
