import type { Command } from 'commander';
import { utcToEastern } from '#core/eastern-time.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import { isOver } from '#core/game.ts';
import { isWeekLocked, withPoolLock } from '#core/locks.ts';
import type { Named } from '#core/name-order.ts';
import { formatPoints } from '#core/scoring.ts';
import { distinctNames, seasonTotal } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import { namesOf } from '#server/accounts/reads.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { asWholeWeek, deadlineOf, gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import { lockedGuesses, ordersOfWeek, revealedPicks, revealedTeams } from '#server/picks/reads.ts';
import type { CsvTable } from '#server/platform/csv.ts';
import { csvLine, parseCsv } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { receiptFile } from '#server/receipts/reads.ts';
import { catchUp } from '#server/receipts/store.ts';
import { gameColumns } from '#server/season/season-rows.ts';
import { readSeason, weekWinnersOf } from '#server/standings/reads.ts';
import { leagueNow, withDatabase } from './database.ts';
import { count, parseYear, poolNamed, readText, weeksOfPool } from './options.ts';
import { BEST_MARK, pickColumns } from './picks-plan.ts';

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

/** The columns that name an entry: the second only in pools in which a player has several. */
type EntryColumns = readonly ['player'] | readonly ['player', 'entry'];

/** The entries of a pool under their names in exports. */
export interface NamedEntries<E extends PoolEntry> {
  readonly columns: EntryColumns;
  /** Grouped by player, in order of the player's name; each with its cells of the columns. */
  readonly rows: readonly { readonly entry: E; readonly cells: readonly string[] }[];
  /** The players, and the entries if they have a column, with their real and their shown names. */
  readonly players: readonly ShownName[];
  readonly entries: readonly ShownName[];
}

interface ShownName {
  readonly name: string;
  readonly shown: string;
}

/**
 * Names entries, and the players who own them.
 * @param entries in order of joining
 * @param distinct the names to show, by id
 */
async function nameEntries<E extends PoolEntry>(
  db: Db,
  entries: readonly E[],
  distinct: (named: readonly Named[]) => ReadonlyMap<string, string>,
): Promise<NamedEntries<E>> {
  const byOwner = Map.groupBy(entries, ({ ownerId }) => ownerId);
  const names = await namesOf(db, [...byOwner.keys()]);
  const owners = [...byOwner.keys()].map((id) => ({ id, name: names.get(id) ?? '' }));
  const [shownOwners, shownEntries] = [distinct(owners), distinct(entries)];
  const isSingle = byOwner.size === entries.length;
  const players = owners
    .map(({ id, name }) => ({ id, name, shown: shownOwners.get(id) ?? name }))
    .sort((a, b) => (a.shown < b.shown ? -1 : Number(a.shown > b.shown)));
  const cellsOf = (player: string, { id, name }: E) => (isSingle ? [player] : [player, shownEntries.get(id) ?? name]);
  return {
    columns: isSingle ? ['player'] : ['player', 'entry'],
    rows: players.flatMap(({ id, shown }) =>
      (byOwner.get(id) ?? []).map((entry) => ({ entry, cells: cellsOf(shown, entry) })),
    ),
    players,
    entries: isSingle ? [] : entries.map(({ id, name }) => ({ name, shown: shownEntries.get(id) ?? name })),
  };
}

