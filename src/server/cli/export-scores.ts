import type { Command } from 'commander';
import { totalScore } from '#core/scoring.ts';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { nflverseWeekIdFromNumber, parseWeekId } from '#core/weeks.ts';
import { csvLine } from '../csv/csv-text.ts';
import type { Db } from '../store/connect.ts';
import type { Member } from '../store/members.ts';
import { membersOfPool } from '../store/members.ts';
import { poolWeeks } from '../store/pools.ts';
import { weekScores } from '../store/standings.ts';
import { withDatabase } from './database.ts';
import { parseYear } from './options.ts';
import { findNamedPool } from './pool.ts';
import { Problem } from './problems.ts';

const columns = ['season', 'week', 'week_id', 'player', 'score', 'total'] as const;

const help = `
The columns are ${columns.join(', ')}: a line for every member and enabled week. The week has the number
that nflverse gives it; total is the running sum up to that week. npm itself writes two lines before the CSV: leave them
out with npm run --silent pickem -- …`;

/** `export scores --pool NAME [--season YEAR]` */
export function addExportScores(parent: Command): void {
  parent
    .command('scores')
    .description("write a pool's scores, week by week")
    .requiredOption('--pool <name>', 'the name of the pool, or its id')
    .option('--season <year>', 'the weeks of this season only', parseYear)
    .addHelpText('after', help)
    .action(exportScores);
}

async function exportScores(options: { pool: string; season?: number }, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async ({ db }) => {
    const pool = await findNamedPool(db, options.pool.trim());
    if (!pool) throw new Problem(`There is no pool '${options.pool}'.`);
    const lines = await scoreLines(db, pool, options.season);
    process.stdout.write([columns, ...lines].map(csvLine).join(''));
  });
}

/** The scores by week, then by name. A season's lines show the same totals with and without the other seasons. */
async function scoreLines(db: Db, pool: Pool, season: number | undefined): Promise<(string | number)[][]> {
  const weekIds = await poolWeeks(db, pool.id);
  const scores = await weekScores(db, pool.id);
  const members = inOrder(await membersOfPool(db, pool.id));
  return weekIds.flatMap((weekId, at) => {
    const week = parseWeekId(weekId);
    if (season !== undefined && week?.season !== season) return [];
    return members.map(({ id, name }) => {
      const until = weekIds.slice(0, at + 1).map((each) => scores.get(id)?.[each] ?? 0);
      return [week?.season ?? '', nflverseNumber(weekId), weekId, name, until.at(-1) ?? 0, totalScore(until)];
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

function nflverseNumber(weekId: string): number | '' {
  const week = parseWeekId(weekId);
  if (!week) return '';
  const numbers = [week.number, week.number - 1];
  return numbers.find((number) => nflverseWeekIdFromNumber(week.season, number) === weekId) ?? '';
}
