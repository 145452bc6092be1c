/** What a search can find. */
interface Searchable {
  readonly label: string;
  /** What a search goes by, the label included: names between commas, and sentences. */
  readonly searched: string;
  /** Whether it belongs to other pools: what belongs to this one comes first. */
  readonly isElsewhere?: boolean;
}

/** What a search found, and whether it has all of the words. */
interface Found<T> {
  readonly finds: readonly T[];
  readonly isWhole: boolean;
}

/**
 * What has all words of a search that tell something: first what goes by just that name, then what has the words side by side, then what has
 * them in its label; one word first in labels. A number can be missing, since a rule of 3 weeks is one of 4. If nothing has all, what comes
 * closest.
 */
export function findByWords<T extends Searchable>(all: readonly T[], sought: string): Found<T> {
  const { typed, parts, needed } = soughtParts(sought);
  const rows = all.map((each): Row<T> => {
    const names = each.searched.split(',').map(wordsIn);
    const words = names.flat();
    const had = partsIn(words, parts);
    if (had.length === 0) return { each, words, had, merits: [] };
    const has = (test: (name: readonly string[]) => boolean) => Number(names.some(test));
    const isName = has((name) => isSame(name.filter(tells), parts));
    const isAsTyped = has((name) => isPhraseOf(typed, name)) + has((name) => isPhraseOf(parts, name.filter(tells)));
    const inLabel = partsIn(wordsIn(each.label), parts).length;
    const merits = typed.length > 1 ? [isName, isAsTyped, inLabel] : [inLabel, isName, isAsTyped];
    return { each, words, had, merits: [...merits, had.length] };
  });
  const whole = rows.filter(({ had }) => needed.every((part) => had.includes(part)));
  const isWhole = whole.length > 0;
  return { finds: (isWhole ? inOrder(whole) : closest(rows, needed)).map(({ each }) => each), isWhole };
}

/** Whether a label alone has all words of a search that tell something. */
export function isNamed(label: string, sought: string): boolean {
  const { needed } = soughtParts(sought);
  return partsIn(wordsIn(label), needed).length === needed.length;
}

/** The words of a search, those of them that tell something, and those that a find needs. */
function soughtParts(sought: string) {
  const typed = wordsIn(sought);
  const telling = typed.filter(tells);
  const parts = telling.length > 0 ? telling : typed;
  const wordParts = parts.filter((part) => !NUMBER.test(part));
  return { typed, parts, needed: wordParts.length > 0 ? wordParts : parts };
}

/** What a search says of one of all. */
interface Row<T> {
  readonly each: T;
  readonly words: readonly string[];
  /** The words of the search that it has. */
  readonly had: readonly string[];
  /** By which it comes before others, the most important one first. */
  readonly merits: readonly number[];
}

function inOrder<T extends Searchable>(rows: readonly Row<T>[]): Row<T>[] {
  return byMerits(rows.map((row) => ({ ...row, merits: [Number(!row.each.isElsewhere), ...row.merits] })));
}

/** The few rows that have at least half of the weight of the words. A word weighs more if fewer rows have it. */
function closest<T extends Searchable>(rows: readonly Row<T>[], needed: readonly string[]): Row<T>[] {
  const weights = new Map(
    needed.map((part) => {
      const count = rows.filter(({ had }) => had.includes(part)).length;
      return [part, Math.log(rows.length / (count || rows.length / UNKNOWN))];
    }),
  );
  const weightOf = (some: readonly string[]) => some.reduce((sum, part) => sum + (weights.get(part) ?? 0), 0);
  const least = weightOf(needed) / 2;
  const common = Math.max(FEW, rows.length / RARE);
  const isRare = (part: string) =>
    part.length >= SHORTEST_WORD && rows.filter(({ had }) => had.includes(part)).length <= common;
  const weighed = rows
    .filter(({ each }) => !each.isElsewhere)
    .map((row) => ({ ...row, had: row.had.filter((part) => part.length > SHORTEST_WORD || hasWord(row.words, part)) }))
    .filter(({ had }) => had.some(isRare) && weightOf(had) >= least)
    .map((row) => ({ ...row, merits: [weightOf(row.had), ...row.merits] }));
  return byMerits(weighed).slice(0, MOST_CLOSEST);
}

/** The most that is found without having all of the words. */
const MOST_CLOSEST = 3;
/** A word that no row has weighs as much as one that a quarter of them have: it may be a filler. */
const UNKNOWN = 4;
/** A word is rare if at most this many rows have it, or a third of them. */
const FEW = 3;
const RARE = 3;
/** A shorter word finds nothing without the others. One of this length has to be a whole word. */
const SHORTEST_WORD = 3;

