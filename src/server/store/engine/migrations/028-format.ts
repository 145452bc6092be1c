import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The format of a pool as a column that the database derives from its rules: the statement that stores picks asks for it. */
export function format(engine: Engine): Migration {
  const derived = engine === 'sqlite' ? `json_extract(rules, '$.format')` : `rules::json ->> 'format'`;
  const kept = engine === 'sqlite' ? 'virtual' : 'stored';
  return {
    up: async (db: Kysely<unknown>) => {
      await sql
        .raw(`alter table pools add column format text generated always as (coalesce(${derived}, 'pickem')) ${kept}`)
        .execute(db);
    },
  };
}
