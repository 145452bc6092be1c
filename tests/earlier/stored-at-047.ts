/** The pools of databases up to `047-receipt-authors`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo048 } from './second-ways-048.ts';

/** Reverts a database to `047-receipt-authors`. */
export async function takeBackTo047(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo048(store);
  await sql`update kysely_migration set name = '047-receipt-authors'`.execute(db);
  await sql`alter table pools drop column stored_at`.execute(db);
}
