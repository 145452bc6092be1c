import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { gameColumns, optionalGameColumns, pickColumns } from '#core/csv-columns.ts';
import { formatPoints } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import { gameVoids } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import { catchUpPool } from '#server/locks/store.ts';
import type { CsvTable } from '#server/platform/csv.ts';
import { csvLine, parseCsv } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { CsvRows, NamedEntries } from '#server/pool-file/csv-reads.ts';
import { gameRows, nameEntries, namesApart, pickRows, scoreRows, scoresColumns } from '#server/pool-file/csv-reads.ts';
import { receiptFile } from '#server/receipts/reads.ts';
import { readScores, readSeason } from '#server/standings/season-reads.ts';
import { leagueNow, withDatabase } from './database.ts';
import { count, parseYear, poolNamed, readText, weeksOfPool } from './options.ts';

/** Help text of every export. */
const exportHelp = `
--excel begins the file with a byte order mark, so that Excel reads accents as they are. npm itself writes two lines before
the CSV: leave them out with npm run --silent pickem -- …`;

/** Reads a CSV file, and reports if its encoding had to be guessed. @throws Problem if it cannot be read */
export function readCsv<C extends string>(
  file: string,
  columns: readonly C[],
  optional: readonly C[] = [],
): CsvTable<C> {
  const { text, encoding } = readText(file);
  const table = parseCsv(text, columns, optional);
  if (encoding === 'windows-1252' && table.rows.length > 0) {
    console.error(`${file} is not UTF-8. It was read as Windows-1252: check names with accents.`);
  }
  return table;
}

const gamesHelp = `
The columns are ${[...gameColumns, ...optionalGameColumns].join(', ')}, as 'import season' reads
them. Times are Eastern, blank while they are not known. Only finished games have scores; void is ${gameVoids.join(' or ')} for a game that is off.
${exportHelp}`;

/** `export games [--season YEAR] [--excel]` */
export function addExportGames(parent: Command): void {
  const command = parent
    .command('games')
    .description('write the games, as import season reads them')
    .option('--season <year>', 'the games of this season only', parseYear);
  withExcel(command).addHelpText('after', gamesHelp).action(exportGames);
}

async function exportGames(options: { season?: number; excel?: true }, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async ({ db }) => {
    const games = await gamesOfWeeks(db, await weekIds(db, options.season));
    if (games.length === 0) console.error(`There are no games${options.season ? ` of ${options.season}` : ''}.`);
    reportLeftOut(
      games.map((game) => game.weekId),
      'game',
    );
    writeCsv(gameRows(games), options);
  });
}

