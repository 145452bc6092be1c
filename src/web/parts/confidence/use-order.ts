import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entry } from '#contract/entries.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder, valuesOf } from '#core/formats/confidence.ts';
import { isLocked } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import type { EntryState } from '#web/parts/picks/use-entry.ts';
import { useEntry } from '#web/parts/picks/use-entry.ts';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';

/** The own order of a week, and what each game is worth by it. */
export interface OwnOrder {
  /** Empty where none was entered. */
  readonly order: Order;
  readonly values: ReadonlyMap<string, number>;
  readonly saving: EntryState;
}

const noGames: readonly GameReply[] = [];

/** The own order of a week in a pool with confidence, as it was entered last; what has not arrived by the lock of a game does not move it. */
export function useOrder({ id }: Pick<PoolReply, 'id'>, weekId: string): OwnOrder {
  const pool = useQuery(poolQuery(id)).data;
  const games = useQuery(gamesQuery(id, weekId, pool)).data ?? noGames;
  const saving = useEntry(id, weekId);
  const [stored, wanted] = [orderOf(saving.stored), orderOf(saving.entry)];
  const lockedAt = useClock((now) => Math.max(0, ...games.filter((game) => isLocked(game, now)).map(lockOf)));
  const key = (saving.isSending ? rebaseOrder(games, stored, wanted, lockedAt) : stored).join(' ');
  const order = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const values = useMemo(() => valuesOf(games, order), [games, order]);
  return { order, values, saving };
}

function orderOf(entry: Entry | null): Order {
  return entry && 'order' in entry ? entry.order : [];
}

function lockOf({ lockAt }: GameReply): number {
  return lockAt;
}
