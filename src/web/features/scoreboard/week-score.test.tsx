import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WeekScore } from './week-score.tsx';

const WEEK = '2026-week1';

function drawn(more: { readonly dropped?: string[]; readonly late?: string[] }): string {
  const row = { id: 'a', ownerId: 'a', name: 'Ann', halves: [15], totalHalves: 0, average: 0 };
  const place = { rank: 1, medal: null, isLast: false };
  return renderToStaticMarkup(<WeekScore row={{ ...row, ...place, ...more }} week={WEEK} place={0} won={undefined} />);
}

it('a week that was dropped is struck through, and says so', () => {
  expect(drawn({ dropped: [WEEK] })).toMatch(/<s\b[^>]*>7\.5<span class="sr-only"> \(dropped\)<\/span><\/s>/);
  expect(drawn({ dropped: ['2026-week2'] })).not.toMatch(/<s\b|dropped/);
});

it('a week from before somebody joined says that it counts the lowest score', () => {
  expect(drawn({ late: [WEEK] })).toContain('(lowest of the week)');
  expect(drawn({ late: [WEEK], dropped: [WEEK] })).toMatch(/<s\b.*\(lowest of the week, dropped\)/);
});
