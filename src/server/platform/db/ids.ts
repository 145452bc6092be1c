import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A random id for a row, which does not reveal its time. */
export function newId(): string {
  return randomUUID();
}

/** Flags are integers on both engines. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** A secret. Of a link, only its `hashOf` is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token, by which it is found. A token is random, so a fast hash is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
