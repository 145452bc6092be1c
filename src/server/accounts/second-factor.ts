import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib/functional';
import { MINUTE_MS } from '#core/time.ts';
import type { Cookies } from '#server/platform/http/call.ts';
import { cookiePrefix, setCookie } from './cookies.ts';
import type { Signer } from './signed-text.ts';

/** A new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** The `otpauth:` address by which apps take over a secret. */
export function addressOf(secret: string, email: string): string {
  return generateURI({ issuer: "Pick'em", label: email, secret });
}

/** How long each code is shown, in seconds. */
const STEP_S = 30;

/** How far the clock of a phone may be off, in seconds: one code before, and one after. */
const TOLERANCE_S = 30;

/**
 * The time step of a right code, which is good only after the last one that was used.
 * @param now real time in ms @returns null if the code is wrong, or not later than the last one
 */
export function stepOf(secret: string, code: string, lastStep: number, now: number): number | null {
  const epoch = Math.floor(now / 1000);
  // The clock was set back. The library throws for a last step that it cannot have reached.
  if (lastStep * STEP_S > epoch + TOLERANCE_S) return null;
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_S, afterTimeStep: lastStep });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}

/** Whether a text looks like a code of an app. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** A code as it is compared: people type it with spaces, hyphens and small letters. */
export function tidyCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

const RECOVERY_CODES = 10;
/** Without characters that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/** Ten recovery codes such as `K7QP-2MXA-9TFD-HW3C`: 80 bits each, so that a fast hash is enough. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from(randomBytes(GROUP), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** How long a sign-in waits for its second factor, in ms. */
const PENDING_MS = 5 * MINUTE_MS;

/** A sign-in whose first factor was right. */
export interface PendingSignIn {
  readonly accountId: string;
  /** The account's key at that time: a new password or a sign-out everywhere ends the sign-in. */
  readonly deviceKey: string | null;
  /** In words, for the security log: `password`, or the name of a provider. */
  readonly by: string;
}

/**
 * Sign-ins that wait for the second factor, each in a signed cookie of its browser. Nothing is stored: the cookie alone signs nobody in, and
 * no code is good twice.
 */
export interface PendingSignIns {
  /** The `Set-Cookie` by which a sign-in waits. It replaces the browser's previous one. */
  keep(pending: PendingSignIn, now: number): string;
  /** The sign-in that waits in this browser; null if there is none, or it has waited for too long. */
  find(cookies: Cookies, now: number): PendingSignIn | null;
  /** The `Set-Cookie` that deletes the cookie. */
  readonly release: string;
}

export function createPendingSignIns(signer: Signer, secure: boolean): PendingSignIns {
  const name = `${cookiePrefix(secure)}.pending`;
  return {
    keep: (pending, now) => setCookie(secure, name, signer.sign(pending, now + PENDING_MS), PENDING_MS / 1000),
    find: (cookies, now) => signer.read<PendingSignIn>(cookies[name] ?? '', now),
    release: setCookie(secure, name, '', 0),
  };
}
