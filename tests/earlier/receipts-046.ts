/** The receipts of databases up to `046-outbox`. */
import { sql } from 'kysely';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import { dialectOf } from '#server/platform/db/tables.ts';
import { takeBackTo047 } from './stored-at-047.ts';

function lockReceipts(engine: Engine): string[] {
  const { big, strict } = dialectOf(engine);
  return [
    `create table lock_receipts (
      pool_id text not null references pools (id),
      number integer not null,
      week_id text not null references weeks (id),
      lock_at ${big},
      made_at ${big} not null,
      list text not null,
      list_hash text not null,
      previous text not null,
      hash text not null,
      constraint lock_receipts_key primary key (pool_id, number))${strict}`,
    'create unique index one_receipt_for_a_lock on lock_receipts (pool_id, week_id, lock_at)',
  ];
}

/** Reverts a database to `046-outbox`, without receipts. */
export async function takeBackTo046(store: Store): Promise<void> {
  const { db, engine } = store;
  await takeBackTo047(store);
  await sql`update kysely_migration set name = '046-outbox'`.execute(db);
  for (const table of ['name_salts', 'lock_receipts']) await sql`drop table ${sql.table(table)}`.execute(db);
  for (const statement of lockReceipts(engine)) await sql.raw(statement).execute(db);
}
