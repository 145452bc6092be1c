import { easternDate, easternToUtc } from './eastern-time.ts';
import { gameCounts, NO_LOCK, PICK_LOCK_DELAY_MS } from './game.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';
import { isOnSunday } from './week-locks.ts';

/** A game whose time is not known locks at this Eastern time of its date (decisions, Picks). */
const TBD_LOCK_TIME = '09:30';

/** The part of a game that says when it locks. */
export type GameTime = Pick<Game, 'kickoff' | 'timeTbd' | 'status' | 'void'>;

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

/**
 * The moment (ms) a game locks, to be stored whenever the game changes: 5 minutes after the kick-off, or at once when
 * its status is not Not Started (section 4); never while it is postponed and has not begun (decisions, Postponed). The first lock is
 * final: once `previousLockAt` is reached it stays, whatever happens to status or time (decisions, Picks).
 * @param previousLockAt null for a game that is new in its week: one that moves to another week opens there
 */
export function lockMoment(next: GameTime, now: number, previousLockAt: number | null): number {
  if (previousLockAt !== null && now >= previousLockAt) return previousLockAt;
  if (next.status !== 'Not Started') return Math.min(plannedLock(next), now);
  return next.void === 'postponed' ? NO_LOCK : plannedLock(next);
}

/** The moment (ms) a game locks by its time alone. */
export function plannedLock({ kickoff, timeTbd }: Pick<Game, 'kickoff' | 'timeTbd'>): number {
  return timeTbd ? easternToUtc(easternDate(kickoff), TBD_LOCK_TIME) : kickoff + PICK_LOCK_DELAY_MS;
}

/** Games that are postponed or cancelled set no deadline: nobody plays them at their time. */
function plannedDeadline(rule: PoolRules['deadline'], games: readonly DeadlineGame[]): number | null {
  if (rule === 'game') return null;
  const setting = games.filter((game) => gameCounts(game) && (rule === 'week' || isOnSunday(game)));
  return setting.length === 0 ? null : Math.min(...setting.map(plannedLock));
}
