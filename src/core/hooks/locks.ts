import type { WeekLock } from '#core/lock-plans.ts';
import { weekLocks } from '#core/lock-plans.ts';
import type { Game } from '#core/types.ts';

/**
 * The locks of a week of which a hook is to be told at `now`: those that come within its hours.
 * @param games of the week, with the pool's locks
 * @param since when the hook was made, ms: what it would have been told of before is nothing to it
 */
export function locksToTell(
  games: readonly Pick<Game, 'kickoff' | 'lockAt' | 'void'>[],
  { hours, since }: { readonly hours: number; readonly since: number },
  now: number,
): WeekLock[] {
  return weekLocks(games).filter(({ lockAt }) => {
    const from = lockAt - hours * 3_600_000;
    return since <= from && from <= now && now < lockAt;
  });
}
