/** Accounts of databases up to `048-stored-at`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo049 } from './shares-049.ts';

/** Reverts a database to `048-stored-at`. */
export async function takeBackTo048(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo049(store);
  await sql`update kysely_migration set name = '048-stored-at'`.execute(db);
  for (const table of ['passkeys', 'second_factors', 'recovery_codes', 'pick_links'])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table games drop column line_source`.execute(db);
}
