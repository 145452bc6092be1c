import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Db, Engine } from './connect.ts';
import type { Schema } from './schema.ts';

/** Column types of `jsonRows`, with PostgreSQL's names. */
const postgresKinds = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
} as const;
export type ColumnKind = keyof typeof postgresKinds;

/**
 * Pads a list for `in (…)` to a power of two by repeating its last element, so that lists of varying length share few statement texts. Both
 * engines cache plans by text, and only so many.
 */
export function inList<T>(list: readonly T[]): readonly T[] {
  const last = list.at(-1);
  if (last === undefined) return list;
  const length = 2 ** Math.ceil(Math.log2(list.length));
  return [...list, ...Array.from({ length: length - list.length }, () => last)];
}

/**
 * Many rows as one parameter, to select from as `rows`. The statement's text does not depend on their number, so both engines reuse its
 * plan. A missing or null field reads as null.
 */
export function jsonRows<const C extends Readonly<Record<string, ColumnKind>>>(
  engine: Engine,
  rows: readonly Readonly<Partial<Record<keyof C & string, string | number | null>>>[],
  columns: C,
): RawBuilder<unknown> {
  const text = JSON.stringify(rows);
  const names = Object.keys(columns);
  if (engine === 'sqlite') {
    const fields = names.map((name) => `value ->> '${name}' as ${name}`).join(', ');
    // Requires SQLite 3.51. The older json_each serializes each row to text, which is parsed again for its fields.
    return sql`(select ${sql.raw(fields)} from jsonb_each(${text})) as rows`;
  }
  const fields = names.map((name) => `${name} ${postgresKinds[columns[name] as ColumnKind]}`).join(', ');
  return sql`json_to_recordset(${text}::json) as rows(${sql.raw(fields)})`;
}

/**
 * Upserts many rows in one statement: rows with an existing `key` are replaced in every other column. Rows are written in the order of
 * their key, which avoids deadlocks.
 */
export async function writeRows<const C extends Readonly<Record<string, ColumnKind>>>(
  db: Db,
  engine: Engine,
  table: keyof Schema,
  columns: C,
  rows: readonly Readonly<Record<keyof C & string, string | number | null>>[],
  key: readonly (keyof C & string)[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const list = sql.raw(names.join(', '));
  const others = names.filter((name) => !key.includes(name));
  const update = sql.raw(others.map((name) => `${name} = excluded.${name}`).join(', '));
  const keys = sql.raw(key.join(', '));
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from ${jsonRows(engine, rows, columns)} where true order by ${keys}
    on conflict (${keys}) do update set ${update}`.execute(db);
}
