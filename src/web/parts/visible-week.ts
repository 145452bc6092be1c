import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import { slotIn } from '#contract/live.ts';
import type { PoolReply } from '#contract/pools.ts';
import { isPastLimit } from '#core/auto-picks.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { OwnDay, VisibleWeek } from '#core/game-day/visible-week.ts';
import { isLocked } from '#core/locks.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOrder } from './confidence.tsx';
import { useEntries } from './entries.tsx';
import { shownGuess, shownPicks } from './picks/pick-context.tsx';
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
  const { order } = useOrder(pool, weekId);
  const now = useClock((time) => {
    const locks = games.flatMap((game) => (isLocked(game, time) ? [game.lockAt] : []));
    return Math.max(Math.floor(time / MINUTE_MS) * MINUTE_MS, ...locks);
  });
  return useMemo(() => {
    if (matchup === undefined) return null;
    const { rules } = pool;
    const tiebreakGid = pool.tiebreaks?.[weekId] ?? null;
    const guessOf = (each: OwnEntry) =>
      tiebreakGid === null ? null : shownGuess(tiebreakGid, slotIn(each, 'guess', weekId), undefined);
    const valuesBy = (by: Order) =>
      traitsOf(rules).hasValues ? Object.fromEntries(valuesOf(games, by, scaleInPool(pool, weekId))) : null;
    const stored = entries.map((each): [string, OwnDay] => {
      const byOrder = slotIn(each, 'order', weekId)?.value?.order ?? [];
      const own = { picks: shownPicks(each.picks), values: valuesBy(byOrder), guess: guessOf(each) };
      return [each.id, { ...own, isPastLimit: isPastLimit(weekId, each.autoUntil ?? null) }];
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
        ...(entry && {
          [viewerId]: {
            ...{ picks, values: valuesBy(order), guess: guessOf(entry) },
            isPastLimit: isPastLimit(weekId, entry.autoUntil ?? null),
          },
        }),
      },
      tiebreakGid,
      fixed,
      now,
    };
  }, [pool, weekId, games, picks, matchup, order, fixed, now, entries, entry, viewerId]);
}
