const NAMES_SHOWN = 3;

/** Joins words for a sentence: `A`, `A and B`, `A, B and C`, or with another last word: `A or B`. */
export function listText(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Joins names; of many names, only the first: `Ann, Bob and 3 others`. */
export function listedNames(names: readonly string[]): string {
  if (names.length <= NAMES_SHOWN) return listText(names);
  const shown = names.slice(0, NAMES_SHOWN - 1);
  return listText([...shown, `${names.length - shown.length} others`]);
}

/** A number with its noun: `1 pick`, `1,234 picks`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Capitalizes a text that begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
