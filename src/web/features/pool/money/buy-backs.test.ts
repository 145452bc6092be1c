import { expect, test } from 'vitest';
import { buyBacksOf, buyBacksText } from './buy-backs.ts';

test.each([
  [2000, 2500, null],
  [0, 2500, null],
  [4500, 2500, 'incl. 1 buy-back'],
  [7000, 2500, 'incl. 2 buy-backs'],
])('an entry that owes %i, with buy-backs of %s, says %s', (due, buyBack, text) => {
  expect(buyBacksText(due, { fee: 2000, week: 0, places: [], buyBack })).toBe(text);
});

test('a buy-back can cost something where the entry does not', () => {
  expect(buyBacksText(1000, { fee: 0, buyBack: 1000, week: 0, places: [] })).toBe('incl. 1 buy-back');
});

test('the buy-backs of all entries of a person are counted together', () => {
  const plan = { fee: 2000, buyBack: 2500, week: 0, places: [] };
  expect(buyBacksOf([{ due: 4500 }, { due: 2000 }, { due: 7000 }], plan)).toBe('incl. 3 buy-backs');
  // An entry that left the standings owes nothing.
  expect(buyBacksOf([{ due: 4500 }, { due: 0 }], plan)).toBe('incl. 1 buy-back');
});
