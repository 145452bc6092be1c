import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { buttonLook } from '#web/ui/button.tsx';
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

/** The markup for a person with one entry. */
function drawnWith(fee: Partial<typeof unpaid>, rest: Partial<Parameters<typeof OwnMoney>[0]['pool']>): string {
  const entry = { ...unpaid, id: 'ann', ownerId: 'ann', name: 'Ann', isPlaying: true, ...fee };
  const money = { plan: { fee: 2000, week: 0, places: [] }, entries: [entry], prizes: [], weeks: 18 };
  const pool = { name: 'Office', moneyUrl: '', rules: rulesWith({}), ...rest };
  return renderToStaticMarkup(createElement(OwnMoney, { money, userId: 'ann', pool }));
}

it.each([
  ['all that is to pay, prominently', {}, 'Pay $20', 'primary'],
  ['the rest', { paid: 500 }, 'Pay $15', 'primary'],
  ['nothing more', { paid: 2000 }, 'Pay', 'plain'],
] as const)('links to the money page of the pool for %s', (_, fee, text, look) => {
  const drawn = drawnWith(fee, { moneyUrl: 'https://money.example.org/pot' });
  const [link = ''] = /<a .*?<\/a>/.exec(drawn) ?? [];
  expect(link).toContain('href="https://money.example.org/pot');
  expect(link.replaceAll(/<[^>]*>/g, '')).toBe(`${text}(opens in a new tab)`);
  expect(link).toContain(`class="${buttonLook(look)}"`);
  expect(drawnWith(fee, {})).not.toContain('<a ');
});

it.each([
  [true, 'Weekly fees: Nothing to pay yet'],
  [false, 'Entry fee: $20 to pay'],
])('names the fees of the pool and what is to pay (weekly play: %s)', (weekly, text) => {
  const drawn = drawnWith({ due: weekly ? 0 : 2000 }, { rules: rulesWith({ weekly }) });
  expect(drawn.replaceAll('</dt>', ': ').replaceAll(/<[^>]*>/g, '')).toContain(text);
});
