import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { medal } from '#core/standings.ts';
import { RankMark } from './rank-mark.tsx';

function drawn(rank: number, isLast = false): string {
  return renderToStaticMarkup(<RankMark rank={rank} medal={medal(rank)} isLast={isLast} />);
}

it.each([
  [1, '🏆', 'First place'],
  [2, '🥈', 'Second place'],
  [3, '🥉', 'Third place'],
])('rank %i has the icon %s', (rank, icon, name) => {
  expect(drawn(rank)).toContain(`alt="${icon}"`);
  expect(drawn(rank)).toContain(`title="${name}"`);
});

it('no other rank has an icon', () => {
  expect(drawn(4)).not.toContain('<img');
});

it('the last place has a wooden spoon, beside a medal if there are only a few players', () => {
  expect(drawn(9, true)).toContain('alt="🥄"');
  expect(drawn(2, true)).toMatch(/alt="🥈".*alt="🥄"/);
});
