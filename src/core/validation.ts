/**
 * The rules of section 5 for user input. Each function returns the text of the first broken rule, or null. Lengths count code points, so an
 * emoji of one code point is one character.
 */
import { MAX_SCORE, SPREAD_STEP } from './game.ts';
import { nameLength } from './names.ts';

/** The least length of a password (section 9). */
export const PASSWORD_MIN = 6;
/** A longer password is refused before it is hashed. */
export const PASSWORD_MAX = 128;
/** An address has at most 64 characters before the @ and 255 after it (RFC 5321, section 4.5.3.1). */
export const EMAIL_MAX = 320;
/** Display name at sign-up (section 9). */
export const SIGN_UP_NAME_MIN = 2;
/** Fewer than 30 characters (section 5). */
export const SIGN_UP_NAME_MAX = 29;
/** Display name in the profile (section 9). */
export const PROFILE_NAME_MAX = 50;
/** The longest name of a pool. */
export const POOL_NAME_MAX = 100;
/** The longest description of a pool. */
export const POOL_DESCRIPTION_MAX = 2000;
/** The longest web address of a pool's money page. */
export const MONEY_URL_MAX = 2000;
/** The most characters of a spread note. */
export const SPREAD_NOTE_MAX = 100;

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** `https://bank.example@evil.example` leads to evil.example. Browsers read a backslash as a slash. */
const USER_INFO = /^https?:\/\/[^/\\?#]*@/i;
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]\S*$/i;

/** An e-mail address. */
export function emailError(email: string): string | null {
  if (email.trim() === '') return 'Email is required';
  return EMAIL.test(email) ? null : 'Please enter a valid email address';
}

/** What `passwordError` asks of a new password, shown before it is typed. */
export const PASSWORD_RULES = '6+ characters: upper case, lower case and a number';

/** A new password. */
export function passwordError(password: string): string | null {
  if (password === '') return 'Password is required';
  if (lengthOf(password) < PASSWORD_MIN) return 'Password must be at least 6 characters long';
  if (!/[a-z]/.test(password)) return 'Password must contain at least one lowercase letter';
  if (!/[A-Z]/.test(password)) return 'Password must contain at least one uppercase letter';
  return /[0-9]/.test(password) ? null : 'Password must contain at least one number';
}

/** Validates the repeated password. */
export function confirmPasswordError(password: string, confirmation: string): string | null {
  return password === confirmation ? null : 'Passwords do not match';
}

/** Validates the display name at sign-up, as returned by `cleanName`. */
export function signUpNameError(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return 'Display name is required';
  if (length < SIGN_UP_NAME_MIN) return 'Display name must be at least 2 characters long';
  return length <= SIGN_UP_NAME_MAX ? null : 'Display name must be less than 30 characters long';
}

/** Validates the address in the 'Forgot Password?' panel. */
export function forgotPasswordError(email: string): string | null {
  return email.trim() === '' ? 'Please enter your email address' : null;
}

/** Validates the display name in the profile, as returned by `cleanName`. */
export function profileNameError(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return 'Display name cannot be empty';
  return length <= PROFILE_NAME_MAX ? null : 'Display name must be at most 50 characters long';
}

/** Validates the name of a pool, as returned by `cleanName`: Create is disabled while it is empty. */
export function poolNameError(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return 'Pool name is required';
  return length <= POOL_NAME_MAX ? null : `Pool name must be at most ${POOL_NAME_MAX} characters long`;
}

/** Validates the description of a pool: free text; the trimmed value is saved. */
export function poolDescriptionError(description: string): string | null {
  if (lengthOf(description.trim()) <= POOL_DESCRIPTION_MAX) return null;
  return `Description must be at most ${POOL_DESCRIPTION_MAX} characters long`;
}

/**
 * Validates the money page of a pool: none, or a web address. Other kinds of address could run scripts in the page; a user name before the
 * host hides the real destination.
 */
export function moneyUrlError(url: string): string | null {
  if (lengthOf(url) > MONEY_URL_MAX) return `The web address must be at most ${MONEY_URL_MAX} characters long`;
  if (url !== '' && !WEB_ADDRESS.test(url)) return 'Please enter a web address that starts with https:// or http://';
  return USER_INFO.test(url) ? 'Please enter a web address without a name or password before an @' : null;
}

/** Whether a number is a valid score: whole, 0 to 99. */
export function isScore(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_SCORE;
}

/** Whether a number is a valid line: in steps of 0.5. */
export function isSpread(value: number): boolean {
  return Number.isInteger(value / SPREAD_STEP);
}

/**
 * Parses a score field: a whole number from 0 to 99. A text that is not a number becomes 0; a number outside the range becomes the nearest
 * score.
 */
export function parseScore(text: string): number {
  return Math.min(Math.max(Math.trunc(toNumber(text)), 0), MAX_SCORE);
}

/** Parses a line field in steps of 0.5: empty is no line yet (decisions, Scoring); a text that is not a number becomes 0. */
export function parseSpread(text: string): number | null {
  if (text.trim() === '') return null;
  return Math.round(toNumber(text) / SPREAD_STEP) * SPREAD_STEP + 0;
}

function toNumber(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}

function lengthOf(text: string): number {
  return [...text].length;
}
