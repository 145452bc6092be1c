import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

export function entriesAndPicks(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of upgradeStatements(engine)) await sql.raw(statement).execute(db);
    },
  };
}

const columns = 'entry_id, kind, about, value, revision, made_at, entered_by, reason';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');
/** A state that its author replaces within the same second is not kept. */
const isOtherState = 'old.made_at / 1000 <> new.made_at / 1000 or old.entered_by is distinct from new.entered_by';

export function pickTables(engine: Engine): string[] {
  const time = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? 'strict' : '';
  const field = (name: string) =>
    engine === 'sqlite' ? `picks.value ->> '${name}'` : `picks.value::json ->> '${name}'`;
  return [
    `create table entries (
       id text not null primary key,
       pool_id text not null references pools (id),
       player_id text not null references users (id),
       user_id text references users (id),
       number integer not null,
       name text,
       constraint entries_number unique (pool_id, player_id, number)) ${strict}`,
    'create index entries_of_player on entries (player_id)',
    `create table picks (
       entry_id text not null references entries (id),
       kind text not null check (kind in ('pick', 'guess', 'order', 'team')),
       about text not null,
       value text,
       revision integer not null,
       made_at ${time} not null,
       entered_by text references users (id),
       reason text,
       constraint picks_key primary key (entry_id, kind, about)) ${strict}`,
    'create index picks_about on picks (about, kind)',
    `create table replaced_picks (
       entry_id text not null, kind text not null, about text not null, value text,
       revision integer not null, made_at ${time} not null, entered_by text, reason text) ${strict}`,
    'create index replaced_picks_of_entry on replaced_picks (entry_id, kind, about)',
    `create view pick_history as
       select ${columns} from replaced_picks union all select ${columns} from picks`,
    `create view game_picks as
       select entries.pool_id, entries.player_id as user_id, picks.entry_id, picks.about as gid,
         ${field('side')} as side, case when ${field('best')} is null then 0 else 1 end as best,
         picks.revision, picks.made_at, picks.entered_by, picks.reason
       from picks join entries on entries.id = picks.entry_id where picks.kind = 'pick'`,
    ...(engine === 'sqlite' ? sqliteTriggers : postgresTriggers),
  ];
}

const owner = '(select id from users where id = new.user_id and account_id is not null)';

const sqliteTriggers = [
  `create trigger picks_replaced after update on picks when ${isOtherState} begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
  `create trigger picks_deleted after delete on picks begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
  `create trigger members_have_an_entry after insert on pool_members begin
     insert into entries (id, pool_id, player_id, user_id, number)
     values (lower(hex(randomblob(16))), new.pool_id, new.user_id, ${owner}, 1)
     on conflict (pool_id, player_id, number) do nothing;
   end`,
];

const postgresTriggers = [
  `create function keep_replaced_pick() returns trigger language plpgsql as $$
     begin
       insert into replaced_picks (${columns}) values (${oldValues});
       return null;
     end $$`,
  `create trigger picks_replaced after update on picks for each row when (${isOtherState})
     execute function keep_replaced_pick()`,
  'create trigger picks_deleted after delete on picks for each row execute function keep_replaced_pick()',
  `create function add_entry() returns trigger language plpgsql as $$
     begin
       insert into entries (id, pool_id, player_id, user_id, number)
       values (gen_random_uuid()::text, new.pool_id, new.user_id, ${owner}, 1)
       on conflict (pool_id, player_id, number) do nothing;
       return null;
     end $$`,
  'create trigger members_have_an_entry after insert on pool_members for each row execute function add_entry()',
  // Asked last by whoever stores picks: all the waiting is over by then.
  `create function refuse_after(closes_at bigint, node_now bigint) returns boolean language plpgsql volatile as $$
     begin
       if greatest(node_now, league_now()) >= closes_at then
         raise exception 'A lock was reached before picks were written.' using errcode = '40001';
       end if;
       return true;
     end $$`,
  // Who changes what picks are judged by closes the gate, who stores picks keeps it open: see store/picks.ts.
  `create function close_gate() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock(7, 0);
       return case when tg_level = 'ROW' then new end;
     end $$`,
  `create trigger close_gate before update on games for each row
     when (old.lock_at is distinct from new.lock_at or old.status is distinct from new.status
       or old.void is distinct from new.void or old.week_id is distinct from new.week_id)
     execute function close_gate()`,
  'create trigger close_gate before update of enabled, deadline, tiebreak_gid on pool_weeks for each statement execute function close_gate()',
  'create trigger close_gate before update of rules, deleted_at on pools for each statement execute function close_gate()',
];

