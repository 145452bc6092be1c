/** What a search can find. */
interface Searchable {
  readonly label: string;
  /** What a search goes by, the label included. */
  readonly searched: string;
}

/** What a search found, and whether it has all of the words. */
interface Found<T> {
  readonly finds: readonly T[];
  readonly isWhole: boolean;
}

/** The most that is found without having all of the words. */
const MOST_CLOSEST = 3;

/**
 * What has all words of a search that tell something: first what has them side by side, then what has them in its label; one word first in
 * labels. If nothing has all, what has those that few have.
 */
export function findByWords<T extends Searchable>(all: readonly T[], sought: string): Found<T> {
  const typed = wordsIn(sought);
  const telling = typed.filter(tells);
  const parts = telling.length > 0 ? telling : typed;
  const rows = all.map((each) => {
    const words = wordsIn(each.searched);
    const isAsTyped = Number(isPhraseOf(typed, words)) + Number(isPhraseOf(parts, words.filter(tells)));
    const inLabel = partsIn(wordsIn(each.label), parts).length;
    const merits = typed.length > 1 ? [isAsTyped, inLabel] : [inLabel, isAsTyped];
    return { each, had: partsIn(words, parts), merits };
  });
  const whole = rows.filter(({ had }) => had.length === parts.length);
  if (whole.length > 0) return { finds: byMerits(whole).map(({ each }) => each), isWhole: true };
  const few = Math.max(FEW, all.length / 3);
  const weightOf = (part: string): number => {
    const count = rows.filter(({ had }) => had.includes(part)).length;
    return part.length >= SHORTEST_WORD && count <= few ? Math.log(all.length / count) : 0;
  };
  const weights = new Map(parts.map((part) => [part, weightOf(part)]));
  const weighed = rows.map(({ each, had, merits }) => {
    const weight = had.reduce((sum, part) => sum + (weights.get(part) ?? 0), 0);
    return { each, weight, merits: [weight, ...merits] };
  });
  const heaviest = Math.max(0, ...weighed.map(({ weight }) => weight));
  const closest = byMerits(weighed.filter(({ weight }) => weight > heaviest / 2));
  return { finds: closest.map(({ each }) => each).slice(0, MOST_CLOSEST), isWhole: false };
}

/** Words that tell nothing about a rule. */
const empty: ReadonlySet<string> = new Set(
  'a am an and are as at be by can do does each for from has have how if in is it make may must my of on or our per pm that the their then they to we what when who with you your'.split(
    ' ',
  ),
);
/** What so many have is not common. */
const FEW = 3;
/** The fewest letters of a word that is looked for without the others. */
const SHORTEST_WORD = 3;

/** The most of the first merit first, among equals of the next one. */
function byMerits<R extends { readonly merits: readonly number[] }>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => b.merits.map((merit, at) => merit - (a.merits[at] ?? 0)).find(Boolean) ?? 0);
}

function tells(word: string): boolean {
  return !empty.has(word);
}

function isPhraseOf(phrase: readonly string[], words: readonly string[]): boolean {
  return ` ${words.join(' ')}`.includes(` ${phrase.join(' ')}`);
}

/** The words of a search that a text has: as the beginning of a word or of two that are typed as one, or but for endings. */
function partsIn(words: readonly string[], parts: readonly string[]): string[] {
  const forms = words.flatMap((word, at) => [word, `${word}${words[at + 1] ?? ''}`]);
  const stems = new Set(forms.map(stemOf));
  return parts.filter((part) => stems.has(stemOf(part)) || forms.some((form) => form.startsWith(part)));
}

/** A word without its endings: `misses`, `missed` and `missing` are one word, as are `win` and `winner`, `prize` and `prizes`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=.{2})(.)\1(?:ing|ers?|ed)$/, '$1')
    .replace(/(?<=.{3})ing$|(?<=.{4})ers?$/, '')
    .replace(/(?<=.{3})(?:ed|es|d|e|s)+$/, '');
}

/** Amounts are looked for as dollars and percent, whatever they are, and 60/30/10 as a split in percentages. */
function wordsIn(text: string): string[] {
  const splits = text
    .toLowerCase()
    .replaceAll(/\d+(?:[/-]\d+)+/g, (typed) => (isWhole(typed) ? ' split percentages ' : typed));
  const units = splits.replaceAll(/\$\d+/g, ' dollars ').replaceAll(/\d+%/g, ' percent ');
  return units.match(/[\p{L}\p{N}$%]+/gu) ?? [];
}

/** Whether numbers are the parts of a whole, in percent. */
function isWhole(typed: string): boolean {
  const parts = typed.split(/[/-]/).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) === 100;
}
