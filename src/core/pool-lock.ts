import { easternDate } from './eastern-time.ts';
import { gameCounts, plannedLock } from './game.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** The part of a game that may set the deadline of its week. Status is none: a game that is marked as begun locks itself only. */
export type DeadlineGame = Pick<Game, 'kickoff' | 'timeTbd' | 'void'>;

/**
 * The moment (ms) at which a pool's week locks as a whole, to be stored whenever its games or the rule change; null where
 * each game locks by itself. Once `previous` is reached it stays, whatever happens to times or games, and none is set into the
 * past: that would close a week whose games can still be picked (decision 024).
 */
export function weekDeadline(
  rule: PoolRules['deadline'],
  games: readonly DeadlineGame[],
  now: number,
  previous: number | null,
): number | null {
  if (previous !== null && now >= previous) return previous;
  const planned = plannedDeadline(rule, games);
  return planned !== null && now >= planned ? previous : planned;
}

/** A game as a pool has it: it locks by itself or at the pool's deadline for its week, whichever comes first. */
export function withPoolLock<G extends Pick<Game, 'lockAt'>>(game: G, deadline: number | null = null): G {
  return deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;
}

/** Games that are postponed or cancelled set no deadline: nobody plays them at their time. */
function plannedDeadline(rule: PoolRules['deadline'], games: readonly DeadlineGame[]): number | null {
  if (rule === 'game') return null;
  const setting = games.filter((game) => gameCounts(game) && (rule === 'week' || isOnSunday(game)));
  return setting.length === 0 ? null : Math.min(...setting.map(plannedLock));
}

function isOnSunday({ kickoff }: DeadlineGame): boolean {
  return new Date(easternDate(kickoff)).getUTCDay() === 0;
}
