import type { Command } from 'commander';
import { valuesOf } from '#core/formats/confidence.ts';
import { isWeekLocked, withPoolLock } from '#core/locks.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { PoolEntry } from '../store/entry-reads.ts';
import { entriesOfPool } from '../store/entry-reads.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import { lockedGuesses, ordersOfWeek, revealedPicks, revealedTeams } from '../store/pick-reads.ts';
import { asWholeWeek, deadlineOf } from '../store/pool-games.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, tellLeftOut, writeCsv } from './export.ts';
import type { NamedEntries } from './export-entries.ts';
import { nameEntries } from './export-entries.ts';
import { BEST_MARK, pickColumns } from './picks-rows.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const help = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them, entry after player in a pool in which somebody has several entries, best in a pool
with best bets, points in a pool with confidence, and tiebreak in a pool with one. Picks and guesses of games that are not locked are sealed and left out. points are what a game is worth now: those of a game without a pick are
told once all games of the week have locked. In a survivor pool the pick is the team of the week. An entry has a line with a blank pick for each week in
which no pick of it is open yet. Members whose names look alike get a number, and so do entries.
${exportHelp}`;

/** `export picks --pool NAME [--season YEAR] [--excel]` */
export function addExportPicks(parent: Command): void {
  const description = "write a pool's picks of locked games, as import picks reads them";
  addPoolExport(parent, { name: 'picks', description, help }, exportPicks);
}

async function exportPicks(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, options.pool);
    const weeks = await weeksOfPool(store.db, pool, options.season);
    const named = await nameEntries(store.db, await entriesOfPool(store.db, pool.id), distinctNames);
    const lines = await pickLines(store.db, pool, { weeks, named, now: await leagueNow(store, kind) });
    tellRenamed(named);
    tellLeftOut(weeks, 'week');
    writeCsv([[...columnsOf(named), ...moreColumns(pool)], ...lines], options);
  });
}

/** The columns that every pool has. */
function columnsOf({ columns }: NamedEntries<PoolEntry>): string[] {
  return pickColumns.flatMap((column) => (column === 'player' ? columns : [column]));
}

/** Says which names an import does not know again. */
function tellRenamed({ players, entries }: NamedEntries<PoolEntry>): void {
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

/** What an entry's games of a week are worth, as far as it is told. */
interface ToldValues {
  readonly of: ReadonlyMap<string, number>;
  /** Whether games without a pick are told as well. */
  readonly isWhole: boolean;
}

/** The cells of an entry's week from `pick` on, a line for each; one of blanks where there is nothing to tell. */
type CellsOf = (entryId: string, games: readonly Game[], values?: ToldValues) => (string | number)[][];

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

/** Values of locked picks are told; those of games without one once the whole week has locked, where an order was entered. */
async function valuesOfWeek(
  db: Db,
  pool: Pool,
  weekId: string,
  { games, now }: { readonly games: readonly Game[]; readonly now: number },
): Promise<(entryId: string) => ToldValues> {
  const orders = await ordersOfWeek(db, pool.id, weekId);
  const deadline = await deadlineOf(db, pool.id, weekId);
  const inPool = games.map((game) => withPoolLock(game, deadline));
  const isLockedWhole = isWeekLocked(await asWholeWeek(db, pool.id, weekId, inPool), now);
  return (entryId) => ({
    of: valuesOf(games, orders.get(entryId) ?? []),
    isWhole: isLockedWhole && orders.has(entryId),
  });
}
