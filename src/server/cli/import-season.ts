import type { Command } from 'commander';
import { tellServers } from '../live/live.ts';
import { importGames } from '../store/import-games.ts';
import { rescoreStale } from '../store/scores.ts';
import { readCsv } from './csv.ts';
import { leagueNow, withDatabase } from './database.ts';
import { parseYear } from './options.ts';
import { count, FlawedFile } from './problems.ts';
import { gameColumns, parseSeason } from './season-rows.ts';

const help = `
FILE.csv is a file of games as nflverse has them (games.csv); other seasons in it are left out. These columns are
read: ${gameColumns.join(', ')}.

A game with scores is Final, one without keeps its status; what the file leaves blank is left alone, except a blank
gametime, which says that the time is not known yet. What an admin set by hand stays. Importing again adds what is
new and updates kick-offs, lines and scores. Nothing is written when anything in the file is wrong.`;

/** `import season FILE.csv --season YEAR` */
export function addImportSeason(parent: Command): void {
  parent
    .command('season')
    .description('add or update the games of a season')
    .argument('<file.csv>', 'games, as nflverse has them')
    .requiredOption('--season <year>', 'the year in which the season began', parseYear)
    .addHelpText('after', help)
    .action(importSeason);
}

async function importSeason(file: string, { season }: { season: number }, command: Command): Promise<void> {
  const { rows, flaws } = readCsv(file, gameColumns);
  const games = parseSeason(rows, season, flaws);
  if (flaws.length === 0 && games.length === 0) {
    flaws.push({ line: 1, column: 1, message: `This file has no games of ${season}.` });
  }
  if (flaws.length > 0) throw new FlawedFile(file, flaws);

  await withDatabase(command, 'create', async (store, kind) => {
    const { added, changed, kept, weeks } = await importGames(store, season, games, await leagueNow(store, kind));
    await rescoreStale(store);
    await tellServers(store);
    const unchanged = games.length - added - changed;
    console.log(
      `Season ${season}: ${count(games.length, 'game')} in ${count(weeks, 'week')}: ` +
        `${added} added, ${changed} changed, ${unchanged} unchanged.`,
    );
    if (kept > 0) console.log(`${count(kept, 'game')} kept what an admin set by hand.`);
  });
}
