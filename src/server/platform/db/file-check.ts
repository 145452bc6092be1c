import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import { DatabaseError } from './connect.ts';

/** SQLite's primary result codes for a damaged file, or one that is not a database. */
const DAMAGED: readonly number[] = [11, 26];

/** Files up to this size, in bytes, are checked at every start, which takes about a second. */
const ALWAYS_CHECKED = 256 * 1024 * 1024;

/** Whether an SQLite error means that the file is damaged, or not a database. */
export function isDamaged(error: unknown): boolean {
  const { errcode } = (error instanceof DatabaseError ? error.cause : error) as { errcode?: number };
  return DAMAGED.includes(Number(errcode) & 0xff);
}

/**
 * Checks an SQLite file for damage. The quick form does not compare indexes with their tables. @returns the first problem, in SQLite's
 * words; null if the file is intact
 */
export async function findDamage({ db }: Store, form: 'quick' | 'whole'): Promise<string | null> {
  const check = form === 'quick' ? sql`pragma quick_check(1)` : sql`pragma integrity_check(1)`;
  try {
    const { rows } = await check.execute(db);
    const [answer] = Object.values(rows[0] ?? {});
    return answer === 'ok' ? null : (String(answer).split('\n').at(-1) ?? '');
  } catch (error) {
    if (isDamaged(error)) return (error as Error).message;
    throw error;
  }
}

/** Counts rows with broken foreign keys. SQLite only. */
export async function countLostReferences({ db }: Store): Promise<number> {
  return (await sql`pragma foreign_key_check`.execute(db)).rows.length;
}

/**
 * The check at each start. A file beyond 256 MB is checked only if the last process did not end cleanly, which leaves a log behind. @throws
 * DatabaseError if the file is damaged
 */
export async function refuseDamaged(store: Store): Promise<void> {
  if (store.engine !== 'sqlite') return;
  if (sizeOf(store.location) > ALWAYS_CHECKED && sizeOf(`${store.location}-wal`) === 0) return;
  const damage = await findDamage(store, 'quick');
  if (damage !== null) throw new DatabaseError(damageText(store, damage));
}

/** The message about a damaged file, with instructions. */
export function damageText({ location }: Store, damage: string): string {
  return `The database ${location} is damaged (${damage}). Nothing was changed. Restore a copy: npm run pickem -- restore FILE`;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
