import { normalizeName } from './names.ts';

/** Shorter names are near no other name: initials differ in one letter by design. */
const SHORTEST = 3;
/** From this length on, two letters may differ. */
const LONG = 5;
/** Names with more edits than this are different names. */
const MOST = 2;

const BETWEEN_WORDS = /[\s,]+/;
const NOT_DIGITS = /[^\p{N}]/gu;

/** A name, and the names that it may be a typo of. */
export interface NearName {
  readonly name: string;
  readonly near: readonly string[];
}

/**
 * The new names that are near a known name or an earlier new one. Two names are near if one may be a typo of the other: one letter added,
 * missing, replaced or swapped with its neighbor (two in names of 5 letters or more), or the same words in another order. Every character
 * counts, and digits distinguish names: `Player 1` and `Player 2` are two people.
 */
export function nearNames(newNames: readonly string[], known: readonly string[]): NearName[] {
  const earlier = known.map(toTyped);
  return newNames.flatMap((name) => {
    const typed = toTyped(name);
    const near = earlier.filter((other) => areNear(typed, other)).map((other) => other.name);
    earlier.push(typed);
    return near.length > 0 ? [{ name, near }] : [];
  });
}

/** Finds the known names that a name is near. The known ones are prepared once, for any number of names. */
export function nearAmong(known: readonly string[]): (name: string) => readonly string[] {
  const all = known.map(toTyped);
  return (name) => {
    const typed = toTyped(name);
    return all.filter((other) => areNear(typed, other)).map((other) => other.name);
  };
}

/** A name with the forms that are compared. */
interface Typed {
  readonly name: string;
  readonly signs: readonly string[];
  readonly digits: string;
  readonly inOrder: string;
}

function toTyped(name: string): Typed {
  const whole = normalizeName(name);
  const inOrder = whole.split(BETWEEN_WORDS).sort().join(' ').trim();
  return { name, signs: [...whole], digits: whole.replace(NOT_DIGITS, ''), inOrder };
}

function areNear(a: Typed, b: Typed): boolean {
  if (a.digits !== b.digits) return false;
  if (a.inOrder === b.inOrder) return true;
  const length = Math.min(a.signs.length, b.signs.length);
  if (length < SHORTEST) return false;
  return distance(a.signs, b.signs) <= (length < LONG ? 1 : MOST);
}

/** The number of edits from one text to the other: a character added, missing or replaced, or two neighbors swapped. */
function distance(a: readonly string[], b: readonly string[]): number {
  if (Math.abs(a.length - b.length) > MOST) return Number.POSITIVE_INFINITY;
  let [earlier, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (last[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      const swap =
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] ? (earlier[column - 2] ?? row) + 1 : change;
      current.push(Math.min(change, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [earlier, last] = [last, current];
  }
  return last.at(-1) ?? 0;
}
