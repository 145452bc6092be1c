import type { Game } from './types.ts';

/** A game as a pool has it: it locks by itself or at the pool's deadline for its week, whichever comes first. */
export function withPoolLock<G extends Pick<Game, 'lockAt'>>(game: G, deadline: number | null = null): G {
  return deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;
}

/** The first lock (ms) of some games after `now`; infinite where none is to come. */
export function nextLock(games: readonly Pick<Game, 'lockAt'>[], now: number): number {
  return Math.min(Number.POSITIVE_INFINITY, ...games.map(({ lockAt }) => lockAt).filter((lockAt) => lockAt > now));
}
