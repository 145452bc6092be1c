import type { Command } from 'commander';
import type { Named } from '#core/name-order.ts';
import { formatPoints } from '#core/scoring.ts';
import { distinctNames, seasonTotal } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { readSeason } from '../store/standings.ts';
import { withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, writeCsv } from './export.ts';
import { nameEntries } from './export-entries.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const columnsOf = (names: readonly string[]) => ['season', 'week', 'week_id', ...names, 'score', 'total'];

const help = `
The columns are ${columnsOf(['player']).join(', ')}, and entry after player in a pool in which
somebody has several: a line for every entry and enabled week. The week has the number that nflverse gives it; total is what the season came to up to that week, as the pool's rules count it.
${exportHelp}`;

/** `export scores --pool NAME [--season YEAR] [--excel]` */
export function addExportScores(parent: Command): void {
  const description = "write a pool's scores, week by week";
  addPoolExport(parent, { name: 'scores', description, help }, exportScores);
}

async function exportScores(options: PoolExportOptions, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async ({ db }) => {
    const pool = await poolNamed(db, options.pool);
    const weeks = await weeksOfPool(db, pool, options.season);
    writeCsv(await scoreLines(db, pool, weeks), options);
  });
}

/** A header, and the scores by week, then by player. A season's lines show the same totals with and without the other seasons. */
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
  return [columnsOf(columns), ...lines];
}

/** Those of exactly the same name are told apart as on screen; names that only look alike stay. */
export function namesApart(named: readonly Named[]): ReadonlyMap<string, string> {
  const shared = Map.groupBy(named, ({ name }) => name);
  const distinct = distinctNames(named);
  return new Map(named.map(({ id, name }) => [id, shared.get(name)?.length === 1 ? name : (distinct.get(id) ?? name)]));
}
