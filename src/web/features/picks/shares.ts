import { useQuery } from '@tanstack/react-query';
import type { SharesReply } from '#contract/scores.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isLocked } from '#core/game.ts';
import { useClock } from '#web/lib/clock.ts';
import { sharesQuery } from '#web/parts/queries.ts';

/** How long after a lock its picks are read: at different moments, because all pages see the lock at once. */
const AFTER_LOCK_MS = 2000 + 3000 * Math.random();
/** Bus picks change them later. */
const SLOW_READ_MS = 60_000;

export type Shares = SharesReply['games'][number];

/** How the pool picked the games of a week that are locked. */
export function useShares(poolId: string, games: readonly GameReply[]): readonly Shares[] {
  const locked = useClock((now) => games.filter((game) => isLocked(game, now)).length);
  const { data } = useQuery({
    ...sharesQuery(poolId, games[0]?.weekId ?? ''),
    enabled: locked > 0,
    refetchInterval: ({ state }) => ((state.data?.games.length ?? 0) < locked ? AFTER_LOCK_MS : SLOW_READ_MS),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  return data?.games ?? none;
}

const none: readonly Shares[] = [];