const picksHelp = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them, entry after player in a pool in which somebody has several entries, best in a pool
with best bets, points in a pool with confidence, and tiebreak in a pool with one. Picks and guesses of games that are not locked are sealed and left out. points are what a game is worth now: those of a game without a pick are
shown once all games of the week have locked. In a survivor pool the pick is the team of the week. An entry has a line with a blank pick for each week in
which no pick of it is open yet. Members whose names look alike get a number, and so do entries.
${exportHelp}`;

/** `export picks --pool NAME [--season YEAR] [--excel]` */
export function addExportPicks(parent: Command): void {
  const description = "write a pool's picks of locked games, as import picks reads them";
  addPoolExport(parent, { name: 'picks', description, help: picksHelp }, exportPicks);
}

async function exportPicks(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, options.pool);
    const weeks = await weeksOfPool(store.db, pool, options.season);
    const { rows, named } = await pickRows(store.db, pool, weeks, await leagueNow(store, kind));
    reportRenamed(named);
    reportLeftOut(weeks, 'week');
    writeCsv(rows, options);
  });
}

/** Reports names that an import will not recognize. */
function reportRenamed({ players, entries }: NamedEntries<PoolEntry>): void {
  const groups = [
    [players, "another member's", 'players'],
    [entries, "another entry's", 'entries'],
  ] as const;
  for (const [named, whose, what] of groups) {
    const renamed = named.filter(({ name, shown }) => name !== shown).map(({ shown }) => shown);
    if (renamed.length > 0)
      console.error(
        `Names that look like ${whose} got a number: ${renamed.join(', ')}. 'import picks' takes these for other ${what}.`,
      );
  }
}

const scoresHelp = `
The columns are ${scoresColumns(['player']).join(', ')}, and entry after player in a pool in which
somebody has several: a line for every entry and enabled week. The week has the number that nflverse gives it; total is what the season came to up to that week, as the pool's rules count it. With weekly play the score of a week that an entry does not play is empty.
${exportHelp}`;

/** `export scores --pool NAME [--season YEAR] [--excel]` */
export function addExportScores(parent: Command): void {
  const description = "write a pool's scores, week by week";
  addPoolExport(parent, { name: 'scores', description, help: scoresHelp }, exportScores);
}

async function exportScores(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, options.pool);
    const weeks = await weeksOfPool(store.db, pool, options.season);
    writeCsv(await scoreRows(store.db, pool, weeks, await leagueNow(store, kind)), options);
  });
}

const winnersColumns = (names: readonly string[]) => [
  'season',
  'week',
  'week_id',
  ...names,
  'score',
  'guess',
  'difference',
];

const winnersHelp = `
The columns are ${winnersColumns(['player']).join(', ')}, and entry after player in a pool in which
somebody has several: a line for every winner of a week that is decided, several where it is shared. guess and difference are those of a week that the tiebreak decided: the total points that the winner guessed, and by how
much that was over, below 0 for under.
${exportHelp}`;

/** `export winners --pool NAME [--season YEAR] [--excel]` */
export function addExportWinners(parent: Command): void {
  const description = 'write who won the decided weeks of a pool';
  addPoolExport(parent, { name: 'winners', description, help: winnersHelp }, exportWinners);
}

async function exportWinners(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, options.pool);
    const weeks = await weeksOfPool(store.db, pool, options.season);
    writeCsv(await winnerLines(store.db, pool, weeks, await leagueNow(store, kind)), options);
  });
}

/** A header, and the winners by week, then by player. */
async function winnerLines(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<CsvRows> {
  const scores = await readScores(db, pool, now);
  const winners = (await readSeason(db, pool, now, scores)).season.weekWinners();
  const { columns, rows } = await nameEntries(db, scores.entrants, namesApart);
  const decided = new Set(scores.weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id));
  const lines = weeks
    .filter((weekId) => decided.has(weekId))
    .flatMap((weekId) => {
      const week = [parseWeekId(weekId)?.season ?? '', nflverseWeek(weekId)?.week ?? '', weekId];
      return rows.flatMap(({ entry, cells }) => {
        const won = winners[weekId]?.find(({ id }) => id === entry.id);
        if (won === undefined) return [];
        return [[...week, ...cells, formatPoints(entry.weeks[weekId] ?? 0), won.guess ?? '', won.difference ?? '']];
      });
    });
  return [winnersColumns(columns), ...lines];
}

const receiptsHelp = `
Writes a JSON file with each receipt, its list, and what is visible now. Check it with the server's /verify.mjs on any machine with
Node 20 or newer: node verify.mjs FILE. npm itself writes two lines before it: leave them out with npm run --silent pickem -- …`;

/** `export receipts --pool NAME` */
export function addExportReceipts(parent: Command): void {
  parent
    .command('receipts')
    .description('write the lock receipts of a pool, for verify.mjs')
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .addHelpText('after', receiptsHelp)
    .action(exportReceipts);
}

async function exportReceipts(options: { pool: string }, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const { id } = await poolNamed(store.db, options.pool);
    const now = await leagueNow(store, kind);
    const unreadable = await catchUpPool(store, id, () => now);
    const text = receiptFile(store.db, id, undefined, now, unreadable);
    await pipeline(Readable.from(text), process.stdout, { end: false });
  });
}

/** Excel recognizes a UTF-8 CSV file by this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Adds `--excel` to an export. */
function withExcel(command: Command): Command {
  return command.option('--excel', 'begin with a byte order mark, for Excel');
}

/** The options of a pool export. */
export interface PoolExportOptions {
  readonly pool: string;
  readonly season?: number;
  readonly excel?: true;
}

/** `export NAME --pool NAME [--season YEAR] [--excel]` */
function addPoolExport(
  parent: Command,
  { name, description, help }: { readonly name: string; readonly description: string; readonly help: string },
  run: (options: PoolExportOptions, command: Command) => Promise<void>,
): void {
  const command = parent
    .command(name)
    .description(description)
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--season <year>', 'the weeks of this season only', parseYear);
  withExcel(command).addHelpText('after', help).action(run);
}

/** Reports the weeks that an export leaves out, because nflverse has no number for them. @param weekIds a week for each item left out */
function reportLeftOut(weekIds: readonly string[], what: 'game' | 'week'): void {
  const left = weekIds.filter((weekId) => nflverseWeek(weekId) === null);
  if (left.length === 0) return;
  const weeks = [...new Set(left)].join(', ');
  console.error(`${count(left.length, what)} left out, because nflverse has no number for the week: ${weeks}.`);
}

/** Writes a table to standard output. */
function writeCsv(lines: CsvRows, { excel }: { readonly excel?: true }): void {
  process.stdout.write((excel ? BYTE_ORDER_MARK : '') + lines.map(csvLine).join(''));
}
