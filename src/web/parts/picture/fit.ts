/** The width of a text in pixels. */
type Measure = (text: string) => number;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text that is cut, with an ellipsis, until it fits. Emoji and letters with accents stay whole. @param room in pixels */
export function fitText(text: string, room: number, widthOf: Measure): string {
  if (widthOf(text) <= room) return text;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (widthOf(cut(letters, middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return cut(letters, fits);
}

function cut(letters: readonly string[], count: number): string {
  return `${letters.slice(0, count).join('').trimEnd()}…`;
}

/** Breaks a text between words into lines that fit. What is left over stays in the last line, which may be too long. */
export function wrapped(text: string, room: number, most: number, widthOf: Measure): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const joined = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || (lines.length < most && widthOf(joined) > room)) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

/** A text that keeps its own direction and does not change that of what stands around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
