import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WeekTop } from '#core/leader.ts';
import { LEADER_RECHECK_MS, leaderChange, NOBODY, SIMULATED_LEAD, weekTop } from '#core/leader.ts';
import { CELEBRATION_FADE_MS, CELEBRATION_MS, CELEBRATION_TEXT, leaderNotice } from '#core/leader-notice.ts';
import { POOL_TOAST_MS, TOAST_EXIT_MS, TOAST_MS, toastTypes } from '#core/toast.ts';

/** One entry each, with the name of the person. */
function top(points: number, ...ownerIds: string[]): WeekTop {
  return { halves: 2 * points, entryIds: ownerIds, ownerIds };
}

const anyScores = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 })
  .map((scores) => scores.map((score, index) => ({ id: `u${index}`, ownerId: `u${index}`, score })));

describe('The timings of section 9', () => {
  it('are kept', () => {
    expect({ LEADER_RECHECK_MS, CELEBRATION_MS, CELEBRATION_FADE_MS, SIMULATED_LEAD }).toEqual({
      LEADER_RECHECK_MS: 2000,
      CELEBRATION_MS: 4000,
      CELEBRATION_FADE_MS: 1000,
      SIMULATED_LEAD: 10,
    });
    expect({ TOAST_MS, TOAST_EXIT_MS, POOL_TOAST_MS }).toEqual({
      TOAST_MS: 5000,
      TOAST_EXIT_MS: 300,
      POOL_TOAST_MS: 3000,
    });
    expect(toastTypes).toEqual(['leader', 'tie', 'success', 'error', 'default']);
  });
});

describe('The top of a week', () => {
  it.each([
    ['is the best score and who has it', { a: 3, b: 5, c: 4 }, top(5, 'b')],
    ['is everyone who has the best score', { a: 5, b: 3, c: 5 }, top(5, 'a', 'c')],
    ['is nobody without scores', {}, NOBODY],
    ['is nobody while all are at 0', { a: 0, b: 0 }, NOBODY],
  ])('%s', (_name, scores, expected) => {
    expect(weekTop(Object.entries(scores).map(([id, points]) => ({ id, ownerId: id, score: 2 * points })))).toEqual(
      expected,
    );
  });

  it('names a person once, however many of their entries are at it', () => {
    const scores = [
      { id: 'ann', ownerId: 'ann', score: 10 },
      { id: 'ann 2', ownerId: 'ann', score: 10 },
      { id: 'bob', ownerId: 'bob', score: 8 },
    ];
    expect(weekTop(scores)).toEqual({ halves: 10, entryIds: ['ann', 'ann 2'], ownerIds: ['ann'] });
  });
});

