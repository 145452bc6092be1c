import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A random id for a row, which does not reveal its time. */
export function newId(): string {
  return randomUUID();
}

/** A random id for an entry, which begins like that of its pool: so the picks of a pool are next to each other in their table (decision 076). */
export function newEntryId(poolId: string): string {
  return `${poolId.slice(0, 8)}${newId().slice(8)}`;
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
