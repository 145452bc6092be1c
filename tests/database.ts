import { closeSync, openSync, writeSync } from 'node:fs';
import type { Db } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';

/** Every row of every table as comparable text, except the security log, which is written later. */
export async function dumpTables(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await db.introspection.getTables();
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (name === 'security_log' || name === 'pool_locks') continue;
    const rows = await db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute();
    dump[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return dump;
}

/** Writes over pages in the middle of an SQLite file, as a failing disk does. */
export function damageFile(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(20_000, 0xaa), 0, 20_000, 40_000);
  closeSync(handle);
}
