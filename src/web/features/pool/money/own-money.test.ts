import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { feesOf, OwnMoney } from './own-money.tsx';

const by = { id: 'quinn', name: 'Quinn' };
const unpaid = { due: 2000, paid: 0, noted: null };

it("sums up the fees of all the person's entries", () => {
  const paid = { due: 2000, paid: 2000, noted: { by, at: 5 } };
  const later = { due: 2000, paid: 500, noted: { by, at: 9 } };
  expect(feesOf([unpaid])).toEqual({ paid: 0, due: 2000, noted: undefined });
  expect(feesOf([later, paid, unpaid])).toEqual({ paid: 2500, due: 3500, noted: { by, at: 9 } });
});

it('asks for the buy-backs of an entry, too', () => {
  expect(feesOf([{ ...unpaid, due: 4500, paid: 2000 }, unpaid]).due).toBe(4500);
});

it('does not credit a payment for one entry to another', () => {
  expect(feesOf([{ ...unpaid, paid: 4000 }, unpaid]).due).toBe(2000);
});

it('asks no fee for an entry that left the standings', () => {
  expect(feesOf([{ ...unpaid, due: 0 }]).due).toBe(0);
});

it.each([
  [true, 'Weekly fees: Nothing to pay yet'],
  [false, 'Entry fee: $20 to pay'],
])('names the fees of the pool and what is to pay (weekly play: %s)', (weekly, text) => {
  const entry = { ...unpaid, id: 'ann', ownerId: 'ann', name: 'Ann', isPlaying: true, due: weekly ? 0 : 2000 };
  const money = { plan: { fee: 2000, week: 0, places: [] }, entries: [entry], prizes: [] };
  const pool = { name: 'Office', moneyUrl: '', rules: rulesWith({ weekly }) };
  const drawn = renderToStaticMarkup(createElement(OwnMoney, { money, userId: 'ann', pool }));
  expect(drawn.replaceAll('</dt>', ': ').replaceAll(/<[^>]*>/g, '')).toContain(text);
});
