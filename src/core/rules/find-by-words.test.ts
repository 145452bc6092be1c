import { expect, test } from 'vitest';
import { findByWords } from './find-by-words.ts';

const others = Array.from({ length: 9 }, (_, at) => `another ${at + 20}`);

test.each<[string, string, 'whole' | 'closest' | 'nothing']>([
  ['Fees and prizes', '', 'whole'],
  ['Fees and prizes', 'PRIZ fee', 'whole'],
  ['Fees and prizes', 'izes', 'nothing'],
  ['Fees and prizes', 'fees table', 'closest'],
  ['Fees and prizes', 'and more', 'nothing'],
  ["Pick'em", "pick'em", 'whole'],
  ['Fees and prizes', 'the fees', 'whole'],
  ['Price in dollars', '$5', 'whole'],
  ['Prizes split in percentages', '60-30-10', 'whole'],
  ['Prizes split in percentages', '50/40', 'nothing'],
  ['Fees, Buy-backs', 'buyback', 'whole'],
  ['Weeks that can be dropped', 'dropping', 'whole'],
  ['Money is carried over', 'carries over', 'whole'],
  ['Best weeks', 'best 4 weeks', 'whole'],
  ['10 games', 'ten games', 'whole'],
  ['10 games', '10', 'whole'],
  ['10 games', '1', 'nothing'],
  ['Automatic picks', 'auto-picks', 'whole'],
  ['Tie breaker', 'tiebreaks', 'whole'],
  ['Half a point', '0.5 points', 'whole'],
  ['A share for the commissioner', 'share of the commish', 'whole'],
  ['Fees and prizes', 'fees of unheard-of tables', 'nothing'],
])('A search in "%s" for "%s" finds %s', (searched, sought, found) => {
  const all = [searched, ...others].map((text) => ({ label: text, searched: text }));
  const { finds, isWhole } = findByWords(all, sought);
  expect(finds.some((find) => find.searched === searched) ? (isWhole ? 'whole' : 'closest') : 'nothing').toBe(found);
});

test('What has the words in its label comes first', () => {
  const all = [
    { label: 'Deadline', searched: 'Deadline games picked late' },
    { label: 'Games picked', searched: 'Games picked' },
  ];
  expect(findByWords(all, 'games picked').finds.map(({ label }) => label)).toEqual(['Games picked', 'Deadline']);
});

test('What has the words as they were typed comes before what has them in its label', () => {
  const all = [
    { label: 'Week locks', searched: 'Week locks, picks' },
    { label: 'Best bets', searched: 'Best bets, lock of the week' },
  ];
  for (const text of ['lock of the week', 'lock of week'])
    expect(findByWords(all, text).finds.map(({ label }) => label)).toEqual(['Best bets', 'Week locks']);
});

test('What goes by just that name comes before what has the words in its label', () => {
  const all = [
    { label: 'Limit of auto picks', searched: 'Limit of auto picks' },
    { label: 'Missed games', searched: 'Missed games, auto pick, absent' },
  ];
  expect(findByWords(all, 'auto picks').finds.map(({ label }) => label)).toEqual([
    'Missed games',
    'Limit of auto picks',
  ]);
});

test('What belongs to other pools comes last, and never as what comes closest', () => {
  const fillers = Array.from({ length: 9 }, (_, at) => ({ label: `${at}`, searched: `${at + 20}` }));
  const here = { label: 'Refunds', searched: 'Refunds, late fee' };
  const elsewhere = { label: 'Late fee', searched: 'Late fee', isElsewhere: true };
  expect(findByWords([elsewhere, here, ...fillers], 'late fee').finds).toEqual([here, elsewhere]);
  expect(findByWords([elsewhere, here, ...fillers], 'late fee waived').finds).toEqual([here]);
});

test('What comes closest to a search has a word that few have', () => {
  const texts = ['bonus week', ...Array.from({ length: 9 }, (_, at) => `week ${at}`)];
  const all = texts.map((searched) => ({ label: searched, searched }));
  expect(findByWords(all, 'bonus game week')).toEqual({ finds: [all[0]], isWhole: false });
  expect(findByWords(all, 'week missed').finds).toEqual([]);
});
