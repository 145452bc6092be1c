import { isLocked } from './locks.ts';
import { pickOf } from './picks.ts';
import type { Game, Picks } from './types.ts';

/** Whether a game had locked before an entry joined, so the entry could never pick it. In a pool, pass the game with the pool's lock. */
export function lockedBeforeJoining(game: Pick<Game, 'lockAt'>, joinedAt: number): boolean {
  return isLocked(game, joinedAt);
}

/**
 * The games that count for an entry in counter, progress, tally, missed games and reminders (decisions, "After the third reading"): those
 * that locked after it joined. A game with a pick counts in any case: somebody entered the pick, or it came with an import or a link.
 */
export function gamesOfEntry<G extends Pick<Game, 'gid' | 'lockAt'>>(
  games: readonly G[],
  picks: Picks,
  joinedAt: number,
): G[] {
  return games.filter((game) => !lockedBeforeJoining(game, joinedAt) || pickOf(picks, game.gid) !== undefined);
}
