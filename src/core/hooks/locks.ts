import type { LockingGame, WeekLock } from '#core/locks.ts';
import { weekLocks } from '#core/locks.ts';
import { HOUR_MS } from '#core/time.ts';

/**
 * The locks of a week that a hook is notified of at `now`: those within its hours.
 * @param games of the week, with the pool's locks
 * @param since when the hook was created, ms: anything due before is not sent
 */
export function locksToSend(
  games: readonly LockingGame[],
  { hours, since }: { readonly hours: number; readonly since: number },
  now: number,
): WeekLock[] {
  return weekLocks(games).filter(({ lockAt }) => {
    const from = lockAt - hours * HOUR_MS;
    return since <= from && from <= now && now < lockAt;
  });
}
