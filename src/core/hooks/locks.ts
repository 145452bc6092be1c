import { firstLocks } from '#core/lock-plans.ts';
import type { Game } from '#core/types.ts';

/** The locks of a week that hooks are told of ahead: the first one, and the first of a Sunday game. */
export type HookLock = 'first' | 'sunday';

/**
 * The locks of a week of which a hook is to be told at `now`: those that come within its hours. Where both are one moment, it is the first.
 * @param games of the week, with the pool's locks
 * @param since when the hook was made, ms: what it would have been told of before is nothing to it
 */
export function locksToTell(
  games: readonly Pick<Game, 'kickoff' | 'lockAt' | 'void'>[],
  { hours, since }: { readonly hours: number; readonly since: number },
  now: number,
): { readonly lock: HookLock; readonly lockAt: number }[] {
  const { first, sunday } = firstLocks(games);
  const locks = [
    { lock: 'first', lockAt: first },
    ...(sunday === first ? [] : [{ lock: 'sunday', lockAt: sunday } as const]),
  ] as const;
  return locks.filter(({ lockAt }) => {
    const from = lockAt - hours * 3_600_000;
    return since <= from && from <= now && now < lockAt;
  });
}
