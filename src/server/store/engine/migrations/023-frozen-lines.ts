import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Frozen lines of games, and those that were corrected in a pool (decision 028). */
export function frozenLines(engine: Engine): Migration {
  const [real, time, strict] =
    engine === 'sqlite' ? ['real', 'integer', ' strict'] : ['double precision', 'bigint', ''];
  return {
    up: async (db: Kysely<unknown>) => {
      await sql.raw(`alter table games add column frozen_spread ${real}`).execute(db);
      await sql
        .raw(`
          create table pool_lines (
            pool_id text not null references pools (id),
            gid text not null references games (gid),
            spread ${real} not null,
            set_by text not null references users (id),
            set_at ${time} not null,
            reason text not null,
            primary key (pool_id, gid)
          )${strict}`)
        .execute(db);
    },
  };
}
