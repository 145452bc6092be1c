import type { Command } from 'commander';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import type { Db } from '../store/connect.ts';
import { gamesOfWeeks } from '../store/games.ts';
import { membersOfPool } from '../store/members.ts';
import { revealedPicks } from '../store/revealed-picks.ts';
import { leagueNow, withDatabase } from './database.ts';
import { exportHelp, withExcel, writeCsv } from './export.ts';
import { parseYear } from './options.ts';
import { pickColumns } from './picks-rows.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const help = `
The columns are ${pickColumns.join(', ')}, as 'import picks' reads them. Picks of games that are not locked are sealed and
left out. A member has a line with a blank pick for each week in which no pick of theirs is open yet. Members whose names look
alike get a number.
${exportHelp}`;

/** `export picks --pool NAME [--season YEAR] [--excel]` */
export function addExportPicks(parent: Command): void {
  const command = parent
    .command('picks')
    .description("write a pool's picks of locked games, as import picks reads them")
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--season <year>', 'the weeks of this season only', parseYear);
  withExcel(command).addHelpText('after', help).action(exportPicks);
}

interface Wish {
  readonly pool: string;
  readonly season?: number;
  readonly excel?: true;
}

async function exportPicks(wish: Wish, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async (store, kind) => {
    const pool = await poolNamed(store.db, wish.pool);
    const weeks = await weeksOfPool(store.db, pool, wish.season);
    writeCsv([pickColumns, ...(await pickLines(store.db, pool, weeks, await leagueNow(store, kind)))], wish);
  });
}

/** By week, then by name, then by game. */
async function pickLines(db: Db, pool: Pool, weekIds: readonly string[], now: number): Promise<(string | number)[][]> {
  const games = Map.groupBy(await gamesOfWeeks(db, weekIds), (game) => game.weekId);
  const names = [...distinctNames(await membersOfPool(db, pool.id))];
  names.sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
  const picks = await revealedPicks(db, pool.id, weekIds, now);
  const sides = new Map(picks.map(({ userId, gid, side }) => [`${userId} ${gid}`, side]));
  return weekIds.flatMap((weekId) => {
    const week = nflverseWeek(weekId);
    const ofWeek = games.get(weekId);
    if (!week || !ofWeek) return [];
    return names.flatMap(([userId, name]) => {
      const teams = ofWeek.flatMap((game) => {
        const side = sides.get(`${userId} ${game.gid}`);
        return side ? [game[side]] : [];
      });
      return (teams.length > 0 ? teams : ['']).map((team) => [week.season, week.week, name, team]);
    });
  });
}
