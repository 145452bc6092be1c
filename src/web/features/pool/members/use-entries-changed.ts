import { useQueryClient } from '@tanstack/react-query';
import { moneyQuery } from '#web/features/pool/money/money-query.ts';
import { membersQuery } from '#web/parts/pool-edit/members-query.ts';
import { ownEntriesQuery, standingsQuery } from '#web/parts/queries.ts';

/** After an entry came, went or was named: what shows the pool's entries is read anew. */
export function useEntriesChanged(poolId: string): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [
    ownEntriesQuery(poolId).queryKey,
    membersQuery(poolId).queryKey,
    standingsQuery(poolId).queryKey,
    moneyQuery(poolId).queryKey,
    // Of all weeks.
    ['matchup', poolId],
  ];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
