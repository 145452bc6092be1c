import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { Order } from '#core/formats/confidence.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import type { EntryState } from '#web/parts/picks/use-entry.ts';
import { useEntry } from '#web/parts/picks/use-entry.ts';
import { gamesQuery } from '#web/parts/queries.ts';

/** The own order of a week, and what each game is worth by it. */
export interface OwnOrder {
  /** Empty where none was entered. */
  readonly order: Order;
  readonly values: ReadonlyMap<string, number>;
  readonly saving: EntryState;
}

const noGames: readonly GameReply[] = [];
const noOrder: Order = [];

/** The own order of a week in a pool with confidence, as it was entered last. */
export function useOrder({ id }: Pick<PoolReply, 'id'>, weekId: string): OwnOrder {
  const games = useQuery(gamesQuery(id, weekId)).data ?? noGames;
  const saving = useEntry(id, weekId);
  const order = saving.entry && 'order' in saving.entry ? saving.entry.order : noOrder;
  const key = order.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pending order is read anew each time; its games tell whether it is another one
  const values = useMemo(() => valuesOf(games, order), [games, key]);
  return { order, values, saving };
}
