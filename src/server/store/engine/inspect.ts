import type { Store } from './connect.ts';
import type { Kind } from './meta.ts';
import { readKind } from './meta.ts';

/** What a database holds: nothing yet, the tables of something else, a league or demo, or one that is not marked yet. */
export type Contents = 'nothing' | 'something else' | 'unmarked' | Kind;

const OUR_TABLES = ['meta', 'pools', 'games', 'picks'];

/** Looks into a database without changing it. On PostgreSQL other tables may stand beside ours. */
export async function inspect({ db, engine }: Store): Promise<Contents> {
  const tables = (await db.introspection.getTables()).map((table) => table.name);
  if (OUR_TABLES.every((name) => tables.includes(name))) return (await readKind(db)) ?? 'unmarked';
  return engine === 'sqlite' && tables.length > 0 ? 'something else' : 'nothing';
}
