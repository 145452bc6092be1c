import type { Command } from 'commander';
import { utcToEastern } from '#core/eastern-time.ts';
import { isOver } from '#core/game.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeek } from '#core/weeks.ts';
import { gameColumns } from '../season/season-rows.ts';
import { gamesOfWeeks } from '../store/game-reads.ts';
import { weekIds } from '../store/weeks.ts';
import { withDatabase } from './database.ts';
import { exportHelp, tellLeftOut, withExcel, writeCsv } from './export.ts';
import { parseYear } from './options.ts';

const help = `
The columns are ${gameColumns.join(', ')}, as 'import season' reads them. Times are
Eastern, blank while they are not known. Only finished games have scores.
${exportHelp}`;

/** `export games [--season YEAR] [--excel]` */
export function addExportGames(parent: Command): void {
  const command = parent
    .command('games')
    .description('write the games, as import season reads them')
    .option('--season <year>', 'the games of this season only', parseYear);
  withExcel(command).addHelpText('after', help).action(exportGames);
}

async function exportGames(options: { season?: number; excel?: true }, command: Command): Promise<void> {
  await withDatabase(command, 'refuse', async ({ db }) => {
    const games = await gamesOfWeeks(db, await weekIds(db, options.season));
    if (games.length === 0) console.error(`There are no games${options.season ? ` of ${options.season}` : ''}.`);
    tellLeftOut(
      games.map((game) => game.weekId),
      'game',
    );
    writeCsv([gameColumns, ...games.flatMap(lineOf)], options);
  });
}

function lineOf(game: Game): (string | number)[][] {
  const named = nflverseWeek(game.weekId);
  if (!named) return [];
  const { date, time } = utcToEastern(game.kickoff);
  const isFinal = isOver(game);
  const line: Record<(typeof gameColumns)[number], string | number> = {
    game_id: game.gid,
    season: named.season,
    game_type: named.gameType,
    week: named.week,
    gameday: date,
    gametime: game.timeTbd ? '' : time,
    away_team: game.away,
    away_score: isFinal ? game.awayScore : '',
    home_team: game.home,
    home_score: isFinal ? game.homeScore : '',
    spread_line: game.spread ?? '',
  };
  return [gameColumns.map((column) => line[column])];
}
