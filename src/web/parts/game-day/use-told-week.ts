import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import type { ToldWeek } from '#core/game-day/told-week.ts';
import { isLocked } from '#core/locks.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useOrder } from '#web/parts/confidence/use-order.ts';
import { matchupQuery, ownPicksQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';

const MINUTE_MS = 60_000;

/** The sides that somebody supposes, by game. */
export type Fixed = Readonly<Record<string, Side>>;

/** A week as this page has it; null until everything is read. Changes with its data, at each lock and each minute. */
export function useToldWeek(
  pool: PoolReply,
  weekId: string,
  { games, picks }: Pick<WeekData, 'games' | 'picks'>,
  fixed: Fixed,
): ToldWeek | null {
  const me = useMe();
  const matchup = useQuery(matchupQuery(pool.id, weekId)).data;
  const guess = useQuery(ownPicksQuery(pool.id, weekId)).data?.guess?.guess ?? null;
  const { order } = useOrder(pool, weekId);
  const now = useClock((time) => {
    const locks = games.flatMap((game) => (isLocked(game, time) ? [game.lockAt] : []));
    return Math.max(Math.floor(time / MINUTE_MS) * MINUTE_MS, ...locks);
  });
  return useMemo(() => {
    if (matchup === undefined) return null;
    const { rules } = pool;
    const values = rules.format === 'confidence' ? Object.fromEntries(valuesOf(games, order)) : null;
    return {
      rules,
      games,
      gids: matchup.games,
      rows: matchup.rows,
      viewerId: me.id,
      own: { picks, values, guess },
      tiebreakGid: pool.tiebreaks?.[weekId] ?? null,
      fixed,
      now,
    };
  }, [pool, weekId, games, picks, matchup, guess, order, fixed, now, me.id]);
}
