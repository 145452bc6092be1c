import { expect, it } from 'vitest';
import { feesOf } from './own-money.tsx';

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
