import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { csvSheet } from '#core/sheet/csv-table.ts';
import { guessLayout } from '#core/sheet/guess-layout.ts';
import { matchNames } from '#core/sheet/match-names.ts';
import { planImport } from '#core/sheet/plan-import.ts';
import { Preview } from './preview.tsx';

const games = [
  { gid: 'g1', weekId: '2026-week1', away: 'BUF', home: 'KC' },
  { gid: 'g2', weekId: '2026-week1', away: 'NYG', home: 'NYJ' },
];

/** What the preview says of a sheet in a pool whose tiebreak game is the second one, and which has a guess of Sam's. */
function shown(text: string): string {
  const sheet = csvSheet(text);
  if ('problem' in sheet) throw new Error(sheet.problem);
  const table = { ...sheet.table, name: 'Week 1' };
  const reading = guessLayout(table, { games, known: [], teams: {}, tiebreaks: { '2026-week1': 'g2' } });
  if (reading === null) throw new Error('Nothing was understood.');
  const names = matchNames(reading.names, [{ id: 'e1', name: 'Sam', ownerId: 'sam', ownerName: 'Sam' }]);
  const plan = planImport({
    picks: reading.picks,
    names,
    targets: names.map(({ entryId }) => (entryId === null ? 'new' : { entryId })),
    stored: (_entryId, { kind }) => (kind === 'guess' ? 44 : null),
    refusal: () => null,
    replaces: false,
    laterCounts: false,
  });
  const preview = { table, reading, plan, names, games, replaces: false, noBuyBacks: null };
  return renderToStaticMarkup(<Preview {...preview} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#x27;', "'");
}

it.each([
  ['counts guesses with the picks', 'Name,BUF @ KC,TB\nAnn,KC,38\nSam,BUF,44\n', ['3 new', '1 in the pool already']],
  ['counts a guess that differs from the pool', 'Name,BUF @ KC,TB\nSam,BUF,38\n', ['1 differ from the pool']],
  [
    'names a second guess, and one that is no number',
    'Name,BUF @ KC,TB\nAnn,KC,38\nAnn,,40\nBo,KC,lots\n',
    [
      'C3: C2 comes first, with another guess.',
      'Ann guesses 40 points: NYG @ NYJ, Week 1.',
      "C4: 'lots' is no guess",
      '2 not understood',
    ],
  ],
  ['names columns beside the guesses as left out', 'Name,BUF @ KC,TB,Bonus\nAnn,KC,38,5\n', ['column D (Bonus)']],
])('The preview of an import %s', (_what, text, expected) => {
  for (const each of expected) expect(shown(text)).toContain(each);
  expect(shown(text)).not.toContain('(TB)');
});