function upgradeStatements(engine: Engine): string[] {
  const quoted = (column: string) => (engine === 'sqlite' ? `json_quote(${column})` : `to_json(${column})::text`);
  const newId = engine === 'sqlite' ? 'lower(hex(randomblob(16)))' : 'gen_random_uuid()::text';
  const dropTriggers = (table: string, names: readonly string[]) =>
    names.map((name) => `drop trigger ${name}${engine === 'sqlite' ? '' : ` on ${table}`}`);
  const pick = `case when side is not null then
    '{"side":"' || side || '"' || case when best = 1 then ',"best":true' else '' end || '}' end`;
  const guess = `'{"gid":' || ${quoted('gid')} || ',"total":' || coalesce(cast(guess as text), 'null')
    || case when cleared_by is not null then ',"cleared":true' else '' end || '}'`;
  const entryKind = `case when entry like '{"order"%' then 'order' when entry is not null then 'team'
    when (select format from pools where pools.id = pool_id) = 'survivor' then 'team' else 'order' end`;
  const copy = (into: string, from: string, kind: string, about: string, value: string, by = 'bus_by') =>
    `insert into ${into} (${columns})
     select entries.id, ${kind}, ${about}, ${value}, revision, made_at, ${by}, bus_reason
     from (select * from ${from}) as old join entries on entries.pool_id = old.pool_id and entries.player_id = old.user_id`;
  const cleared = 'coalesce(cleared_by, bus_by)';
  const pickTriggers =
    engine === 'sqlite'
      ? [
          'picks_replaced',
          'picks_deleted',
          'too_many_picks_made',
          'too_many_picks_changed',
          'too_many_best_bets_made',
          'too_many_best_bets_changed',
        ]
      : ['picks_replaced', 'picks_deleted', 'picks_limit_made', 'picks_limit_changed'];
  const functions = [
    'keep_replaced_pick()',
    'keep_replaced_guess()',
    'keep_replaced_entry()',
    'limit_made_picks()',
    'limit_changed_picks()',
    'hold_limited_players(text[], text[])',
    'refuse_late_picks(text[], text[], bigint)',
  ];
  return [
    ...['pick_history', 'guess_history', 'entry_history'].map((view) => `drop view ${view}`),
    ...dropTriggers('picks', pickTriggers),
    ...dropTriggers('guesses', ['guesses_replaced', 'guesses_deleted']),
    ...dropTriggers('entries', ['entries_replaced', 'entries_deleted']),
    ...(engine === 'sqlite' ? [] : functions.map((name) => `drop function ${name}`)),
    ...['picks', 'entries'].flatMap((table) => [
      `alter table ${table} rename to old_${table}`,
      `alter table replaced_${table} rename to old_replaced_${table}`,
    ]),
    ...(engine === 'sqlite' ? [] : ['alter table old_picks rename constraint picks_key to old_picks_key']),
    ...pickTables(engine),
    `insert into entries (id, pool_id, player_id, user_id, number)
     select ${newId}, pool_id, users.id, case when users.account_id is not null then users.id end, 1
     from (select pool_id, user_id from pool_members union select pool_id, user_id from old_picks
       union select pool_id, user_id from guesses union select pool_id, user_id from old_entries
       union select pool_id, user_id from old_replaced_picks union select pool_id, user_id from replaced_guesses
       union select pool_id, user_id from old_replaced_entries) as players
     join users on users.id = players.user_id`,
    copy('picks', 'old_picks', `'pick'`, 'old.gid', pick),
    copy('picks', 'guesses', `'guess'`, 'old.week_id', guess, cleared),
    copy('picks', `(select *, ${entryKind} as kind from old_entries) as kinds`, 'kind', 'old.week_id', 'entry'),
    copy('replaced_picks', 'old_replaced_picks', `'pick'`, 'old.gid', pick),
    copy('replaced_picks', 'replaced_guesses', `'guess'`, 'old.week_id', guess, cleared),
    copy(
      'replaced_picks',
      `(select *, ${entryKind} as kind from old_replaced_entries) as kinds`,
      'kind',
      'old.week_id',
      'entry',
    ),
    ...['old_picks', 'old_replaced_picks', 'guesses', 'replaced_guesses', 'old_entries', 'old_replaced_entries'].map(
      (table) => `drop table ${table}`,
    ),
  ];
}
