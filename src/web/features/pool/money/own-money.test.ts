import { expect, it } from 'vitest';
import { feesOf } from './own-money.tsx';

const by = { id: 'quinn', name: 'Quinn' };
const unpaid = { isPlaying: true, paid: 0, noted: null };

it("sums up the fees of all the person's entries", () => {
  const paid = { isPlaying: true, paid: 2000, noted: { by, at: 5 } };
  const later = { isPlaying: true, paid: 500, noted: { by, at: 9 } };
  expect(feesOf([unpaid], 2000)).toEqual({ paid: 0, due: 2000, noted: undefined });
  expect(feesOf([later, paid, unpaid], 2000)).toEqual({ paid: 2500, due: 3500, noted: { by, at: 9 } });
});

it('does not credit a payment for one entry to another', () => {
  expect(feesOf([{ ...unpaid, paid: 4000 }, unpaid], 2000).due).toBe(2000);
});

it('asks no fee for an entry that left the standings', () => {
  expect(feesOf([{ ...unpaid, isPlaying: false }], 2000).due).toBe(0);
});
