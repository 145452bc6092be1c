import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { Staged } from '#server/platform/db/backup.ts';
import { backUp, discard, keptName, replace, stage } from '#server/platform/db/backup.ts';
import { isPostgresUrl } from '#server/platform/db/connect.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { WrongKindError } from '#server/platform/db/meta.ts';
import type { Target } from './database.ts';
import { openTarget, refuseMissing, shown, targetOf } from './database.ts';
import { fromHere, newFile, Problem } from './options.ts';

const backupHelp = `
For SQLite: copies the database, as it is at one moment, while a server may be using it. FILE must not exist yet.
It holds password hashes: keep it as safe as the database. A league on PostgreSQL is copied with pg_dump.`;

const restoreHelp = `
For SQLite: puts a backup in the place of the database, which is kept beside it under another name. Stop the server
first; the command refuses while the database is open. A league on PostgreSQL is restored with pg_restore.`;

/** `backup FILE` and `restore FILE` */
export function addBackup(parent: Command): void {
  parent
    .command('backup')
    .description('copy the database, also while a server is running')
    .argument('<file>', 'the copy to make')
    .addHelpText('after', backupHelp)
    .action((file: string, _: object, command: Command) => backup(file, targetOf(command)));
  parent
    .command('restore')
    .description('put a backup in the place of the database')
    .argument('<file>', 'a copy made by backup')
    .addHelpText('after', restoreHelp)
    .action((file: string, _: object, command: Command) => restore(file, targetOf(command)));
}

async function backup(file: string, target: Target): Promise<void> {
  const { location } = target;
  if (isPostgresUrl(location)) {
    throw onPostgres(`pg_dump --format=custom --file=${file} --dbname=${shown(location)}`);
  }
  refuseMissing(location);
  const path = newFile(file);
  if (!existsSync(dirname(path))) throw new Problem(`${file}: there is no such folder.`);
  const { store } = await openTarget(target);
  try {
    await backUp(store, path);
  } catch (error) {
    throw new Problem(`${file} cannot be written: ${(error as Error).message}`);
  } finally {
    await store.close();
  }
  console.log(`${location} is copied to ${file}.`);
}

async function restore(file: string, target: Target): Promise<void> {
  const { location } = target;
  if (isPostgresUrl(location)) {
    const database = `--dbname=${shown(location)}`;
    throw onPostgres(
      `psql ${database} --command='alter schema public rename to replaced' --command='create schema public'`,
      `pg_restore --single-transaction ${database} ${file}`,
    );
  }
  const path = fromHere(file);
  if (!existsSync(path)) throw new Problem(`${file}: there is no such file.`);
  const isReplaced = existsSync(location);
  const aside = keptName(target, 'replaced');
  const staged = `${location}.restoring`;
  mkdirSync(dirname(location), { recursive: true });
  try {
    const contents = await stage(path, staged);
    await refuseUnfit(file, contents, target);
    if (!(await replace(location, staged, aside))) {
      throw new Problem(`${location} is open in another process. Stop the server first. Nothing was changed.`);
    }
  } finally {
    discard(staged);
  }
  console.log(`${location} is now what ${file} holds.`);
  if (isReplaced) console.log(`What it replaced is kept as ${aside}.`);
}

async function refuseUnfit(file: string, contents: Staged, target: Target): Promise<void> {
  if (contents === 'damaged') throw new Problem(`${file} is damaged, or no SQLite database. Nothing was changed.`);
  if (contents === 'newer') throw new Problem(`${file} was made by a newer Pick'em. Nothing was changed.`);
  if (contents !== 'league' && contents !== 'demo') {
    throw new Problem(`${file} is not a Pick'em database. Nothing was changed.`);
  }
  const expected = target.kind ?? (await kindOf(target));
  if (expected && expected !== contents) throw new WrongKindError(contents, expected);
}

/** The kind of the database to be replaced; null if it is missing or unreadable. */
async function kindOf(target: Target): Promise<Kind | null> {
  if (!existsSync(target.location)) return null;
  try {
    const { store, marked } = await openTarget(target);
    await store.close();
    return marked;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** `pg_restore --clean` is no help: it fails halfway if the database has tables that the dump does not know. */
function onPostgres(...commands: readonly string[]): Problem {
  return new Problem(`This database is on PostgreSQL. Use its own tools:\n  ${commands.join('\n  ')}`);
}
