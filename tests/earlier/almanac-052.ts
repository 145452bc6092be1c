/** Databases up to `052-faces` have no almanac. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo053 } from './growing-053.ts';

/** Reverts a database to `052-faces`. */
export async function takeBackTo052(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo053(store);
  await sql`update kysely_migration set name = '052-faces'`.execute(db);
  for (const table of ['season_links', 'typed_places', 'same_people'])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
