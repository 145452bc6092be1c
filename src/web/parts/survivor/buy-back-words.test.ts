import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { boughtBackText, canBuyBackText, untilText } from './buy-back-words.ts';

const ZONE = 'America/New_York';
/** A game on Thursday at 8:20 PM locks five minutes later. */
const THURSDAY = Date.UTC(2026, 9, 2, 0, 25);

test('a moment of the coming days needs no date', () => {
  expect(untilText(THURSDAY, THURSDAY - HOUR_MS, ZONE)).toBe('Thu, 8:20 PM');
  expect(untilText(THURSDAY, THURSDAY - 5 * DAY_MS, ZONE)).toBe('Thu, 8:20 PM');
  expect(untilText(THURSDAY, THURSDAY - 7 * DAY_MS, ZONE)).toBe('Thu, Oct 1, 8:20 PM');
});

test('everybody reads who can come back, and who did', () => {
  expect(canBuyBackText('Thu, 8:20 PM', { buyBackBy: 'owner' })).toBe('Can buy back in until Thu, 8:20 PM');
  expect(canBuyBackText('Thu, 8:20 PM', { buyBackBy: 'commissioner' })).toBe('Can be bought back until Thu, 8:20 PM');
  expect(boughtBackText(['2026-week3'])).toBe('Bought back after Week 3');
  expect(boughtBackText(['2026-week1', '2026-week3'])).toBe('Bought back after Week 1 and Week 3');
});
