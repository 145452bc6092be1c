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
import { inOrder } from './export-scores.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const columns = ['season', 'week', 'week_id', 'player', 'score', 'guess', 'difference'] as const;

const help = `
The columns are ${columns.join(', ')}: a line for every winner of a week that is decided, several where it is
shared. guess and difference are those of a week that the tiebreak decided: the total points that the winner guessed, and by how
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
    writeCsv([columns, ...(await winnerLines(store.db, pool, weeks, await leagueNow(store, kind)))], options);
  });
}

/** By week, then by name. */
async function winnerLines(db: Db, pool: Pool, weeks: readonly string[], now: number): Promise<(string | number)[][]> {
  const season = await readSeason(db, pool);
  const winners = await weekWinnersOf(db, pool, season, now);
  const members = inOrder(season.entrants);
  const decided = new Set(season.weeks.filter(({ isDecided }) => isDecided).map(({ id }) => id));
  return weeks
    .filter((weekId) => decided.has(weekId))
    .flatMap((weekId) => {
      const week = [parseWeekId(weekId)?.season ?? '', nflverseWeek(weekId)?.week ?? '', weekId];
      return members.flatMap(({ id, name, weeks: scores }) => {
        const won = winners[weekId]?.find((winner) => winner.id === id);
        if (won === undefined) return [];
        return [[...week, name, formatPoints(scores[weekId] ?? 0), won.guess ?? '', won.difference ?? '']];
      });
    });
}
