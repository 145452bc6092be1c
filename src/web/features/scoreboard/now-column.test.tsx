import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { NowColumn } from './now-column.tsx';
import { TotalNow, WeekCellNow } from './now-column.tsx';

const place = { rank: 1 };
const now: NowColumn = {
  weekId: '2026-week2',
  week: { numbers: new Map([['ann', { ...place, isShared: false, halves: 9 }]]), winners: ['ann'] },
  season: new Map([
    ['bob', { ...place, halves: 40, moved: 2 }],
    ['ann', { ...place, halves: 31, moved: -1 }],
    ['cid', { ...place, halves: 20, moved: 0 }],
    ['dee', { ...place, halves: 20, moved: null }],
  ]),
};
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('The live numbers of the Scoreboard', () => {
  it.each([
    ['bob', 'now 20 ▲2 up 2 places since the week began'],
    ['ann', 'now 15.5 ▼1 down 1 place since the week began'],
    ['cid', 'now 10 '],
    ['dee', 'now 10 '],
    ['new', ''],
  ])('say the word, and arrows in words, too: %s', (entryId, text) => {
    expect(textOf(renderToStaticMarkup(<TotalNow now={now} entryId={entryId} />))).toBe(text);
  });

  it('stand in the week that is being played only, and nowhere while none is', () => {
    const cell = (week: string, column: NowColumn | null = now) =>
      textOf(renderToStaticMarkup(<WeekCellNow now={column} entryId="ann" week={week} />));
    expect(cell('2026-week2')).toBe('now 4.5');
    expect(cell('2026-week1')).toBe('');
    expect(cell('2026-week2', null)).toBe('');
  });
});
