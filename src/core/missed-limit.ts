/** The limit of auto picks: in how many weeks of a season missed games count for an entry (`missedLimit`, decision 029). */
import { countsMissed } from './auto-picks.ts';
import { isOver } from './game.ts';
import { lockedBeforeJoining } from './newcomers.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';
import { compareWeeks } from './weeks.ts';

/** Whether the rules derive what counts for missed games, and limit it. Own defaults are limited when they are stored (`mayDefault`). */
export function limitsMissed(rules: Pick<PoolRules, 'missed' | 'missedLimit'>): boolean {
  return countsMissed(rules) && rules.missedLimit !== 'none';
}

/** What decides whether a game was missed. Its lock is the pool's. */
export type MissedGame = Pick<Game, 'gid' | 'weekId' | 'status' | 'void' | 'lockAt'>;

/**
 * The games that an entry missed unless it picked them. Only games that are over say so: scores follow from picks and games, not from the
 * clock, and the lab knows no other picks.
 */
export function missableGames<G extends MissedGame>(games: readonly G[], joinedAt: number): G[] {
  return games.filter((game) => isOver(game) && !lockedBeforeJoining(game, joinedAt));
}

/** The weeks in which an entry missed a game, in playing order. */
export function missedWeeks(
  games: readonly MissedGame[],
  { joinedAt, hasPicked }: { readonly joinedAt: number; readonly hasPicked: (gid: string) => boolean },
): string[] {
  const missed = missableGames(games, joinedAt).filter(({ gid }) => !hasPicked(gid));
  return [...new Set(missed.map(({ weekId }) => weekId))].sort(compareWeeks);
}

/**
 * The last week in which missed games count for an entry; null if there is no limit, or it is not reached.
 * @param missed the weeks in which it missed games, in playing order
 */
export function autoUntil(missed: readonly string[], rules: Pick<PoolRules, 'missed' | 'missedLimit'>): string | null {
  if (rules.missedLimit === 'none' || !countsMissed(rules)) return null;
  return missed[rules.missedLimit - 1] ?? null;
}

/**
 * Whether the default of an entry makes picks in a week.
 * @param weeks those in which it made some so far
 */
export function mayDefault(
  weekId: string,
  weeks: ReadonlySet<string>,
  { missedLimit }: Pick<PoolRules, 'missedLimit'>,
): boolean {
  return missedLimit === 'none' || weeks.has(weekId) || weeks.size < missedLimit;
}
