import type { Command } from 'commander';
import { Option } from 'commander';
import { gameColumns, optionalGameColumns } from '#core/csv-columns.ts';
import { gameVoids } from '#core/types.ts';
import { problemText } from '#server/feed/espn/json.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { importGames } from '#server/season/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { readSeason } from '../season/season-rows.ts';
import { misnamedProblems } from '../season/sources.ts';
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
gametime, which says that the time is not known yet. What an admin set by hand stays. A game whose id the league has
for other teams is shown and left out. Importing again adds what is new, updates kick-offs, lines and scores, and names the
games that changed. Nothing is written when anything in the file is wrong.

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
    .addHelpText('after', help)
    .action(importSeason);
}

interface ImportSeasonOptions {
  readonly season?: number;
  readonly espn?: number;
}

async function importSeason(
  file: string | undefined,
  { season, espn }: ImportSeasonOptions,
  command: Command,
): Promise<void> {
  if (espn !== undefined && file !== undefined)
    command.error('error: a season comes from a file or from ESPN, not both');
  if (espn !== undefined) return importFromEspn(espn, command);
  if (file === undefined) command.error("error: missing required argument 'file.csv', or --espn");
  if (season === undefined) command.error("error: required option '--season <year>' not specified");
  await importFile(file, season, command);
}

async function importFile(file: string, season: number, command: Command): Promise<void> {
  const { games, flaws } = readSeason(readCsv(file, gameColumns, optionalGameColumns), season);
  if (flaws.length > 0) throw new FlawedFile(file, flaws);

  await withDatabase(command, 'create', async (store, kind) => {
    const now = await leagueClock(store, kind);
    const { added, changed, changes, kept, weeks, misnamed } = await importGames(store, season, games, now);
    await noteImport(store, { season, source: 'file', added, changed }, now());
    await rescoreAllStale(store, now);
    await notifyServers(store);
    for (const problem of misnamedProblems(misnamed)) console.error(problemText(problem));
    const understood = games.length - misnamed.length;
    const unchanged = understood - added - changed;
    console.log(
      `Season ${season}: ${count(understood, 'game')} in ${count(weeks, 'week')}: ` +
        `${added} added, ${changed} changed, ${unchanged} unchanged.`,
    );
    for (const line of changedGameLines(changes)) console.log(line);
    if (kept > 0) console.log(`${count(kept, 'game')} kept what an admin set by hand.`);
  });
}
