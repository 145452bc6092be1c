/** Databases up to `051-talk-reactions` have no pictures of people. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo052 } from './almanac-052.ts';

/** Reverts a database to `051-talk-reactions`. */
export async function takeBackTo051(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo052(store);
  await sql`update kysely_migration set name = '051-talk-reactions'`.execute(db);
  for (const table of ['faces', 'hidden_faces', 'stopped_faces']) await sql`drop table ${sql.table(table)}`.execute(db);
}
