import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** What the league tells the outside: hooks of pools with what was sent (decision 038), devices that take messages, and the keys for them (039). */
export function outside(engine: Engine): Migration {
  const number = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? ' strict' : '';
  const statements = [
    `create table pool_hooks (
       id text primary key,
       pool_id text not null references pools (id),
       kind text not null,
       address text not null,
       secret text,
       topics text not null,
       hours integer not null,
       made_by text not null references users (id),
       made_at ${number} not null,
       off_at ${number},
       rests_until ${number} not null default 0)${strict}`,
    'create index hooks_of_a_pool on pool_hooks (pool_id)',
    `create table hook_deliveries (
       id text primary key,
       hook_id text not null references pool_hooks (id) on delete cascade,
       once text not null,
       news text not null,
       at ${number} not null,
       until ${number} not null,
       state text not null,
       attempts integer not null default 0,
       next_at ${number} not null,
       status integer,
       failure text)${strict}`,
    'create unique index hook_deliveries_once on hook_deliveries (hook_id, once)',
    `create index hook_deliveries_due on hook_deliveries (next_at) where state in ('waiting', 'sending')`,
    `create table hook_pools (
       pool_id text primary key references pools (id),
       told text not null)${strict}`,
    `create table push_keys (
       id integer primary key check (id = 1),
       public_key text not null,
       private_key text not null,
       made_at ${number} not null)${strict}`,
    `create table push_subscriptions (
       id text primary key,
       session_id text not null unique references sessions (id) on delete cascade,
       user_id text not null references users (id),
       endpoint text not null unique,
       p256dh text not null,
       auth text not null,
       made_at ${number} not null,
       rests_until ${number} not null default 0)${strict}`,
    'create index push_subscriptions_of_a_user on push_subscriptions (user_id)',
  ];
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
