import { expect, it } from 'vitest';
import { unpaidText } from './unpaid.ts';

const owes = (name: string, paid = 0) => ({ name, cents: 2000, paid });

it('names those who have not paid, with amounts unless everyone owes the whole fee', () => {
  const [bree, walt, ann] = [owes('Bree'), owes('Walt'), owes('Ann', 2000)];
  expect(unpaidText([bree, ann], 2000)).toBe("1 hasn't paid: Bree");
  expect(unpaidText([bree, ann, walt], 2000)).toBe("2 haven't paid: Bree, Walt");
  expect(unpaidText([bree, owes('Cid', 1250)], 2000)).toBe("2 haven't paid: Bree $20, Cid $7.50");
  expect(unpaidText([ann, owes('Dee', 2500)], 2000)).toBeNull();
});

it('names six, and counts the others', () => {
  const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => owes(name));
  expect(unpaidText(all, 2000)).toBe("8 haven't paid: A, B, C, D, E, F and 2 more");
});
