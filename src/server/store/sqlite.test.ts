import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pickem-sqlite-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(process.platform !== 'win32')('a new database and its log are their owner’s alone', async () => {
  const file = join(folder, 'league.db');
  const store = connect(file);
  await migrate(store);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
  await store.close();
});

test('a query that was asked before shows the column that its table has got since', async () => {
  const { db, close } = connect(join(folder, 'league.db'));
  const read = () => sql`select * from notes`.execute(db).then((result) => result.rows);
  await sql`create table notes (text text)`.execute(db);
  await sql`insert into notes values ('Bye week')`.execute(db);
  expect(await read()).toEqual([{ text: 'Bye week' }]);
  await sql`alter table notes add column stars integer default 5`.execute(db);
  expect(await read()).toEqual([{ text: 'Bye week', stars: 5 }]);
  await close();
});
