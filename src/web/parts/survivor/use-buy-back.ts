import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { ownPicksQuery, standingsQuery } from '#web/parts/queries.ts';
import type { BuyBackOffer } from './buy-back-offer.ts';

interface BuyBackOf extends Pick<BuyBackOffer, 'act' | 'weekId'> {
  readonly poolId: string;
  readonly entryId: string;
}

/** Buys an entry back, or takes that back. @param onDone called once the server has confirmed it */
export function useBuyBack({ poolId, entryId, act, weekId }: BuyBackOf, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const input = { params: { entryId }, body: { weekId } };
      return act === 'buy'
        ? call('PUT /api/entries/:entryId/buy-back', input)
        : call('DELETE /api/entries/:entryId/buy-back', input);
    },
    onSuccess: onDone,
    onError: (error) => console.error('Error buying an entry back', error),
    // Without an answer, only these tell whether it was saved.
    onSettled: () => {
      const keys = [standingsQuery(poolId), ownPicksQuery(poolId), moneyQuery(poolId)].map(({ queryKey }) => queryKey);
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });
}
