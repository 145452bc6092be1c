import type { Engine } from './connect.ts';
import { newEntryId, pickColumns, pickTables } from './tables.ts';

/**
 * The statements that bring a database of the version before (`038-postponed-locks`) to the form of `tables.ts`, rows included, in
 * order. Each player gets an entry; picks of games, guesses, orders and teams become its picks, with their history. The version before
 * keeps orders and teams in a table named entries.
 */
export function upgrade(engine: Engine): readonly string[] {
  return [
    ...dropTriggers[engine],
    ...['pick_history', 'guess_history', 'entry_history'].map((view) => `drop view ${view}`),
    ...['picks', 'replaced_picks', 'entries'].map((table) => `alter table ${table} rename to old_${table}`),
    ...(engine === 'postgres' ? ['alter table old_picks rename constraint picks_key to old_picks_key'] : []),
    ...pickTables(engine),

    `insert into entries (id, pool_id, player_id, user_id, number)
      select ${newEntryId[engine]}, pool_id, users.id, case when users.account_id is not null then users.id end, 1
      from (${oldTables.map((table) => `select pool_id, user_id from ${table}`).join(' union ')}) as players
      join users on users.id = players.user_id`,

    copy('picks', 'old_picks', pick),
    copy('picks', 'guesses', guess(engine)),
    copy('picks', 'old_entries', weekly),
    copy('replaced_picks', 'old_replaced_picks', pick),
    copy('replaced_picks', 'replaced_guesses', guess(engine)),
    copy('replaced_picks', 'replaced_entries', weekly),

    ...oldTables.filter((table) => table !== 'pool_members').map((table) => `drop table ${table}`),
    // PostgreSQL plans by how many rows there are.
    ...(engine === 'postgres' ? ['analyze entries', 'analyze picks', 'analyze replaced_picks'] : []),
    // Only the triggers that are dropped read them.
    ...['max_picks', 'max_best_bets'].map((column) => `alter table pools drop column ${column}`),
  ];
}

/** Everybody who has a row in one of them gets an entry. */
const oldTables = [
  'pool_members',
  'old_picks',
  'guesses',
  'old_entries',
  'old_replaced_picks',
  'replaced_guesses',
  'replaced_entries',
];

const dropTriggers = {
  sqlite: [
    'picks_replaced',
    'picks_deleted',
    'too_many_picks_made',
    'too_many_picks_changed',
    'too_many_best_bets_made',
    'too_many_best_bets_changed',
    'guesses_replaced',
    'guesses_deleted',
    'entries_replaced',
    'entries_deleted',
  ].map((name) => `drop trigger ${name}`),
  postgres: [
    'keep_replaced_pick()',
    'keep_replaced_guess()',
    'keep_replaced_entry()',
    'limit_made_picks()',
    'limit_changed_picks()',
    'hold_limited_players(text[], text[])',
    'refuse_late_picks(text[], text[], bigint)',
  ].map((name) => `drop function ${name} cascade`),
};

/** What a row of an old table becomes, as expressions over `old`. */
interface Became {
  readonly kind: string;
  readonly about: string;
  readonly value: string;
  readonly enteredBy: string;
}

const pick: Became = {
  kind: `'pick'`,
  about: 'old.gid',
  value: `case when old.side is not null then
    '{"side":"' || old.side || '"' || case when old.best = 1 then ',"best":true' else '' end || '}' end`,
  enteredBy: 'old.bus_by',
};

/** A guess that was taken back keeps its game; `enteredBy` of a cleared one is who named another game. */
const guess = (engine: Engine): Became => ({
  kind: `'guess'`,
  about: 'old.week_id',
  value: `'{"gid":' || ${engine === 'sqlite' ? 'json_quote(old.gid)' : 'to_json(old.gid)::text'}
    || ',"total":' || coalesce(cast(old.guess as text), 'null')
    || case when old.cleared_by is not null then ',"cleared":true' else '' end || '}'`,
  enteredBy: 'coalesce(old.cleared_by, old.bus_by)',
});

/** Orders and teams. One that was taken back is of the kind for which the pool's format asks. */
const weekly: Became = {
  kind: `case when old.entry like '{"order"%' then 'order' when old.entry is not null then 'team'
    when (select format from pools where pools.id = old.pool_id) = 'survivor' then 'team' else 'order' end`,
  about: 'old.week_id',
  value: 'old.entry',
  enteredBy: 'old.bus_by',
};

function copy(into: string, from: string, { kind, about, value, enteredBy }: Became): string {
  return `insert into ${into} (${pickColumns})
    select entries.id, ${kind}, ${about}, ${value}, old.revision, old.made_at, ${enteredBy}, old.bus_reason
    from ${from} as old join entries on entries.pool_id = old.pool_id and entries.player_id = old.user_id`;
}
