import type { Command } from 'commander';
import type { PoolFile } from '#contract/pool-file.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { exportPool } from '#server/pool-file/export.ts';
import { flawsOf } from '#server/pool-file/flaws.ts';
import { readPoolText } from '#server/pool-file/packed.ts';
import { importPool } from '#server/pool-file/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { leagueNow, withDatabase } from './database.ts';
import { count, newFile, Problem, poolNamed, readText, writeNewFile } from './options.ts';

const exportHelp = `
The file has the pool as its members see it: rules, entries, locked picks with their history, weeks, games, lines, log, talk, money and receipts
(docs/pool-file.md). --addresses adds the verified e-mail addresses of its people, by which 'import pool' finds their accounts.`;

/** `export pool --pool NAME FILE [--addresses]` */
export function addExportPool(parent: Command): void {
  parent
    .command('pool')
    .description('write one pool to a file, for import pool')
    .argument('<file.json>', 'the file to write; it must not exist')
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--addresses', 'with the e-mail addresses of its people')
    .addHelpText('after', exportHelp)
    .action(writeFile);
}

async function writeFile(path: string, options: { pool: string; addresses?: true }, command: Command): Promise<void> {
  const file = newFile(path);
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, options.pool);
    const now = await leagueNow(store, kind);
    const written = await exportPool(store, pool, options.addresses === true, () => now);
    writeNewFile(file, JSON.stringify(written));
    console.log(
      `${path}: pool '${pool.name}', ${count(written.entries.length, 'entry', 'entries')}, ${count(written.picks.length, 'state')} of picks.`,
    );
  });
}

const importHelp = `
Creates the pool under its old id, so that its lock receipts stay valid; a pool that is in the league already is refused. People with a verified address
here own their entries; the others become players without an account. Games that the league lacks are added. Nothing is
written when anything in the file is wrong.`;

/** `import pool FILE` */
export function addImportPool(parent: Command): void {
  parent
    .command('pool')
    .description('create a pool from a file of export pool')
    .argument('<file.json>', 'the file')
    .addHelpText('after', importHelp)
    .action(importPoolFile);
}

async function importPoolFile(path: string, _: object, command: Command): Promise<void> {
  const file = readFile(path);
  const flaws = await flawsOf(file);
  if (flaws.length > 0) throw new Problem(flawText(path, flaws));
  await withDatabase(command, 'create', async (store, kind) => {
    const now = await leagueNow(store, kind);
    const by = { userId: null, addsGames: true, matchesAddresses: true, isListed: true, clock: () => now };
    const made = await importPool(store, file, by);
    if ('flaws' in made) throw new Problem(flawText(path, made.flaws));
    if ('refusal' in made) throw new Problem(`This pool is in the league already. ${NOTHING}`);
    await rescoreAllStale(store, () => now);
    await notifyServers(store);
    const people = made.matched === 0 ? '' : `, ${made.matched} of them with an account here`;
    console.log(
      `Pool '${file.pool.name}' (new): ${count(file.people.length, 'person', 'people')}${people}, ${count(file.entries.length, 'entry', 'entries')}.`,
    );
  });
}

const NOTHING = 'Nothing was imported.';

/** @throws Problem that names the first wrong place */
function readFile(path: string): PoolFile {
  const file = readPoolText(readText(path).text);
  if ('problem' in file) throw new Problem(`${path}: ${file.problem} ${NOTHING}`);
  return file;
}

function flawText(path: string, flaws: readonly string[]): string {
  return [...flaws.map((flaw) => `${path}: ${flaw}`), NOTHING].join('\n');
}
