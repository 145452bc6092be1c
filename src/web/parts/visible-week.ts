import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { OwnDay, VisibleWeek } from '#core/game-day/visible-week.ts';
import { isLocked } from '#core/locks.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOrder } from './confidence.tsx';
import { entryWeek, useEntries, useOwnWeek } from './entries.tsx';
import { shownPicks } from './picks/pick-context.tsx';
import { matchupQuery } from './queries.ts';
import { scaleInPool } from './scale.ts';
import type { WeekData } from './week-data.tsx';

/** The winners that the person supposes, by game. */
export type Fixed = Readonly<Record<string, Side>>;

/** A week as this page knows it; null until everything is read. Changes with its data, at each lock and each minute. */
export function useVisibleWeek(
  pool: PoolReply,
  weekId: string,
  { games, picks }: Pick<WeekData, 'games' | 'picks'>,
  fixed: Fixed,
): VisibleWeek | null {
  const { entries, entry } = useEntries();
  const viewerId = entry?.id ?? '';
  const matchup = useQuery(matchupQuery(pool.id, weekId)).data;
  const guess = useOwnWeek(pool.id, weekId).data?.guess?.guess ?? null;
  const { order } = useOrder(pool, weekId);
  const now = useClock((time) => {
    const locks = games.flatMap((game) => (isLocked(game, time) ? [game.lockAt] : []));
    return Math.max(Math.floor(time / MINUTE_MS) * MINUTE_MS, ...locks);
  });
  return useMemo(() => {
    if (matchup === undefined) return null;
    const { rules } = pool;
    const valuesBy = (by: Order) =>
      traitsOf(rules).hasValues ? Object.fromEntries(valuesOf(games, by, scaleInPool(pool, weekId))) : null;
    const stored = entries.map((each): [string, OwnDay] => {
      const { picks: all, entry: choice, guess: guessed } = entryWeek(each, weekId);
      const byOrder = choice?.entry && 'order' in choice.entry ? choice.entry.order : [];
      return [each.id, { picks: shownPicks(all), values: valuesBy(byOrder), guess: guessed?.guess ?? null }];
    });
    return {
      rules,
      scaleValues: pool.scales?.[weekId],
      games,
      gids: matchup.games,
      rows: matchup.rows,
      viewerId,
      // The chosen entry includes pending picks.
      own: {
        ...Object.fromEntries(stored),
        ...(viewerId && { [viewerId]: { picks, values: valuesBy(order), guess } }),
      },
      tiebreakGid: pool.tiebreaks?.[weekId] ?? null,
      fixed,
      now,
    };
  }, [pool, weekId, games, picks, matchup, guess, order, fixed, now, entries, viewerId]);
}
