import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * How many games of a week a pool lets a player pick, how many of these picks may be best bets, and the triggers that hold both
 * limits, whoever writes (decision 026). `picks.best` is 1 where a pick is marked. A limit is broken by what takes a place, never by
 * what has one: sides change freely, and a game that is no longer void leaves everything as it is.
 */
export function pickLimits(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of engine === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db);
    },
  };
}

const columns = 'pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason';
const oldValues = columns.replaceAll(/\w+/g, 'old.$&');
const isOtherState = 'old.made_at / 1000 <> new.made_at / 1000 or old.bus_by is distinct from new.bus_by';

const markColumns = [
  'drop view pick_history',
  'alter table picks add column best integer check (best in (0, 1))',
  'alter table replaced_picks add column best integer',
  `create view pick_history as
     select ${columns} from replaced_picks union all select ${columns} from picks`,
];

/** The picks of the same player and week that count, as a condition on `picks`. */
const sameWeek = `picks.pool_id = new.pool_id and picks.user_id = new.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = new.gid and own.void is null and others.void is null)`;

interface Limit {
  readonly name: string;
  /** The column of `pools`. */
  readonly limit: string;
  /** What a pick that takes a place is like, and how it was not before. */
  readonly takes: string;
  readonly took: string;
}

const limits: readonly Limit[] = [
  { name: 'too_many_picks', limit: 'max_picks', takes: 'new.side is not null', took: 'old.side is not null' },
  {
    name: 'too_many_best_bets',
    limit: 'max_best_bets',
    takes: 'new.side is not null and new.best = 1',
    took: 'old.side is not null and old.best = 1',
  },
];

const onSqlite = [
  `alter table pools add column max_picks integer
     generated always as (cast(nullif(json_extract(rules, '$.games'), 'all') as integer)) virtual`,
  `alter table pools add column max_best_bets integer
     generated always as (coalesce(json_extract(rules, '$.bestBets'), 0)) virtual`,
  'drop trigger picks_replaced',
  'drop trigger picks_deleted',
  ...markColumns,
  `create trigger picks_replaced after update on picks when ${isOtherState} begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
  `create trigger picks_deleted after delete on picks begin
     insert into replaced_picks (${columns}) values (${oldValues});
   end`,
  ...limits.flatMap(({ name, limit, takes, took }) => {
    const isLimited = `${takes} and (select ${limit} from pools where pools.id = new.pool_id) is not null`;
    const refuse = `select raise(abort, '${name}') where (select ${limit} from pools where pools.id = new.pool_id) < (
      select count(*) from picks where ${sameWeek} and ${takes.replaceAll('new.', 'picks.')})`;
    return [
      `create trigger ${name}_made after insert on picks when ${isLimited} begin ${refuse}; end`,
      `create trigger ${name}_changed after update of side, best on picks
         when (${took}) is not true and ${isLimited} begin ${refuse}; end`,
    ];
  }),
];

/** A statement that ends with a week above its limit is refused as a whole. */
const refuseOver = ({ name, limit, takes }: Limit, taken: string) => `
  if exists (
    select 1 from (${taken}) as made join pools on pools.id = made.pool_id
    where ${takes.replaceAll('new.', 'made.')} and pools.${limit} < (
      select count(*) from picks
      where ${sameWeek.replaceAll('new.', 'made.')} and ${takes.replaceAll('new.', 'picks.')})) then
    raise exception '${name}' using errcode = 'PKLIM';
  end if;`;

/** @param taken the rows that take a place, for each limit */
const limitFunction = (name: string, taken: (limit: Limit) => string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from changed join pools on pools.id = changed.pool_id
                 where changed.side is not null and (pools.max_picks is not null or changed.best = 1)) then
        perform hold_limited_players(array_agg(pool_id), array_agg(user_id)) from changed;
        ${limits.map((limit) => refuseOver(limit, taken(limit))).join('')}
      end if;
      return null;
    end $$`;

const onPostgres = [
  `alter table pools add column max_picks integer
     generated always as (nullif(rules::jsonb ->> 'games', 'all')::integer) stored`,
  `alter table pools add column max_best_bets integer
     generated always as (coalesce((rules::jsonb ->> 'bestBets')::integer, 0)) stored`,
  ...markColumns,
  `create or replace function keep_replaced_pick() returns trigger language plpgsql as $$
     begin
       insert into replaced_picks (${columns}) values (${oldValues});
       return null;
     end $$`,
  // Several players are held in one order, so that no two statements wait for each other.
  `create function hold_limited_players(pool_ids text[], user_ids text[]) returns boolean language plpgsql volatile as $$
     begin
       perform 1 from pool_members as member
       where (member.pool_id, member.user_id) in (
         select player.pool_id, player.user_id from unnest(pool_ids, user_ids) as player (pool_id, user_id)
         join pools on pools.id = player.pool_id and (pools.max_picks is not null or pools.max_best_bets > 0))
       order by member.pool_id, member.user_id for no key update;
       return true;
     end $$`,
  limitFunction('limit_made_picks', () => 'select * from changed'),
  limitFunction(
    'limit_changed_picks',
    ({ took }) => `select changed.* from changed
      join replaced on replaced.pool_id = changed.pool_id and replaced.gid = changed.gid
        and replaced.user_id = changed.user_id
      where (${took.replaceAll('old.', 'replaced.')}) is not true`,
  ),
  `create trigger picks_limit_made after insert on picks referencing new table as changed
     for each statement execute function limit_made_picks()`,
  `create trigger picks_limit_changed after update on picks referencing old table as replaced new table as changed
     for each statement execute function limit_changed_picks()`,
];
