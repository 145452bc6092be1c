import { describe, expect, it } from 'vitest';
import { leaderChange, NOBODY, SIMULATED_LEAD, weekTop } from '#core/leader.ts';
import type { TestScore } from './test-scores.ts';
import { levelled, ranked, simulatedTop, withLead } from './test-scores.ts';

const scores: readonly TestScore[] = [
  { id: 'ann', displayName: 'Ann', totalScore: 7 },
  { id: 'bob', displayName: 'Bob', totalScore: 12 },
  { id: 'cyd', displayName: 'Cyd', totalScore: 9 },
];
const topOf = (all: readonly TestScore[]) => weekTop(all.map(({ id, totalScore }) => ({ id, score: totalScore })));
const totals = (all: readonly TestScore[]) => all.map(({ id, totalScore }) => `${id} ${totalScore}`);

describe('The scores of the test page', () => {
  it('stand with the best first', () => {
    expect(totals(ranked(scores))).toEqual(['bob 12', 'cyd 9', 'ann 7']);
  });

  it('put whoever gets the lead ten points over the leader, each time anew', () => {
    const once = withLead(scores, 'ann', simulatedTop(topOf(scores), 'ann'));
    expect(totals(ranked(once))).toEqual(['ann 32', 'bob 12', 'cyd 9']);
    const twice = withLead(once, 'ann', simulatedTop(topOf(once), 'ann'));
    expect(topOf(twice)).toEqual({ halves: 12 + 4 * SIMULATED_LEAD, userIds: ['ann'] });
  });

  it('let the second draw level with the first, also where nobody has scored', () => {
    expect(topOf(levelled(scores))).toEqual({ halves: 12, userIds: ['bob', 'cyd'] });
    const none = scores.map((each) => ({ ...each, totalScore: 0 }));
    expect(topOf(levelled(none))).toEqual({ halves: 2, userIds: ['ann', 'bob'] });
  });

  it('leave what they were made from alone', () => {
    const before = structuredClone(scores);
    levelled(withLead(scores, 'ann', { halves: 99, userIds: ['ann'] }));
    expect(scores).toEqual(before);
  });
});

describe('The simulated leader of the test page', () => {
  it('is 10 points ahead of the current one, and so is announced', () => {
    const before = { halves: 14, userIds: ['ann'] };
    expect(simulatedTop(before, 'bob')).toEqual({ halves: 34, userIds: ['bob'] });
    expect(leaderChange(before, simulatedTop(before, 'bob'))).toEqual({ kind: 'single', userId: 'bob', halves: 34 });
    expect(leaderChange(NOBODY, simulatedTop(NOBODY, 'bob'))).toEqual({ kind: 'single', userId: 'bob', halves: 20 });
  });
});
