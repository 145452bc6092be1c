import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import { rebaseOrder, valuesOf } from '#core/formats/confidence/confidence.ts';
import { isLocked } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import type { ShownWeekChoice } from './picks/pick-context.tsx';
import { useOwnWeekChoice } from './picks/pick-context.tsx';
import { gamesQuery, poolQuery } from './queries.ts';
import { scaleInPool } from './scale.ts';
import type { WeekData } from './week-data.tsx';

/** The viewer's order of a week, and what each game is worth under it. */
interface OwnOrder {
  /** Empty if none was entered. */
  readonly order: Order;
  readonly values: ReadonlyMap<string, number>;
  readonly saving: ShownWeekChoice<'order'>;
}

const noGames: readonly GameReply[] = [];
const noValues: ReadonlyMap<string, number> = new Map();

/**
 * The viewer's order of a week in a pool with confidence, as last entered. A change that has not arrived by the lock of a game does not move
 * that game.
 */
export function useOrder({ id }: Pick<PoolReply, 'id'>, weekId: string): OwnOrder {
  const pool = useQuery(poolQuery(id)).data;
  const games = useQuery(gamesQuery(id, weekId, pool)).data ?? noGames;
  const saving = useOwnWeekChoice(id, weekId, 'order');
  const stored = saving.stored?.value.order ?? [];
  const wanted = saving.choice?.value.order ?? [];
  const lockedAt = useClock((now) => Math.max(0, ...games.filter((game) => isLocked(game, now)).map(lockOf)));
  const key = (saving.isSending ? rebaseOrder(games, stored, wanted, lockedAt) : stored).join(' ');
  const order = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const values = useMemo(
    () => (pool ? valuesOf(games, order, scaleInPool(pool, weekId)) : noValues),
    [games, order, pool, weekId],
  );
  return { order, values, saving };
}

function lockOf({ lockAt }: GameReply): number {
  return lockAt;
}

interface ValuedWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
  readonly children: (week: WeekData) => ReactNode;
}

/** A week with the value of each own pick. Loaded only for pools with confidence. */
export function ValuedWeek({ pool, weekId, week, children }: ValuedWeekProps) {
  const { values } = useOrder(pool, weekId);
  const picks = useMemo(() => {
    const valued = Object.entries(week.picks).map(([gid, pick]) => [gid, { ...pick, value: values.get(gid) ?? 0 }]);
    return Object.fromEntries(valued);
  }, [week.picks, values]);
  return children({ ...week, picks });
}
