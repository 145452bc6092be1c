/** How the names of people and pools are stored, how long they are and what the eye makes of them. */

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Controls, halves of characters, and the signs that turn or set apart the direction of what follows. */
const UNWANTED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that are no spaces and yet show nothing but room. */
const BLANKS = /[\u2800\u3164\uffa0]/g;
/** More marks on one letter than any language has reach into the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Signs that take part in writing but cannot be seen. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as it is stored: trimmed, in one line, of whole characters without piles of marks, and running as its letters do. */
export function cleanName(name: string): string {
  return name.replace(LINE_BREAKS, ' ').replace(UNWANTED, '').replace(PILED_MARKS, '$1').trim();
}

/** The length of a name as it is stored, in characters; one of which nothing can be seen has none. */
export function nameLength(name: string): number {
  return look(name) === '' ? 0 : [...cleanName(name)].length;
}

/** What the eye makes of a name: neither capitals nor the width of spaces nor invisible characters tell two apart. */
export function look(name: string): string {
  return cleanName(name)
    .replace(BLANKS, ' ')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The name of somebody who gave none (section 3). */
const NAMELESS = 'User';

/** Where a new account can take its display name from. */
export interface NameSources {
  readonly signUpName?: string | null | undefined;
  readonly accountName?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/**
 * The display name of a new account: the name given at sign-up, then the account's, then the part of the e-mail before
 * the @, then 'User' (section 3).
 */
export function displayNameFor({ signUpName, accountName, email }: NameSources): string {
  const candidates = [signUpName, accountName, email?.split('@', 1)[0]];
  return candidates.map((name) => cleanName(name ?? '')).find((name) => nameLength(name) > 0) ?? NAMELESS;
}

/** Orders users by e-mail, capitals aside (section 9); those without one come last. */
export function compareByEmail(a: { readonly email: string | null }, b: { readonly email: string | null }): number {
  if (a.email === null || b.email === null) return Number(a.email === null) - Number(b.email === null);
  const first = a.email.toLowerCase();
  const second = b.email.toLowerCase();
  return first < second ? -1 : Number(first > second);
}
