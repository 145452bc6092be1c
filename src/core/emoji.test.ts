import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tallyEmoji, tallyMoods } from '#core/emoji.ts';

describe('The emoji of a tally', () => {
  it.each([
    ['no results', 0, 0, '😐'],
    ['only correct', 1, 0, '🤩'],
    ['only wrong', 0, 1, '😭'],
    ['a ratio of 4', 8, 2, '🤩'],
    ['a ratio of exactly 3', 9, 3, '🤩'],
    ['just under 3', 29, 10, '😊'],
    ['a ratio of exactly 2', 8, 4, '😊'],
    ['just under 2', 19, 10, '🙂'],
    ['a ratio of exactly 1.5', 9, 6, '🙂'],
    ['just under 1.5', 14, 10, '😐'],
    ['as many right as wrong', 8, 8, '😐'],
    ['just under 1', 9, 10, '😕'],
    ['a ratio of exactly 0.7', 7, 10, '😕'],
    ['just under 0.7', 69, 100, '😢'],
    ['a ratio of exactly 0.5', 5, 10, '😢'],
    ['just under 0.5', 49, 100, '😭'],
    ['one right in a bad week', 1, 15, '😭'],
  ])('for %s: %s right and %s wrong', (_name, correct, incorrect, emoji) => {
    expect(tallyEmoji(correct, incorrect)).toBe(emoji);
  });

  it('never gets worse with one more right pick, once something is wrong', () => {
    const best: string[] = tallyMoods.map((mood) => mood.emoji);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }), (correct, incorrect) => {
        const before = best.indexOf(tallyEmoji(correct, incorrect));
        const after = best.indexOf(tallyEmoji(correct + 1, incorrect));
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});
