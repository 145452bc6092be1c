/** Databases up to `053-almanac` store picks in the order of time, and one mark for each week. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { pickTriggers, pickViews } from '#server/platform/db/tables.ts';
import { takeBackTo054 } from './plain-lists-054.ts';

/** Reverts a database to `053-almanac`. */
export async function takeBackTo053({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<void> {
  await takeBackTo054({ db });
  await sql`update kysely_migration set name = '053-almanac'`.execute(db);
  for (const statement of [...(engine === 'sqlite' ? rebuilt : ['drop index picks_of_games']), ...marks])
    await sql
      .raw(statement + (engine === 'sqlite' && statement.startsWith('create table stale') ? ' strict' : ''))
      .execute(db);
}

const marks = [
  'alter table stale_weeks rename to newer_stale_weeks',
  'create table stale_weeks (week_id text not null primary key references weeks (id), mark text not null)',
  'insert into stale_weeks select week_id, min(mark) from newer_stale_weeks group by week_id',
  'drop table newer_stale_weeks',
];

const rebuilt = [
  'drop view game_picks',
  'drop view pick_history',
  'drop trigger picks_replaced',
  'drop trigger picks_deleted',
  'alter table picks rename to newer_picks',
  `create table picks (
    entry_id text not null references entries (id),
    kind text not null check (kind in ('pick', 'guess', 'order', 'team')),
    about text not null,
    value text,
    revision integer not null,
    made_at integer not null,
    entered_by text references users (id),
    reason text,
    constraint picks_key primary key (entry_id, kind, about)) strict`,
  'insert into picks select * from newer_picks',
  'drop table newer_picks',
  ...pickViews({ engine: 'sqlite' }),
  ...pickTriggers({ engine: 'sqlite' }),
];
