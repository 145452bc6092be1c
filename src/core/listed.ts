const NAMES_SHOWN = 3;

/** Several words in a sentence: `A`, `A and B`, `A, B and C`. */
export function listText(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The same of names, of many only the first: `Ann, Bob and 3 others`. */
export function listedNames(names: readonly string[]): string {
  if (names.length <= NAMES_SHOWN) return listText(names);
  const shown = names.slice(0, NAMES_SHOWN - 1);
  return listText([...shown, `${names.length - shown.length} others`]);
}

/** A text that begins a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
