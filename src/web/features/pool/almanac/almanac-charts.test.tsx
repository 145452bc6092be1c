import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AllTime, SeasonChartReply } from '#contract/almanac.ts';
import { Places } from './all-time.tsx';
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

describe('Places over the years', () => {
  const row = (id: string, ...places: AllTime['places']): AllTime => ({
    person: { id, name: id },
    seasons: places.length,
    typed: 0,
    titles: 0,
    seconds: 0,
    thirds: 0,
    best: 1,
    weekWins: 0,
    picks: { right: 0, wrong: 0 },
    places,
  });
  const drawn = (rows: readonly AllTime[]) => renderToStaticMarkup(<Places rows={rows} viewerId="ann" />);

  it('show the viewer and the best of all as strong lines, without years of which only the champion is known', () => {
    const bob = [2025, 2024, 2023].map((year) => ({ year, place: 1 }));
    const html = drawn([
      row('bob', ...bob),
      row('ann', { year: 2025, place: 2 }),
      row('cid', { year: 2023, place: 3 }),
    ]);
    expect(html).toContain('aria-label="Places from 2023 to 2025"');
    expect(html).toContain('class="chart-leader" d="M0,0L100,0"');
    expect(html).toContain('class="chart-own chart-end" d="M100,50h0"');
  });

  it('need two years', () => {
    expect(drawn([row('ann', { year: 2024, place: 2 }), row('bob', { year: 2024, place: 1 })])).toBe('');
  });
});
