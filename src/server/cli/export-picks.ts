import type { Command } from 'commander';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { gamesOfWeeks } from '../store/games.ts';
import { lockedGuesses } from '../store/guesses.ts';
import type { Member } from '../store/members.ts';
import { membersOfPool } from '../store/members.ts';
import { revealedPicks } from '../store/pick-reads.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, tellLeftOut, writeCsv } from './export.ts';
import { BEST_MARK, pickColumns } from './picks-rows.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const help = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them, best in a pool with best bets, and tiebreak in a pool with one. Picks and guesses of
games that are not locked are sealed and left out. A member has a line with a blank pick for each week in which no pick of theirs is open yet. Members whose names look
alike get a number.
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
    const more = [...(hasBest(pool) ? ['best'] : []), ...(hasTiebreak(pool) ? ['tiebreak'] : [])];
    writeCsv([[...pickColumns, ...more], ...lines], options);
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

function hasTiebreak({ rules }: Pool): boolean {
  return rules.tiebreak !== 'none';
}

/** By week, then by name, then by game. */
async function pickLines(
  db: Db,
  pool: Pool,
  { weeks, names, now }: { weeks: readonly string[]; names: readonly (readonly [string, string])[]; now: number },
): Promise<(string | number)[][]> {
  const games = Map.groupBy(await gamesOfWeeks(db, weeks), (game) => game.weekId);
  const picks = await revealedPicks(db, pool.id, weeks, now);
  const guesses = hasTiebreak(pool) ? await lockedGuesses(db, pool.id, weeks, now) : [];
  const guessOf = new Map(guesses.map(({ weekId, userId, guess }) => [`${userId} ${weekId}`, guess]));
  const own = new Map(picks.map((pick) => [`${pick.userId} ${pick.gid}`, pick]));
  return weeks.flatMap((weekId) => {
    const week = nflverseWeek(weekId);
    const ofWeek = games.get(weekId);
    if (!week || !ofWeek) return [];
    return names.flatMap(([userId, name]) => {
      const teams = ofWeek.flatMap((game) => {
        const pick = own.get(`${userId} ${game.gid}`);
        return pick ? [[game[pick.side], ...(hasBest(pool) ? [pick.best ? BEST_MARK : ''] : [])]] : [];
      });
      const guess = hasTiebreak(pool) ? [guessOf.get(`${userId} ${weekId}`) ?? ''] : [];
      const none = hasBest(pool) ? ['', ''] : [''];
      return (teams.length > 0 ? teams : [none]).map((cells) => [week.season, week.week, name, ...cells, ...guess]);
    });
  });
}
