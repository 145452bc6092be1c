/** Databases of `056-unlisted-changes` keep changes of games until a sweep, also those that receipts list already. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';

/** Reverts a database to `056-unlisted-changes`. */
export async function takeBackTo056({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`alter table unlisted_changes add column is_listed integer not null default 0`.execute(db);
  await sql`update kysely_migration set name = '056-unlisted-changes'`.execute(db);
}
