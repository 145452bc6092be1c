/** The money and the weeks of pools in databases up to `049-second-ways-in`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo050 } from './talk-050.ts';

/** Reverts a database to `049-second-ways-in`. */
export async function takeBackTo049(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo050(store);
  await sql`update kysely_migration set name = '049-second-ways-in'`.execute(db);
  for (const column of ['week_places', 'fixed'])
    await sql`alter table pool_money drop column ${sql.ref(column)}`.execute(db);
  await sql`alter table pool_weeks drop column kept_rules`.execute(db);
}