describe('The leader', () => {
  it.each([
    ['the first to score', NOBODY, top(1, 'ann'), { kind: 'single', ownerId: 'ann', halves: 2 }],
    ['a new one at the top', top(5, 'ann'), top(6, 'bob'), { kind: 'single', ownerId: 'bob', halves: 12 }],
    ['the same one with more', top(5, 'ann'), top(6, 'ann'), { kind: 'single', ownerId: 'ann', halves: 12 }],
    ['one of the tied goes ahead', top(5, 'ann', 'bob'), top(6, 'bob'), { kind: 'single', ownerId: 'bob', halves: 12 }],
    [
      'a correction leaves one of the tied',
      top(5, 'ann', 'bob'),
      top(5, 'ann'),
      { kind: 'single', ownerId: 'ann', halves: 10 },
    ],
    [
      'a correction puts another on top with less',
      top(6, 'ann'),
      top(5, 'bob'),
      { kind: 'single', ownerId: 'bob', halves: 10 },
    ],
  ] as const)('is announced: %s', (_name, before, after, change) => {
    expect(leaderChange(before, after)).toEqual(change);
  });

  it.each([
    ['several score first', NOBODY, top(1, 'ann', 'bob')],
    ['another draws level', top(5, 'ann'), top(5, 'ann', 'bob')],
    ['the tied all go on', top(5, 'ann', 'bob'), top(6, 'ann', 'bob')],
    ['others are tied than before', top(5, 'ann', 'bob'), top(5, 'ann', 'cy')],
  ])('is announced as a tie: %s', (_name, before, after) => {
    expect(leaderChange(before, after)).toEqual({ kind: 'tie', ownerIds: after.ownerIds, halves: after.halves });
  });

  it.each([
    ['nobody has scored yet', NOBODY, NOBODY],
    ['nothing changed at the top', top(5, 'ann'), top(5, 'ann')],
    ['the tied are listed in another order', top(5, 'ann', 'bob'), top(5, 'bob', 'ann')],
    ['a correction only takes a point from the leader', top(6, 'ann'), top(5, 'ann')],
    ['a correction takes every point away', top(1, 'ann'), NOBODY],
  ])('is not announced when %s', (_name, before, after) => {
    expect(leaderChange(before, after)).toEqual({ kind: 'none' });
  });

  it('is one person, though two of their entries are at the top', () => {
    const both = { halves: 10, entryIds: ['ann', 'ann 2'], ownerIds: ['ann'] };
    expect(leaderChange(top(4, 'bob'), both)).toEqual({ kind: 'single', ownerId: 'ann', halves: 10 });
    expect(leaderChange(top(5, 'ann'), both)).toEqual({ kind: 'none' });
  });

  it('is a tie of people, not of entries', () => {
    const three = { halves: 10, entryIds: ['ann', 'ann 2', 'bob'], ownerIds: ['ann', 'bob'] };
    expect(leaderChange(top(4, 'bob'), three)).toEqual({ kind: 'tie', ownerIds: ['ann', 'bob'], halves: 10 });
  });

  it('is announced exactly when the top score is higher or different people are at the top', () => {
    fc.assert(
      fc.property(anyScores, anyScores, (first, second) => {
        const before = weekTop(first);
        const after = weekTop(second);
        const others = before.ownerIds.toSorted().join() !== after.ownerIds.toSorted().join();
        const expected = after.ownerIds.length > 0 && (after.halves > before.halves || others);
        expect(leaderChange(before, after).kind !== 'none').toBe(expected);
      }),
    );
  });

  it('is announced once: the same scores cause no second notice', () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        expect(leaderChange(weekTop(scores), weekTop(scores.toReversed())).kind).toBe('none');
      }),
    );
  });
});

describe('The leader notice', () => {
  const single = { kind: 'single', ownerId: 'ann', halves: 22 } as const;

  it('is nothing when nothing changed', () => {
    expect(leaderNotice({ kind: 'none' }, 'ann', 'Ann')).toBeNull();
  });

  it('shows others the leader toast for 6 seconds, without celebration or sound', () => {
    const notice = leaderNotice(single, 'bob', 'Ann');
    expect(notice).toMatchObject({ celebrate: false, sound: null });
    expect(notice?.toast).toMatchObject({ type: 'leader', durationMs: 6000, showFireworks: false });
    expect(notice?.toast.message).toContain('Ann');
    expect(notice?.toast.message).toContain('11');
  });

  it('shows the leader the toast for 8 seconds, with celebration and sound', () => {
    const notice = leaderNotice(single, 'ann', 'Ann');
    expect(notice).toMatchObject({ celebrate: true, sound: 'celebration' });
    expect(notice?.toast).toMatchObject({ type: 'leader', durationMs: 8000, showFireworks: true });
    expect(notice?.toast.message).not.toContain('Ann');
    expect(CELEBRATION_TEXT).toBe("YOU'RE THE LEADER!");
  });

  it.each(['ann', 'cy'])('of a tie shows everyone the same for 6 seconds, with the tie sound: %s', (currentUserId) => {
    const change = { kind: 'tie', ownerIds: ['ann', 'bob', 'dee'], halves: 19 } as const;
    expect(leaderNotice(change, currentUserId, '')).toEqual({
      toast: {
        type: 'tie',
        title: 'Week Leader Update!',
        message: '3 people tied at 9.5',
        durationMs: 6000,
        showFireworks: false,
      },
      celebrate: false,
      sound: 'tie',
    });
  });
});
