import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A new id for a row: time plays no part in it, so it tells nothing. */
export function newId(): string {
  return randomUUID();
}

/** Flags are integers on both engines. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** A secret to be part of a link. It is kept nowhere: what is stored is `hashOf` it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token, and found by it. A token is random, so that a fast hash is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
