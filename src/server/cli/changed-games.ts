import { utcToEastern } from '#core/eastern-time.ts';
import { compareGames } from '#core/game.ts';
import type { Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import type { ChangedGame } from '#server/season/store.ts';
import { firstLines } from './options.ts';

/** The reported facts of a game, as comparable texts. */
const facts: readonly { readonly name: string; readonly of: (game: Game) => string }[] = [
  { name: 'teams', of: (game) => `${game.away} at ${game.home}` },
  { name: 'week', of: (game) => weekName(game.weekId) },
  { name: 'kick-off', of: kickoffOf },
  { name: 'status', of: (game) => game.void ?? game.status },
  { name: 'score', of: (game) => `${game.awayScore}-${game.homeScore}` },
  { name: 'line', of: (game) => (game.spread === null ? 'none' : String(game.spread)) },
];

/** One line for each changed game with its values before and after; only the first of many. */
export function changedGameLines(changes: readonly ChangedGame[]): string[] {
  const lines = changes.toSorted((a, b) => compareGames(a.after, b.after)).map(lineOf);
  return firstLines(lines, 'more changed game');
}

function lineOf({ before, after }: ChangedGame): string {
  const different = facts
    .map(({ name, of }) => ({ name, from: of(before), to: of(after) }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => `${name} from ${from} to ${to}`);
  return `${after.gid} (${after.away} at ${after.home}): ${different.join(', ') || 'other details'}`;
}

function kickoffOf({ kickoff, timeTbd }: Game): string {
  const { date, time } = utcToEastern(kickoff);
  return `${date} ${timeTbd ? 'TBD' : `${time} ET`}`;
}
