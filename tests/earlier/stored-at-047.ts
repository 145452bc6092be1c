/** The pools of databases up to `047-receipt-authors`. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { takeBackTo048 } from './second-ways-048.ts';

/** Reverts a database to `047-receipt-authors`. */
export async function takeBackTo047({ db }: Pick<Store, 'db'>): Promise<void> {
  await takeBackTo048({ db });
  await sql`update kysely_migration set name = '047-receipt-authors'`.execute(db);
  await sql`alter table pools drop column stored_at`.execute(db);
}
