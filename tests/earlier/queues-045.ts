/** The queues of databases up to `045-plain-names`. */
import { sql } from 'kysely';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import { dialectOf } from '#server/platform/db/tables.ts';
import { takeBackTo046 } from './receipts-046.ts';

function hookDeliveries(engine: Engine): string[] {
  const { big, strict } = dialectOf(engine);
  return [
    `create table hook_deliveries (
      id text primary key,
      hook_id text not null references pool_hooks (id) on delete cascade,
      once text not null,
      news text not null,
      at ${big} not null,
      until ${big} not null,
      state text not null,
      attempts integer not null default 0,
      next_at ${big} not null,
      status integer,
      failure text)${strict}`,
    'create unique index hook_deliveries_once on hook_deliveries (hook_id, once)',
    `create index hook_deliveries_due on hook_deliveries (next_at) where state in ('waiting', 'sending')`,
  ];
}

/** Reverts a database to `045-plain-names`, with empty queues and without receipts. */
export async function takeBackTo045(store: Store): Promise<void> {
  const { db, engine } = store;
  await takeBackTo046(store);
  await sql`update kysely_migration set name = '045-plain-names'`.execute(db);
  await sql`drop table outbox`.execute(db);
  for (const statement of hookDeliveries(engine)) await sql.raw(statement).execute(db);
}
