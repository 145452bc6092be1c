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

test.each([
  [
    'has a new column',
    ['alter table notes add column pages integer default 5'],
    { text: 'Bye week', stars: 3, pages: 5 },
  ],
  [
    'has a column of another name',
    ['alter table notes rename column text to remark'],
    { remark: 'Bye week', stars: 3 },
  ],
  [
    'was made again with its columns in another order',
    [
      'create table others (stars integer, text text)',
      'insert into others select stars, text from notes',
      'drop table notes',
      'alter table others rename to notes',
    ],
    { text: 'Bye week', stars: 3 },
  ],
])('a query that was asked before reads a table that %s', async (_, changes, row) => {
  const { db, close } = connect(join(folder, 'league.db'));
  const read = () => sql`select * from notes`.execute(db).then((result) => result.rows);
  await sql`create table notes (text text, stars integer)`.execute(db);
  await sql`insert into notes values ('Bye week', 3)`.execute(db);
  expect(await read()).toEqual([{ text: 'Bye week', stars: 3 }]);
  for (const change of changes) await sql.raw(change).execute(db);
  expect(await read()).toEqual([row]);
  await close();
});
