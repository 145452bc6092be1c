import { EASTERN_ZONE, formatDay, formatTime } from './kickoff-text.ts';
import { NO_LOCK } from './locks.ts';
import type { Teams } from './source-games.ts';
import { MINUTE_MS } from './time.ts';
import type { Game } from './types.ts';
import { sides } from './types.ts';
import { weekName } from './weeks.ts';

/** A lock that moves forward by at most this, in ms, is not announced. */
const EARLIER_MS = 5 * MINUTE_MS;

/** A game whose earlier lock is announced to members, with its new lock (ms). */
export type EarlierGame = Pick<Game, 'home' | 'away' | 'lockAt'>;

/** Whether to announce that an open lock (ms) moves forward. If a game had no lock, its first time is not announced as earlier. */
export function movesEarlier(before: number, after: number, now: number): boolean {
  return now < before && before !== NO_LOCK && after < before - EARLIER_MS;
}

/** The announcement that games of a week lock earlier. */
export function earlierGamesText(weekId: string, games: readonly EarlierGame[]): string {
  const lines = games.map((game) => `${label(game)}: ${moment(game.lockAt)}`);
  return [
    `${count(games)} of ${weekName(weekId)} now ${games.length === 1 ? 'locks' : 'lock'} earlier.`,
    ...lines,
  ].join('\n');
}

/** The announcement that a pool's week locks earlier as a whole. */
export function earlierWeekText(weekId: string, deadline: number): string {
  return `${weekName(weekId)} now locks earlier: ${moment(deadline)}`;
}

/** The announcement that weeks of a pool lock earlier as a whole. @param weeks with their deadlines (ms), in order; at least one */
export function earlierWeeksText(weeks: readonly (readonly [weekId: string, deadline: number])[]): string {
  const [first] = weeks;
  if (first !== undefined && weeks.length === 1) return earlierWeekText(...first);
  const lines = weeks.map(([weekId, deadline]) => `${weekName(weekId)}: ${moment(deadline)}`);
  return [`${weeks.length} weeks now lock earlier.`, ...lines].join('\n');
}

/** The announcement that games moved to another week after their picks had been revealed. */
export function withdrawnText(weekId: string, games: readonly Pick<Game, 'home' | 'away' | 'weekId'>[]): string {
  const lines = games.map((game) => `${label(game)} moved to ${weekName(game.weekId)}.`);
  const them = games.length === 1 ? 'it' : 'them';
  return [...lines, `Picks for ${them} in ${weekName(weekId)} were withdrawn.`].join('\n');
}

/** The announcement that a source, or an admin, replaced a team of games. */
export function replacedText(
  games: readonly { readonly before: Teams; readonly after: Teams; readonly isLocked: boolean }[],
): string {
  return games
    .map(({ before, after, isLocked }) => {
      const gone = sides.filter((side) => before[side] !== after[side]).map((side) => before[side]);
      const effect = isLocked ? `Picks of ${gone.join(' and ')} count for nobody.` : 'Picks for it were withdrawn.';
      return `${label(before)} is now ${label(after)}. ${effect}`;
    })
    .join('\n');
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? '1 game' : `${length} games`;
}

function label({ away, home }: Teams): string {
  return `${away} @ ${home}`;
}

function moment(at: number): string {
  return `${formatDay(at, EASTERN_ZONE)}, ${formatTime(at, EASTERN_ZONE)}`;
}
