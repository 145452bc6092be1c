import type { Command } from 'commander';
import { valuesOf } from '#core/formats/confidence.ts';
import { isWeekLocked, withPoolLock } from '#core/locks.ts';
import { distinctNames } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import type { Member } from '../store/members.ts';
import { membersOfPool } from '../store/members.ts';
import { lockedGuesses, ordersOfWeek, revealedPicks, revealedTeams } from '../store/pick-reads.ts';
import { asWholeWeek, deadlineOf } from '../store/pool-games.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, tellLeftOut, writeCsv } from './export.ts';
import { BEST_MARK, pickColumns } from './picks-rows.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const help = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them, best in a pool with best bets, points in a pool with confidence, and tiebreak in a pool
with one. Picks and guesses of games that are not locked are sealed and left out. points are what a game is worth now: those of a game without a pick are
told once all games of the week have locked. In a survivor pool the pick is the team of the week. A member has a line with a blank pick for each week in
which no pick of theirs is open yet. Members whose names look alike get a number.
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
    const members = await membersOfPool(store.db, pool.id);
    const names = [...distinctNames(members)].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
    const lines = await pickLines(store.db, pool, { weeks, names, now: await leagueNow(store, kind) });
    tellRenamed(members, new Map(names));
    tellLeftOut(weeks, 'week');
    writeCsv([[...pickColumns, ...moreColumns(pool)], ...lines], options);
  });
}

/** Says which names an import does not know again. */
function tellRenamed(members: readonly Member[], names: ReadonlyMap<string, string>): void {
  const renamed = members.flatMap(({ id, name }) => (names.get(id) === name ? [] : [names.get(id) ?? name]));
  if (renamed.length === 0) return;
  console.error(
    `Names that look like another member's got a number: ${renamed.join(', ')}. 'import picks' takes these for other players.`,
  );
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
  readonly names: readonly (readonly [string, string])[];
  readonly now: number;
}

/** By week, then by name, then by game. */
async function pickLines(db: Db, pool: Pool, { weeks, names, now }: LinesOf): Promise<(string | number)[][]> {
  const games = Map.groupBy(await gamesOfWeeks(db, weeks), (game) => game.weekId);
  const cellsOf =
    pool.rules.format === 'survivor' ? await teamCells(db, pool, weeks, now) : await pickCells(db, pool, weeks, now);
  const guesses = hasTiebreak(pool) ? await lockedGuesses(db, pool.id, weeks, now) : [];
  const guessOf = new Map(guesses.map(({ weekId, userId, guess }) => [`${userId} ${weekId}`, guess]));
  const lines: (string | number)[][] = [];
  for (const weekId of weeks) {
    const week = nflverseWeek(weekId);
    const ofWeek = games.get(weekId);
    if (!week || !ofWeek) continue;
    const values = hasPoints(pool) ? await valuesOfWeek(db, pool, weekId, { games: ofWeek, now }) : null;
    for (const [userId, name] of names) {
      const cells = cellsOf(userId, ofWeek, values?.(userId));
      const guess = hasTiebreak(pool) ? [guessOf.get(`${userId} ${weekId}`) ?? ''] : [];
      lines.push(...cells.map((own) => [week.season, week.week, name, ...own, ...guess]));
    }
  }
  return lines;
}

/** What a player's games of a week are worth, as far as it is told. */
interface ToldValues {
  readonly of: ReadonlyMap<string, number>;
  /** Whether games without a pick are told as well. */
  readonly isWhole: boolean;
}

/** The cells of a player's week from `pick` on, a line for each; one of blanks where there is nothing to tell. */
type CellsOf = (userId: string, games: readonly Game[], values?: ToldValues) => (string | number)[][];

async function pickCells(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<CellsOf> {
  const picks = await revealedPicks(db, pool.id, weeks, now);
  const own = new Map(picks.map((pick) => [`${pick.userId} ${pick.gid}`, pick]));
  return (userId, games, values) => {
    const lines = games.flatMap((game) => {
      const pick = own.get(`${userId} ${game.gid}`);
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
  return (userId, [game]) => [[choices.get(userId)?.[game?.weekId ?? '']?.team ?? '']];
}

/** Values of locked picks are told; those of games without one once the whole week has locked, where the player has entered an order. */
async function valuesOfWeek(
  db: Db,
  pool: Pool,
  weekId: string,
  { games, now }: { readonly games: readonly Game[]; readonly now: number },
): Promise<(userId: string) => ToldValues> {
  const orders = await ordersOfWeek(db, pool.id, weekId);
  const deadline = await deadlineOf(db, pool.id, weekId);
  const inPool = games.map((game) => withPoolLock(game, deadline));
  const isLockedWhole = isWeekLocked(await asWholeWeek(db, pool.id, weekId, inPool), now);
  return (userId) => ({ of: valuesOf(games, orders.get(userId) ?? []), isWhole: isLockedWhole && orders.has(userId) });
}