/** Words that tell nothing about a rule. */
const empty: ReadonlySet<string> = new Set(
  'a allow allowed am an and any are as at be been by can could did do does each for from gave get gets give given gives got had has have he her his how i if in into is it its just make may must my need needed needs of on only or our per permitted pm rule rules s she should so submit submitted t take taken takes that the their them then there these they this those to up was we were what when where which who will with would you your'.split(
    ' ',
  ),
);
const NUMBER = /^\d+$/;

/** The most of the first merit first, among equals of the next one. */
function byMerits<R extends { readonly merits: readonly number[] }>(rows: readonly R[]): R[] {
  return rows.toSorted((a, b) => b.merits.map((merit, at) => merit - (a.merits[at] ?? 0)).find(Boolean) ?? 0);
}

function tells(word: string): boolean {
  return !empty.has(word);
}

/** Whether words stand side by side in others; the last one may be typed in part. */
function isPhraseOf(phrase: readonly string[], words: readonly string[]): boolean {
  const isIn = (some: readonly string[], all: readonly string[]) => ` ${all.join(' ')}`.includes(` ${some.join(' ')}`);
  return isIn(phrase, words) || isIn(phrase.map(stemOf), words.map(stemOf));
}

/** Whether a name is that of a search. Its numbers stand for any: `weeks 5 to 8` is also the name of Weeks 10 to 14. */
function isSame(name: readonly string[], parts: readonly string[]): boolean {
  const isAlike = (word: string, part = '') =>
    stemOf(word) === stemOf(part) || (NUMBER.test(word) && NUMBER.test(part));
  return name.length === parts.length && name.every((word, at) => isAlike(word, parts[at]));
}

/** The words of a search that a text has: as the beginning of a word or of two that are typed as one, or but for endings. */
function partsIn(words: readonly string[], parts: readonly string[]): string[] {
  const forms = words.flatMap((word, at) => [word, `${word}${words[at + 1] ?? ''}`]);
  const stems = new Set(forms.map(stemOf));
  return parts.filter(
    (part) => stems.has(stemOf(part)) || (!NUMBER.test(part) && forms.some((form) => form.startsWith(part))),
  );
}

/** Whether a text has a word, but for endings. */
function hasWord(words: readonly string[], part: string): boolean {
  return words.some((word) => stemOf(word) === stemOf(part));
}

/** A word without its endings: `misses`, `missed` and `missing` are one word, as are `win` and `winner`, `prize` and `prizes`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=.{2})ie[sd]$/, 'y')
    .replace(/(?<=.{2})(.)\1(?:ing|ers?|ed)$/, '$1')
    .replace(/(?<=.{3})ing$|(?<=.{4})ers?$/, '')
    .replace(/(?<=.{3})(?:ed|es|e|s)+$/, '');
}

/** Spellings and short forms of words, and words for the same. */
const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    auto: 'automatic automatically autopick',
    commissioner: 'commish administrator manager organizer organiser',
    favorite: 'favourite fav',
    forget: 'forgot forgotten forgetting',
    half: 'halves',
    maximum: 'max',
    minimum: 'min',
    player: 'participant contestant entrant member person people',
    point: 'pt pts',
    week: 'wk wks',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);

/** Numbers as words, from 1 on. */
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Amounts are looked for as dollars and percent, whatever they are, and 60/30/10 as a split in percentages. */
function wordsIn(text: string): string[] {
  const splits = text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/\d+(?:[/-]\d+)+/g, (typed) => (isSplit(typed) ? ' split percentages ' : typed));
  const units = splits
    .replaceAll(/(?<!\d)0?\.5\b|\b1\/2\b|½/g, ' half ')
    .replaceAll(/\$\d+/g, ' dollars ')
    .replaceAll(/\d+%/g, ' percent ');
  const spelled = units.replaceAll(/tie[ -]break/g, 'tiebreak').replaceAll(/kick[ -]off/g, 'kickoff');
  const words = spelled.match(/[\p{L}\p{N}$%]+/gu) ?? [];
  return words.map((word) => {
    if (numbers.includes(word)) return String(numbers.indexOf(word) + 1);
    return synonyms.get(word) ?? synonyms.get(word.replace(/s$/, '')) ?? word;
  });
}

/** Whether numbers add up to 100 percent: `60/30/10`. */
function isSplit(typed: string): boolean {
  const parts = typed.split(/[/-]/).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) === 100;
}
