import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import { DatabaseError } from './connect.ts';

/** SQLite's primary result codes for a file that is damaged or no database. */
const DAMAGED: readonly number[] = [11, 26];

/** Up to this size, in bytes, a file is checked at every start. The check takes about a second for it. */
const ALWAYS_CHECKED = 256 * 1024 * 1024;

/** Whether an error of SQLite says that the file is damaged, or no database. */
export function isDamaged(error: unknown): boolean {
  const { errcode } = (error instanceof DatabaseError ? error.cause : error) as { errcode?: number };
  return DAMAGED.includes(Number(errcode) & 0xff);
}

/**
 * Looks for damage in an SQLite file. The quick form does not hold indexes against their tables.
 * @returns what was found first, as a line in SQLite's words; null where the file is sound
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

/** Counts rows that refer to rows that are not there. SQLite only. */
export async function countLostReferences({ db }: Store): Promise<number> {
  return (await sql`pragma foreign_key_check`.execute(db)).rows.length;
}

/**
 * The check of each start. A file beyond 256 MB is checked only after the process that used it last did not end properly: it left
 * its log behind. @throws DatabaseError where the file is damaged
 */
export async function refuseDamaged(store: Store): Promise<void> {
  if (store.engine !== 'sqlite') return;
  if (sizeOf(store.location) > ALWAYS_CHECKED && sizeOf(`${store.location}-wal`) === 0) return;
  const damage = await findDamage(store, 'quick');
  if (damage !== null) throw new DatabaseError(damageText(store, damage));
}

/** What is said of a damaged file, and what to do about it. */
export function damageText({ location }: Store, damage: string): string {
  return `The database ${location} is damaged (${damage}). Nothing was changed. Restore a copy: npm run pickem -- restore FILE`;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
