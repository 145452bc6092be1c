import type { Command } from 'commander';
import { formatPoints } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { readSeason } from '../store/standings.ts';
import { weekWinnersOf } from '../store/week-winners.ts';
import { leagueNow, withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, writeCsv } from './export.ts';
import { nameEntries } from './export-entries.ts';
import { namesApart } from './export-scores.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const columnsOf = (names: readonly string[]) => ['season', 'week', 'week_id', ...names, 'score', 'guess', 'difference'];

const help = `
The columns are ${columnsOf(['player']).join(', ')}, and entry after player in a pool in which
somebody has several: a line for every winner of a week that is decided, several where it is shared. guess and difference are those of a week that the tiebreak decided: the total points that the winner guessed, and by how
much that was over, below 0 for under.
${exportHelp}`;

/** `export winners --pool NAME [--season YEAR] [--excel]` */
export function addExportWinners(parent: Command): void {
  const description = 'write who won the decided weeks of a pool';
  addPoolExport(parent, { name: 'winners', description, help }, exportWinners);
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
  return [columnsOf(columns), ...lines];
}
