import { randomUUID } from 'node:crypto';

/** A new id for a row: time plays no part in it, so it tells nothing. */
export function newId(): string {
  return randomUUID();
}

/** Flags are integers on both engines. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}
