import type { Command } from 'commander';
import { totalScore } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Member } from '../store/members.ts';
import { membersOfPool } from '../store/members.ts';
import { poolWeeks } from '../store/pools.ts';
import { weekScores } from '../store/standings.ts';
import { withDatabase } from './database.ts';
import type { PoolExportOptions } from './export.ts';
import { addPoolExport, exportHelp, writeCsv } from './export.ts';
import { poolNamed, weeksOfPool } from './pool.ts';

const columns = ['season', 'week', 'week_id', 'player', 'score', 'total'] as const;

const help = `
The columns are ${columns.join(', ')}: a line for every member and enabled week. The week has the number
that nflverse gives it; total is the running sum up to that week.
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
  const weekIds = await poolWeeks(db, pool.id);
  const scores = await weekScores(db, pool.id);
  const members = inOrder(await membersOfPool(db, pool.id));
  return weekIds.flatMap((weekId, at) => {
    if (!wanted.includes(weekId)) return [];
    const season = parseWeekId(weekId)?.season ?? '';
    const number = nflverseWeek(weekId)?.week ?? '';
    return members.map(({ id, name }) => {
      const until = weekIds.slice(0, at + 1).map((each) => scores.get(id)?.[each] ?? 0);
      return [season, number, weekId, name, until.at(-1) ?? 0, totalScore(until)];
    });
  });
}

/** Members by name; those of exactly the same name are told apart as on screen. */
function inOrder(members: readonly Member[]): Member[] {
  const shared = Map.groupBy(members, (member) => member.name);
  const distinct = distinctNames(members);
  return members
    .map(({ id, name }) => ({ id, name: shared.get(name)?.length === 1 ? name : (distinct.get(id) ?? name) }))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
