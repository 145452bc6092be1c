import { cleanName, nameLength } from './names.ts';

/** The name of somebody who gave none (section 3). */
export const NAMELESS = 'User';

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
