import { describe, expect, it } from 'vitest';
import { readBuyBack } from './buy-back-text.ts';
import { buyBackWords } from './layout.ts';

describe('A cell of buy-backs', () => {
  it.each(['9/25', 'Thursday 9/25', 'yes 9/25', 'Paid (9/25)', '$25 - Sept. 25'])('may have a day: %s', (text) => {
    expect(readBuyBack(text, 'Buy-back')).toEqual({ kind: 'bought', day: { month: 9, day: 25 } });
  });

  it.each(['yes', 'Y', 'x', 'X', '1', '$25', '25', '25.00', 'paid', 'Week 2', 'wk 3', '✓', '✔️', '✅', 'TRUE'])(
    'may say yes: %s',
    (text) => {
      expect(readBuyBack(text, 'Buy-back')).toEqual({ kind: 'bought', day: null });
    },
  );

  it.each(['no', 'N', '0', '$0', '$0.00', '-', 'none', 'n/a', 'FALSE'])('may say no: %s', (text) => {
    expect(readBuyBack(text, 'Buy-back')).toEqual({ kind: 'none' });
  });

  it.each(['maybe', '2/30', 'KC', 'owes $25', '✗'])('may not be understood: %s', (text) => {
    expect(readBuyBack(text, 'Buy-back')).toEqual({ kind: 'unknown' });
  });

  it('may have the number of buy-backs, which is not that of a week', () => {
    expect(readBuyBack('2', 'Buybacks')).toEqual({ kind: 'unknown' });
    expect(readBuyBack('2', 'Rebuy Week')).toEqual({ kind: 'bought', day: null });
  });
});

describe('The heading of buy-backs', () => {
  it.each([
    ...[
      'Buyback',
      'Buyback?',
      'Buy-Back Paid',
      'Buy-back paid?',
      'Rebuy Week',
      'Buy back date',
      'Buybacks',
      'Buy-back #2',
    ],
    ...['Date of buy-back', 'Re-entry', 'Bought back on:', '2nd Buyback', 'Buyback (date)', '# of Buybacks'],
  ])('may be %s', (heading) => {
    expect(buyBackWords.test(heading)).toBe(true);
  });

  it.each(['Buy-in', 'Buy-back fee', 'Buyback Bob', 'Paid', 'Week 2'])('is not %s', (heading) => {
    expect(buyBackWords.test(heading)).toBe(false);
  });
});
