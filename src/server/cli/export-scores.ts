import type { Command } from 'commander';
import { formatPoints } from '#core/scoring.ts';
import type { Entrant } from '#core/standings.ts';
import { distinctNames, seasonTotal } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { readSeason } from '../store/standings.ts';
import { withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, writeCsv } from './export.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const columns = ['season', 'week', 'week_id', 'player', 'score', 'total'] as const;

const help = `
The columns are ${columns.join(', ')}: a line for every member and enabled week. The week has the number
that nflverse gives it; total is what the season came to up to that week, as the pool's rules count it.
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
    writeCsv([columns, ...(await scoreLines(db, pool, weeks))], options);
  });
}

/** The scores by week, then by name. A season's lines show the same totals with and without the other seasons. */
async function scoreLines(db: Db, pool: Pool, wanted: readonly string[]): Promise<(string | number)[][]> {
  const { weekIds, weeks, entrants } = await readSeason(db, pool);
  const members = inOrder(entrants);
  return weekIds.flatMap((weekId, at) => {
    if (!wanted.includes(weekId)) return [];
    const season = parseWeekId(weekId)?.season ?? '';
    const number = nflverseWeek(weekId)?.week ?? '';
    return members.map(({ name, weeks: scores }) => {
      const { total } = seasonTotal(scores, weeks.slice(0, at + 1), pool.rules);
      return [season, number, weekId, name, formatPoints(scores[weekId] ?? 0), formatPoints(total)];
    });
  });
}

/** Members by name; those of exactly the same name are told apart as on screen. */
export function inOrder(members: readonly Entrant[]): Entrant[] {
  const shared = Map.groupBy(members, (member) => member.name);
  const distinct = distinctNames(members);
  return members
    .map((member) => ({
      ...member,
      name: shared.get(member.name)?.length === 1 ? member.name : (distinct.get(member.id) ?? member.name),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
