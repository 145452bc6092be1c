/** The pools of databases up to `047-receipt-authors`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';

/** Reverts a database to `047-receipt-authors`. */
export async function takeBackTo047({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`update kysely_migration set name = '047-receipt-authors'`.execute(db);
  await sql`alter table pools drop column stored_at`.execute(db);
}