const gamesHelp = `
The columns are ${gameColumns.join(', ')}, as 'import season' reads them. Times are
Eastern, blank while they are not known. Only finished games have scores.
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
    writeCsv([gameColumns, ...games.flatMap(lineOf)], options);
  });
}

function lineOf(game: Game): (string | number)[][] {
  const named = nflverseWeek(game.weekId);
  if (!named) return [];
  const { date, time } = utcToEastern(game.kickoff);
  const isFinal = isOver(game);
  const line: Record<(typeof gameColumns)[number], string | number> = {
    game_id: game.gid,
    season: named.season,
    game_type: named.gameType,
    week: named.week,
    gameday: date,
    gametime: game.timeTbd ? '' : time,
    away_team: game.away,
    away_score: isFinal ? game.awayScore : '',
    home_team: game.home,
    home_score: isFinal ? game.homeScore : '',
    spread_line: game.spread ?? '',
  };
  return [gameColumns.map((column) => line[column])];
}

const picksHelp = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them, entry after player in a pool in which somebody has several entries, best in a pool
with best bets, points in a pool with confidence, and tiebreak in a pool with one. Picks and guesses of games that are not locked are sealed and left out. points are what a game is worth now: those of a game without a pick are
told once all games of the week have locked. In a survivor pool the pick is the team of the week. An entry has a line with a blank pick for each week in
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
    const named = await nameEntries(store.db, await entriesOfPool(store.db, pool.id), distinctNames);
    const lines = await pickLines(store.db, pool, { weeks, named, now: await leagueNow(store, kind) });
    reportRenamed(named);
    reportLeftOut(weeks, 'week');
    writeCsv([[...picksColumns(named), ...moreColumns(pool)], ...lines], options);
  });
}

/** The columns that every pool has. */
function picksColumns({ columns }: NamedEntries<PoolEntry>): string[] {
  return pickColumns.flatMap((column) => (column === 'player' ? columns : [column]));
}

/** Reports names that an import will not recognize. */
function reportRenamed({ players, entries }: NamedEntries<PoolEntry>): void {
  const told = [
    [players, "another member's", 'players'],
    [entries, "another entry's", 'entries'],
  ] as const;
  for (const [named, whose, what] of told) {
    const renamed = named.filter(({ name, shown }) => name !== shown).map(({ shown }) => shown);
    if (renamed.length > 0)
      console.error(
        `Names that look like ${whose} got a number: ${renamed.join(', ')}. 'import picks' takes these for other ${what}.`,
      );
  }
}

function hasBest({ rules }: Pool): boolean {
  return rules.bestBets > 0;
}

function hasPoints({ rules }: Pool): boolean {
  return rules.format === 'confidence';
}

function hasTiebreak({ rules }: Pool): boolean {
  return rules.tiebreak !== 'none';
}

function moreColumns(pool: Pool): string[] {
  return [
    ...(hasBest(pool) ? ['best'] : []),
    ...(hasPoints(pool) ? ['points'] : []),
    ...(hasTiebreak(pool) ? ['tiebreak'] : []),
  ];
}

interface LinesOf {
  readonly weeks: readonly string[];
  readonly named: NamedEntries<PoolEntry>;
  readonly now: number;
}

/** By week, then by player and entry, then by game. */
async function pickLines(db: Db, pool: Pool, { weeks, named, now }: LinesOf): Promise<(string | number)[][]> {
  const games = Map.groupBy(await gamesOfWeeks(db, weeks), (game) => game.weekId);
  const cellsOf =
    pool.rules.format === 'survivor' ? await teamCells(db, pool, weeks, now) : await pickCells(db, pool, weeks, now);
  const guesses = hasTiebreak(pool) ? await lockedGuesses(db, pool.id, weeks, now) : [];
  const guessOf = new Map(guesses.map(({ weekId, entryId, guess }) => [`${entryId} ${weekId}`, guess]));
  const lines: (string | number)[][] = [];
  for (const weekId of weeks) {
    const week = nflverseWeek(weekId);
    const ofWeek = games.get(weekId);
    if (!week || !ofWeek) continue;
    const values = hasPoints(pool) ? await valuesOfWeek(db, pool, weekId, { games: ofWeek, now }) : null;
    for (const { entry, cells: names } of named.rows) {
      const cells = cellsOf(entry.id, ofWeek, values?.(entry.id));
      const guess = hasTiebreak(pool) ? [guessOf.get(`${entry.id} ${weekId}`) ?? ''] : [];
      lines.push(...cells.map((own) => [week.season, week.week, ...names, ...own, ...guess]));
    }
  }
  return lines;
}

/** The revealed values of an entry's games in a week. */
interface RevealedValues {
  readonly of: ReadonlyMap<string, number>;
  /** Whether games without a pick are included. */
  readonly isWhole: boolean;
}

/** The cells of an entry's week from the `pick` column on, one line per game; a blank line if nothing is revealed. */
type CellsOf = (entryId: string, games: readonly Game[], values?: RevealedValues) => (string | number)[][];

async function pickCells(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<CellsOf> {
  const picks = await revealedPicks(db, pool.id, weeks, now);
  const own = new Map(picks.map((pick) => [`${pick.entryId} ${pick.gid}`, pick]));
  return (entryId, games, values) => {
    const lines = games.flatMap((game) => {
      const pick = own.get(`${entryId} ${game.gid}`);
      const points = values?.of.get(game.gid) ?? '';
      if (!pick && (!values?.isWhole || points === '')) return [];
      const best = hasBest(pool) ? [pick?.best ? BEST_MARK : ''] : [];
      return [[pick ? game[pick.side] : '', ...best, ...(values ? [points] : [])]];
    });
    return lines.length > 0 ? lines : [['', ...(hasBest(pool) ? [''] : []), ...(values ? [''] : [])]];
  };
}

async function teamCells(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<CellsOf> {
  const choices = await revealedTeams(db, pool.id, weeks, now);
  return (entryId, [game]) => [[choices.get(entryId)?.[game?.weekId ?? '']?.team ?? '']];
}

/** Values of locked picks are revealed; those of games without a pick once the whole week has locked, if an order was entered. */
async function valuesOfWeek(
  db: Db,
  pool: Pool,
  weekId: string,
  { games, now }: { readonly games: readonly Game[]; readonly now: number },
): Promise<(entryId: string) => RevealedValues> {
  const orders = await ordersOfWeek(db, pool.id, weekId);
  const deadline = await deadlineOf(db, pool.id, weekId);
  const inPool = games.map((game) => withPoolLock(game, deadline));
  const isLockedWhole = isWeekLocked(await asWholeWeek(db, pool.id, weekId, inPool), now);
  return (entryId) => ({
    of: valuesOf(games, orders.get(entryId) ?? []),
    isWhole: isLockedWhole && orders.has(entryId),
  });
}

const scoresColumns = (names: readonly string[]) => ['season', 'week', 'week_id', ...names, 'score', 'total'];

const scoresHelp = `
The columns are ${scoresColumns(['player']).join(', ')}, and entry after player in a pool in which
somebody has several: a line for every entry and enabled week. The week has the number that nflverse gives it; total is what the season came to up to that week, as the pool's rules count it.
${exportHelp}`;

/** `export scores --pool NAME [--season YEAR] [--excel]` */
export function addExportScores(parent: Command): void {
  const description = "write a pool's scores, week by week";
  addPoolExport(parent, { name: 'scores', description, help: scoresHelp }, exportScores);
}

async function exportScores(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async ({ db }) => {
    const pool = await poolNamed(db, options.pool);
    const weeks = await weeksOfPool(db, pool, options.season);
    writeCsv(await scoreLines(db, pool, weeks), options);
  });
}

/** A header, and the scores by week, then by player. Exporting one season or all gives the same totals. */
async function scoreLines(db: Db, pool: Pool, wanted: readonly string[]): Promise<(string | number)[][]> {
  const { weekIds, weeks, entrants } = await readSeason(db, pool);
  const { columns, rows } = await nameEntries(db, entrants, namesApart);
  const lines = weekIds.flatMap((weekId, at) => {
    if (!wanted.includes(weekId)) return [];
    const season = parseWeekId(weekId)?.season ?? '';
    const number = nflverseWeek(weekId)?.week ?? '';
    return rows.map(({ entry, cells }) => {
      const { total } = seasonTotal(entry.weeks, weeks.slice(0, at + 1), pool.rules);
      return [season, number, weekId, ...cells, formatPoints(entry.weeks[weekId] ?? 0), formatPoints(total)];
    });
  });
  return [scoresColumns(columns), ...lines];
}

/** Distinguishes equal names as on screen; names that only look alike stay unchanged. */
function namesApart(named: readonly Named[]): ReadonlyMap<string, string> {
  const shared = Map.groupBy(named, ({ name }) => name);
  const distinct = distinctNames(named);
  return new Map(named.map(({ id, name }) => [id, shared.get(name)?.length === 1 ? name : (distinct.get(id) ?? name)]));
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
async function winnerLines(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<(string | number)[][]> {
  const season = await readSeason(db, pool);
  const winners = await weekWinnersOf(db, pool, season, now);
  const { columns, rows } = await nameEntries(db, season.entrants, namesApart);
  const decided = new Set(season.weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id));
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
    await catchUp(store, { poolId: id }, () => now);
    process.stdout.write(await receiptFile(store.db, id, now));
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
function writeCsv(lines: readonly (readonly (string | number)[])[], { excel }: { readonly excel?: true }): void {
  process.stdout.write((excel ? BYTE_ORDER_MARK : '') + lines.map(csvLine).join(''));
}
