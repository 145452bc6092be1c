/** The talk of pools in databases up to `050-shares-and-week-rules`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo051 } from './faces-051.ts';

/** Reverts a database to `050-shares-and-week-rules`. */
export async function takeBackTo050(store: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const { db } = store;
  await takeBackTo051(store);
  await sql`update kysely_migration set name = '050-shares-and-week-rules'`.execute(db);
  await sql`drop table reactions`.execute(db);
  await sql`alter table messages drop column reply_to`.execute(db);
}
