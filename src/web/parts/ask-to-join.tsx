import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PoolListing } from '#contract/pools.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { poolsQuery } from './queries.ts';

/** While the request is open, the list of pools is read this often. */
const WAIT_MS = 5000;

/** Requests to join a pool, or withdraws the request. */
export function AskToJoin({ pool: { id: poolId, hasAsked } }: { readonly pool: PoolListing }) {
  const client = useQueryClient();
  useQuery({ ...poolsQuery, refetchInterval: hasAsked && WAIT_MS });
  const asking = useMutation({
    mutationFn: () =>
      call(hasAsked ? 'DELETE /api/pools/:poolId/requests' : 'POST /api/pools/:poolId/requests', {
        params: { poolId },
      }),
    onError: (error) => console.error('Error asking to join', error),
    onSettled: () => client.invalidateQueries({ queryKey: poolsQuery.queryKey }),
  });
  return (
    <>
      <p role="status" className="font-medium text-amber not-empty:mb-2">
        {hasAsked && 'Asked, waiting for an answer'}
      </p>
      <Refusal text={asking.isError ? failureText(asking.error) : null} />
      <Button tone={hasAsked ? 'plain' : 'primary'} isPaused={asking.isPending} onClick={() => asking.mutate()}>
        {hasAsked ? 'Withdraw request' : 'Ask to join'}
      </Button>
    </>
  );
}
