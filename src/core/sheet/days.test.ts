import { describe, expect, it } from 'vitest';
import { readDay } from './days.ts';

describe('A day', () => {
  it.each([
    '9/25',
    '09/25/26',
    '9/25/2026',
    '9-25',
    '2026-09-25',
    '2026/09/25 6:03:11 PM EST',
    '2026-09-25T19:00:00.000Z',
    'Sept. 25',
    'Sep 25',
    'September 25th, 2026',
    'Friday, September 25',
    'Thursday 9/25',
    'Thurs. 9/25',
    '25-Sep',
    '25-Sep-26',
    '25 September 2026',
    '9/25 7:00 PM',
    '9/25 7pm',
    '9/25/2026 19:00',
    'Sep 25, 2026 at 7:00 PM',
  ])('may be %s', (text) => {
    expect(readDay(text)).toEqual({ month: 9, day: 25 });
  });

  it('may be that of a leap year', () => {
    expect(readDay('2/29')).toEqual({ month: 2, day: 29 });
  });

  it.each([
    'Marvin 12',
    'Decade 5',
    'Mayer 3',
    'Sam 9',
    '2/30',
    '9/31',
    'June 31',
    '13/1',
    '25/9',
    '9/0',
    '25',
    'Sep',
    '7:00 PM',
    '',
  ])('is not %j', (text) => {
    expect(readDay(text)).toBeNull();
  });
});
