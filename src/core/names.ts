/** How the names of people and pools are stored, measured and compared. */

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, lone surrogates, and characters that change the text direction. */
const UNWANTED = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that are not spaces but show only blank space. */
const BLANKS = /[\u2800\u3164\uffa0]/g;
/** More marks on one letter than any language uses; they overlap the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** Invisible characters. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as it is stored: trimmed, on one line, without lone surrogates, piled marks or direction changes. */
export function cleanName(name: string): string {
  return name.replace(LINE_BREAKS, ' ').replace(UNWANTED, '').replace(PILED_MARKS, '$1').trim();
}

/** The length of a name as it is stored, in characters; 0 for a name without visible characters. */
export function nameLength(name: string): number {
  return normalizeName(name) === '' ? 0 : [...cleanName(name)].length;
}

/** The normalized name for comparison: ignores capitals, the width of spaces and invisible characters. */
export function normalizeName(name: string): string {
  return cleanName(name)
    .replace(BLANKS, ' ')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const MARKS = /\p{M}/gu;

/** Whether a text occurs in a name, ignoring capitals, accents and the width of spaces. An empty text occurs in every name. */
export function nameContains(name: string, text: string): boolean {
  return withoutAccents(name).includes(withoutAccents(text));
}

function withoutAccents(name: string): string {
  return normalizeName(name).normalize('NFD').replace(MARKS, '');
}

/** The name of a person without a name (section 3). */
const NAMELESS = 'User';

/** The sources of a new account's display name. */
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

/** Orders users by e-mail, ignoring capitals (section 9); users without one come last. */
export function compareByEmail(a: { readonly email: string | null }, b: { readonly email: string | null }): number {
  if (a.email === null || b.email === null) return Number(a.email === null) - Number(b.email === null);
  const first = a.email.toLowerCase();
  const second = b.email.toLowerCase();
  return first < second ? -1 : Number(first > second);
}
