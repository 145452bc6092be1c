import { gameCounts } from '#core/game.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import type { Game } from '#core/types.ts';

/** Who enters the week of whom, and what is there: `bus` where somebody entered it, undefined for nothing. */
export interface BusEntryContext {
  readonly adminId: string;
  readonly playerId: string;
  readonly existing: { readonly bus: boolean } | undefined;
}

type LockedGame = Pick<Game, 'gid' | 'lockAt' | 'void'>;

/**
 * Why somebody cannot enter an order for a player: the player's own stays until all games of the week have locked, and nobody enters their
 * own once one has.
 * @param games of the week, as whole weeks lock (`withWeekLocks`)
 */
export function busOrderRefusal(
  { adminId, playerId, existing }: BusEntryContext,
  games: readonly LockedGame[],
  now: number,
): BusPickRefusal | null {
  if (existing !== undefined && !existing.bus && !isWeekLocked(games, now)) return 'players-own-pick';
  const hasBegun = games.some((game) => gameCounts(game) && isLocked(game, now));
  return adminId === playerId && hasBegun ? 'own-after-lock' : null;
}

/**
 * Why somebody cannot enter a team for a player, or take one back: the player's own stays until its game has locked, and nobody enters
 * their own once it, or the one they want, has.
 * @param games of the week, with the pool's locks
 */
export function busTeamRefusal(
  { adminId, playerId, existing }: BusEntryContext & { readonly existing: { readonly gid: string } | undefined },
  wantedGid: string | null,
  games: readonly LockedGame[],
  now: number,
): BusPickRefusal | null {
  const hasLocked = (gid: string | null | undefined) => games.some((game) => game.gid === gid && isLocked(game, now));
  if (existing !== undefined && !existing.bus && !hasLocked(existing.gid)) return 'players-own-pick';
  return adminId === playerId && (hasLocked(existing?.gid) || hasLocked(wantedGid)) ? 'own-after-lock' : null;
}
