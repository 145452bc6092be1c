import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { LiveWeek } from '#core/live-week.ts';
import { isWeekRunning } from '#core/scoring.ts';
import { gamesQuery, matchupQuery } from '#web/parts/queries.ts';

/** The active week of a pool as a page may show it while it is played. */
export interface Live {
  /** Whether it is known if the week is being played. */
  readonly isKnown: boolean;
  /** The week that is being played; null while none is. Places for live numbers are kept free as long as there is one. */
  readonly weekId: string | null;
  /** What its live numbers follow from; null until it is loaded. */
  readonly week: LiveWeek | null;
}

/**
 * The active week of a pool, for live numbers. Watches its games, and its Matchup only while the week is played: no more than the Matchup's
 * page. Nothing in a survivor pool, which has no live numbers.
 */
export function useNow(pool: PoolReply): Live {
  const weekId = pool.activeWeekId ?? '';
  const hasNumbers = pool.activeWeekId !== null && traitsOf(pool.rules).plays !== 'season';
  const { data: games, isPending } = useQuery({ ...gamesQuery(pool.id, weekId, pool), enabled: hasNumbers });
  const isOn = hasNumbers && games !== undefined && isWeekRunning(games);
  const { data: matchup } = useQuery({ ...matchupQuery(pool.id, weekId), enabled: isOn });
  const week = useMemo(() => {
    if (!isOn || matchup === undefined) return null;
    const tiebreakGid = pool.tiebreaks?.[weekId] ?? null;
    return { rules: pool.rules, games, gids: matchup.games, rows: matchup.rows, tiebreakGid };
  }, [pool, weekId, isOn, games, matchup]);
  return { isKnown: !hasNumbers || !isPending, weekId: isOn ? weekId : null, week };
}
