import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SeasonChartReply } from '#contract/almanac.ts';
import { Charts, emptyText } from './course.tsx';

const course: SeasonChartReply = {
  weekIds: ['2026-week1', '2026-week2'],
  entries: [
    { id: 'a', ownerId: 'ann', name: 'Ann', ranks: [2, 1], weekHalves: [10, 20] },
    { id: 'b', ownerId: 'bob', name: 'Bob', ranks: [1, 2], weekHalves: [12, null] },
    { id: 'c', ownerId: 'bob', name: 'Bob 2', ranks: [3, 3], weekHalves: [6, 4] },
  ],
};
const textOf = (viewerId: string) =>
  renderToStaticMarkup(<Charts course={course} viewerId={viewerId} />).replaceAll(/<[^>]*>/g, ' ');

describe('The course of a season', () => {
  it('addresses its player, and names the leader', () => {
    const ann = textOf('ann');
    expect(ann).toContain('You went from 2nd to 1st in 2 weeks.');
    expect(ann).toContain('You, 1st');
  });

  it('names entries where somebody has several, and the leader to those who do not play', () => {
    expect(textOf('bob')).toMatch(/Bob went from 1st to 2nd.*Ann, 1st.*Bob, 2nd.*Bob 2, 3rd/s);
    expect(textOf('eve')).toMatch(/Ann went from 2nd to 1st.*Ann, 1st/s);
  });

  it('is empty before the first decided week, and in a survivor pool', () => {
    expect(emptyText(course)).toBeNull();
    expect(emptyText({ weekIds: [], entries: [] })).toBe('Your line starts here once the first week is decided.');
    const entries = course.entries.map((entry) => ({ ...entry, ranks: [] }));
    expect(emptyText({ ...course, entries })).toBe('No points in a survivor pool.');
  });
});
