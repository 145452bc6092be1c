import { lastLock, NO_LOCK } from './locks.ts';
import type { MoneyWeek } from './money.ts';
import type { Game } from './types.ts';

/**
 * The weeks of a pool that can have a prize. A week whose games had all locked before the pool was made has none, unless somebody has won
 * it: then its picks were imported.
 * @param games those of the weeks @param createdAt when the pool was made, ms; null if it is not known
 */
export function prizeWeeks<Week extends Pick<MoneyWeek, 'id' | 'winners'>>(
  weeks: readonly Week[],
  games: readonly Pick<Game, 'weekId' | 'lockAt' | 'void'>[],
  createdAt: number | null,
): Week[] {
  if (createdAt === null) return [...weeks];
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  return weeks.filter(
    ({ id, winners }) => winners.length > 0 || (lastLock(byWeek.get(id) ?? []) ?? NO_LOCK) >= createdAt,
  );
}
