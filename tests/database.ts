import type { Db } from '#server/store/connect.ts';
import type { Schema } from '#server/store/schema.ts';

/** Every row of every table, as text that two moments can be compared by. */
export async function dumpTables(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await db.introspection.getTables();
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute();
    dump[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return dump;
}
