import type { Query } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { SharesReply } from '#contract/standings.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isLocked } from '#core/locks.ts';
import { MINUTE_MS } from '#core/time.ts';
import { useClock } from '#web/lib/clock.ts';
import { sharesQuery } from '#web/parts/queries.ts';

/** How long after a lock its picks are read: at different moments, because all pages see the lock at once. */
const AFTER_LOCK_MS = 2000 + 3000 * Math.random();
/** Later changes are few; and a server that fails is not asked more often. */
const SLOW_READ_MS = MINUTE_MS;

export type Shares = SharesReply['games'][number];
type SharesQuery = Pick<Query<SharesReply>, 'state'>;

/**
 * How the pool picked the games of a week that are locked, read for those whose cards are shown.
 * @param isWeekOver no game is to come: it is not read again by itself
 */
export function useShares(
  poolId: string,
  shown: readonly GameReply[],
  isWeekOver: boolean,
): readonly Shares[] | undefined {
  const due = useClock((now) => shown.filter((game) => isLocked(game, now - AFTER_LOCK_MS)).length);
  const isMissing = ({ state: { data, error } }: SharesQuery) =>
    !error && due > shown.filter(({ gid }) => data?.games.some((game) => game.gid === gid)).length;
  const { data } = useQuery({
    ...sharesQuery(poolId, shown[0]?.weekId ?? ''),
    enabled: due > 0,
    staleTime: (query) => (isMissing(query) ? 0 : SLOW_READ_MS),
    refetchInterval: (query) => !isWeekOver && (isMissing(query) ? AFTER_LOCK_MS : SLOW_READ_MS),
  });
  return data?.games;
}
