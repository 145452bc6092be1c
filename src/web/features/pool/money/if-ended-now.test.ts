import { describe, expect, it } from 'vitest';
import type { MoneyReply } from '#contract/money.ts';
import type { WeekNow } from '#core/live-week.ts';
import { ifEndedNowText } from './if-ended-now.tsx';

const WEEK = '2026-week2';
const entries = ['Ann', 'Bob', 'Cid'].map((name) => ({
  ...{ id: name, ownerId: name, name, isPlaying: true, due: 0, paid: 0, noted: null },
}));
const prize = { of: WEEK, cents: 4000, rolled: 0, isDecided: false, shares: [] };

/** A week that stands so: each entry with its place and its points in halves. */
function standing(winners: string[], ...numbers: (readonly [string, number, number])[]): WeekNow {
  return { winners, numbers: new Map(numbers.map(([id, rank, halves]) => [id, { rank, halves, isShared: false }])) };
}

describe('What a win of the week would pay now', () => {
  it.each<[string, MoneyReply['plan']['week'], Partial<typeof prize & { isAbout: true }>, WeekNow, string]>([
    ['the leader', 4000, {}, standing(['Ann'], ['Ann', 1, 8], ['Bob', 2, 6]), 'Ann $40'],
    ['two who are level', 4000, {}, standing(['Ann', 'Bob'], ['Ann', 1, 8], ['Bob', 1, 8]), 'Ann and Bob $20 each'],
    ['with what rolled over', 1000, { rolled: 3000 }, standing(['Ann'], ['Ann', 1, 8]), 'Ann $40'],
    ['the first of two places', [3000, 1000], {}, standing(['Ann'], ['Ann', 1, 8], ['Bob', 2, 6]), 'Ann $30'],
    [
      'two at the top of two places',
      [3000, 1000],
      {},
      standing(['Ann', 'Bob'], ['Ann', 1, 8], ['Bob', 1, 8]),
      'Ann and Bob $20 each',
    ],
    [
      'a share',
      [{ percent: 60 }, { percent: 40 }],
      { isAbout: true },
      standing(['Ann'], ['Ann', 1, 8], ['Bob', 2, 6]),
      'Ann about $24',
    ],
    ['the fees of the week', 0, {}, standing(['Bob'], ['Bob', 1, 8]), 'Bob $40'],
    [
      'odd cents',
      4000,
      { cents: 4000 },
      standing(['Ann', 'Bob', 'Cid'], ['Ann', 1, 2], ['Bob', 1, 2], ['Cid', 1, 2]),
      'Ann, Bob and Cid about $13.34 each',
    ],
    ['nobody', 4000, {}, standing([], ['Ann', 1, 0]), 'nobody has points yet'],
  ])('goes to %s', (_, week, more, now, text) => {
    const money = { plan: { fee: 0, week, places: [] }, entries };
    expect(ifEndedNowText(money, { ...prize, ...more }, now)).toBe(`If it ended now: ${text}`);
  });
});
