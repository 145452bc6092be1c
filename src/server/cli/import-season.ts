import type { Command } from 'commander';
import { Option } from 'commander';
import { gameColumns, optionalGameColumns } from '#core/csv-columns.ts';
import { gameVoids } from '#core/types.ts';
import { problemText } from '#server/feed/problems.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { importGames } from '#server/season/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { readSeason } from '../season/season-rows.ts';
import { leftOutProblems } from '../season/sources.ts';
import { changedGameLines } from './changed-games.ts';
import { leagueClock, withDatabase } from './database.ts';
import { readCsv } from './export.ts';
import { importFromEspn, noteImport } from './import-espn.ts';
import { count, FlawedFile, parseYear } from './options.ts';

const help = `
FILE.csv is a file of games as nflverse has them (games.csv); other seasons in it are left out. These columns are
read: ${gameColumns.join(', ')}, and
${optionalGameColumns.join(', ')}, if the file has it: ${gameVoids.join(' or ')} for a game that is off.
A team is written by its code, city, nickname or full name. Columns may be separated by commas, semicolons or tabs.

A game with scores is Final, one without keeps its status; what the file leaves blank is left alone, except a blank
gametime, which says that the time is not known yet. What an admin set by hand stays. Importing again adds what is new,
updates kick-offs, lines and scores, and names the games that changed. Nothing is written when anything in the file is wrong.

A game keeps its sides: where the file swaps them, scores and the line go to their teams. If the file corrects one team of a
game that has not locked in any pool, its picks are withdrawn, and their owners are told. With --replace-teams the same goes
for a game that has locked, of which picks of the team that stays are kept. A game of other teams than its id says here, or
of a team that plays another game in that week, is shown and left out.

--espn asks ESPN for every week of a season instead. What makes no sense in its answers is shown and left out; each week is
written as a whole.`;

/** `import season FILE.csv --season YEAR`, `import season --espn YEAR` */
export function addImportSeason(parent: Command): void {
  parent
    .command('season')
    .description('add or update the games of a season')
    .argument('[file.csv]', 'games, as nflverse has them')
    .addOption(new Option('--season <year>', 'the year in which the season of the file began').argParser(parseYear))
    .addOption(
      new Option('--espn <year>', 'ask ESPN for the season of that year').argParser(parseYear).conflicts('season'),
    )
    .addOption(
      new Option(
        '--replace-teams',
        'correct a team of a game that has locked, too; its picks count for nobody',
      ).conflicts('espn'),
    )
    .addHelpText('after', help)
    .action(importSeason);
}

interface ImportSeasonOptions {
  readonly season?: number;
  readonly espn?: number;
  readonly replaceTeams?: boolean;
}

async function importSeason(
  file: string | undefined,
  { season, espn, replaceTeams = false }: ImportSeasonOptions,
  command: Command,
): Promise<void> {
  if (espn !== undefined && file !== undefined)
    command.error('error: a season comes from a file or from ESPN, not both');
  if (espn !== undefined) return importFromEspn(espn, command);
  if (file === undefined) command.error("error: missing required argument 'file.csv', or --espn");
  if (season === undefined) command.error("error: required option '--season <year>' not specified");
  await importFile(file, season, replaceTeams, command);
}

async function importFile(file: string, season: number, replaceTeams: boolean, command: Command): Promise<void> {
  const { games, flaws } = readSeason(readCsv(file, gameColumns, optionalGameColumns), season);
  if (flaws.length > 0) throw new FlawedFile(file, flaws);

  await withDatabase(command, 'create', async (store, kind) => {
    const now = await leagueClock(store, kind);
    const done = await importGames(store, season, games, now, { replaceTeams });
    const { added, changed, changes, kept, weeks, leftOut } = done;
    await noteImport(store, { season, source: 'file', added, changed }, now());
    await rescoreAllStale(store, now);
    await notifyServers(store);
    for (const problem of leftOutProblems(leftOut)) console.error(problemText(problem));
    const understood = games.length - leftOut.length;
    const unchanged = understood - added - changed;
    console.log(
      `Season ${season}: ${count(understood, 'game')} in ${count(weeks, 'week')}: ` +
        `${added} added, ${changed} changed, ${unchanged} unchanged.`,
    );
    for (const line of changedGameLines(changes)) console.log(line);
    if (kept > 0) console.log(`${count(kept, 'game')} kept what an admin set by hand.`);
  });
}
