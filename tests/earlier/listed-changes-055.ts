/** Databases up to `055-packed-lists` list each change of a game in its own transaction. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';

/** Reverts a database to `055-packed-lists`. */
export async function takeBackTo055({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`drop table unlisted_changes`.execute(db);
  await sql`update kysely_migration set name = '055-packed-lists'`.execute(db);
}
