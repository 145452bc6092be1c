import type { PoolPerson } from '#contract/members.ts';

/** So many people are suggested at once. */
const MOST = 5;

/** A name that is being typed after an @. */
export interface Naming {
  /** Where the @ stands. */
  readonly at: number;
  /** What was typed of the name. */
  readonly typed: string;
}

/** The name that is being typed where the caret stands; null where none is. */
export function namingAt(text: string, caret: number): Naming | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return null;
  const typed = text.slice(at + 1, caret);
  return typed.length > 50 || /[\n@]/.test(typed) || typed.startsWith(' ') ? null : { at, typed };
}

/** Those whose name, or one of its words, begins with what was typed; first those whose whole name does. */
export function suggestedPeople(people: readonly PoolPerson[], typed: string): PoolPerson[] {
  const wanted = typed.toLowerCase();
  const begins = people.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const within = people.filter((person) => !begins.includes(person) && hasWord(person.name, wanted));
  return [...begins, ...within].slice(0, MOST);
}

/** A text with the name put in place of what was typed of it, and where the caret stands then. */
export function withName(text: string, { at, typed }: Naming, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(at + 1 + typed.length).replace(/^ /, ''), caret: before.length };
}

function hasWord(name: string, wanted: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(wanted));
}
