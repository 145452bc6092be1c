/** Databases up to `057-listed-at-once` give entries of new members ids that have nothing to do with their pool. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { idsOfEntries } from '#server/platform/db/upgrade.ts';

const random = {
  sqlite: [/substr\(new\.pool_id, 1, 8\) \|\| lower\(hex\(randomblob\(12\)\)\)/, 'lower(hex(randomblob(16)))'],
  postgres: [/left\(new\.pool_id, 8\) \|\| substr\(gen_random_uuid\(\)::text, 9\)/, 'gen_random_uuid()::text'],
} as const;

/** Reverts a database to `057-listed-at-once`. */
export async function takeBackTo057({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<void> {
  const [begun, whole] = random[engine];
  for (const statement of idsOfEntries(engine)) await sql.raw(statement.replace(begun, whole)).execute(db);
  await sql`update kysely_migration set name = '057-listed-at-once'`.execute(db);
}
