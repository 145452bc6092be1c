import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The deadline of a pool's week (decision 024), and the view `pool_locks`: when each game locks in each pool.
 * PostgreSQL: `refuse_late_picks` looks at the pool's lock, and a deadline is as final as the lock of a game (decision 017).
 */
export function deadlines(engine: Engine): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of engine === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db);
    },
  };
}

const poolLocks = (earlier: string) => `create view pool_locks as
  select pools.id as pool_id, games.gid, ${earlier} as lock_at
  from pools cross join games
  left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = games.week_id`;

const column = (kind: string) => [
  `alter table pool_weeks add column deadline ${kind}`,
  'create index deadlines on pool_weeks (deadline) where deadline is not null',
];

const onSqlite = [...column('integer'), poolLocks('min(games.lock_at, coalesce(pool_weeks.deadline, games.lock_at))')];

const onPostgres = [
  ...column('bigint'),
  poolLocks('least(games.lock_at, pool_weeks.deadline)'),
  'drop function refuse_late_picks(text[], bigint)',
  `create function refuse_late_picks(pools text[], gids text[], node_now bigint) returns boolean language plpgsql volatile as $$
     begin
       if exists (select 1 from unnest(pools, gids) as written (pool_id, gid)
                  join games on games.gid = written.gid
                  join pool_locks on pool_locks.pool_id = written.pool_id and pool_locks.gid = written.gid
                  where games.status <> 'Not Started' or pool_locks.lock_at <= greatest(node_now, league_now())) then
         raise exception 'A game was locked before its picks were written.' using errcode = '40001';
       end if;
       return true;
     end $$`,
  `create function refuse_moved_deadline() returns trigger language plpgsql as $$
     declare
       margin int := case when new.deadline < old.deadline then 0 else 2000 end;
     begin
       if league_now() + margin >= old.deadline then
         raise exception 'The deadline of % was reached before it was moved.', old.week_id using errcode = '40001';
       end if;
       return null;
     end $$`,
  `create constraint trigger first_deadline_is_final after update of deadline on pool_weeks deferrable initially deferred
     for each row when (old.deadline is distinct from new.deadline) execute function refuse_moved_deadline()`,
];
