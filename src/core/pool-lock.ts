import type { Game } from './types.ts';

/** A game as a pool has it: it locks by itself or at the pool's deadline for its week, whichever comes first. */
export function withPoolLock<G extends Pick<Game, 'lockAt'>>(game: G, deadline: number | null = null): G {
  return deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;
}
