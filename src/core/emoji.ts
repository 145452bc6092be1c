/** The mood of a tally by its least ratio of correct to incorrect picks, best first (section 9). */
export const tallyMoods = [
  { atLeast: 3, emoji: '🤩' },
  { atLeast: 2, emoji: '😊' },
  { atLeast: 1.5, emoji: '🙂' },
  { atLeast: 1, emoji: '😐' },
  { atLeast: 0.7, emoji: '😕' },
  { atLeast: 0.5, emoji: '😢' },
  { atLeast: 0, emoji: '😭' },
] as const;

const NO_RESULTS = '😐';
const ONLY_CORRECT = '🤩';
const ONLY_WRONG = '😭';

/** The emoji beside a tally (section 9). */
export function tallyEmoji(correct: number, incorrect: number): string {
  if (correct === 0 && incorrect === 0) return NO_RESULTS;
  if (incorrect === 0) return ONLY_CORRECT;
  if (correct === 0) return ONLY_WRONG;
  return tallyMoods.find((mood) => correct / incorrect >= mood.atLeast)?.emoji ?? ONLY_WRONG;
}

/** The path of an emoji's drawing: devices without an emoji font would show a box. */
export function emojiPath(emoji: string): string {
  return `/assets/g/emoji/${emoji.codePointAt(0)?.toString(16)}.svg`;
}
