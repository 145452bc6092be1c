import { describe, expect, it } from 'vitest';
import { leaderChange, NOBODY, SIMULATED_LEAD, weekTop } from '#core/leader.ts';
import type { TestScore } from './test-screen.tsx';
import { ranked, sampleToasts, simulatedTop, withLead, withTie } from './test-screen.tsx';

const scores: readonly TestScore[] = [
  { id: 'ann', ownerId: 'ann', displayName: 'Ann', totalScore: 7 },
  { id: 'bob', ownerId: 'bob', displayName: 'Bob', totalScore: 12 },
  { id: 'cyd', ownerId: 'cyd', displayName: 'Cyd', totalScore: 9 },
];
const topOf = (all: readonly TestScore[]) =>
  weekTop(all.map(({ id, ownerId, totalScore }) => ({ id, ownerId, score: totalScore })));
const of = (id: string) => ({ id, ownerId: id });
const totals = (all: readonly TestScore[]) => all.map(({ id, totalScore }) => `${id} ${totalScore}`);

it('the sample toasts of the test page last as long as the real ones, with fireworks for the leader', () => {
  expect(sampleToasts.leader).toMatchObject({ durationMs: 8000, showFireworks: true });
  expect(sampleToasts.tie).toMatchObject({ durationMs: 6000 });
});

describe('The scores of the test page', () => {
  it('are sorted best first', () => {
    expect(totals(ranked(scores))).toEqual(['bob 12', 'cyd 9', 'ann 7']);
  });

  it('put the new leader ten points above the old one, each time', () => {
    const once = withLead(scores, 'ann', simulatedTop(topOf(scores), of('ann')));
    expect(totals(ranked(once))).toEqual(['ann 32', 'bob 12', 'cyd 9']);
    const twice = withLead(once, 'ann', simulatedTop(topOf(once), of('ann')));
    expect(topOf(twice)).toEqual({ halves: 12 + 4 * SIMULATED_LEAD, entryIds: ['ann'], ownerIds: ['ann'] });
  });

  it('can tie the second with the first, even if nobody has scored', () => {
    expect(topOf(withTie(scores))).toEqual({ halves: 12, entryIds: ['bob', 'cyd'], ownerIds: ['bob', 'cyd'] });
    const none = scores.map((each) => ({ ...each, totalScore: 0 }));
    expect(topOf(withTie(none))).toEqual({ halves: 2, entryIds: ['ann', 'bob'], ownerIds: ['ann', 'bob'] });
  });

  it('do not change their source', () => {
    const before = structuredClone(scores);
    withTie(withLead(scores, 'ann', { halves: 99 }));
    expect(scores).toEqual(before);
  });
});

describe('The simulated leader of the test page', () => {
  it('is 10 points ahead of the current one, and so is announced', () => {
    const before = { halves: 14, entryIds: ['ann'], ownerIds: ['ann'] };
    expect(simulatedTop(before, of('bob'))).toEqual({ halves: 34, entryIds: ['bob'], ownerIds: ['bob'] });
    expect(leaderChange(before, simulatedTop(before, of('bob')))).toEqual({
      kind: 'single',
      ownerId: 'bob',
      halves: 34,
    });
    expect(leaderChange(NOBODY, simulatedTop(NOBODY, of('bob')))).toEqual({
      kind: 'single',
      ownerId: 'bob',
      halves: 20,
    });
  });
});
