import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';

/**
 * All tables, columns, constraints, indexes, views, triggers and functions of a database, as comparable text. Ignores the spacing and
 * quoting of statements, and names that PostgreSQL generated.
 */
export async function catalogOf({ db, engine }: Store): Promise<Readonly<Record<string, string>>> {
  const { rows } = await (engine === 'sqlite' ? onSqlite : onPostgres).execute(db);
  return Object.fromEntries(rows.map(({ what, said }) => [what, plain(said)]));
}

interface Entry {
  readonly what: string;
  readonly said: string;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('"', '')
    .replaceAll(/nextval\('\w+'/g, "nextval('…'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;]) ?/g, '$1');
}

const onSqlite = sql<Entry>`
  select type || ' ' || name as what, sql as said from sqlite_master where sql is not null and name not like 'sqlite_%'`;

const onPostgres = sql<Entry>`
  with ours as (
    select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S'))
  select 'column ' || relname || ' ' || row_number() over (partition by relname order by attnum) as what,
    concat_ws(' ', attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      case attgenerated when '' then 'default' else 'generated' end, pg_get_expr(adbin, adrelid), attcollation::regcollation) as said
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'v')
  union all
  select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(pg_constraint.oid),
    concat_ws(' ', condeferrable, condeferred, convalidated)
    from pg_constraint join ours on ours.oid = conrelid
  union all
  select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
    from pg_index join ours on ours.oid = indrelid
    where not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  union all
  select 'view ' || relname, pg_get_viewdef(oid) from ours where relkind = 'v'
  union all
  select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
    from pg_trigger join ours on ours.oid = tgrelid where not tgisinternal
  union all
  select 'function ' || proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'sequence of ' || refobjid::regclass || ' ' || refobjsubid,
    concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
    from ours join pg_sequence on seqrelid = ours.oid
    join pg_depend on objid = seqrelid and classid = 'pg_class'::regclass and deptype = 'a'`;
