import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PoolEditReply } from '#contract/pools.ts';
import { call, failureText } from '#web/lib/api.ts';
import { poolEditQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Whether those who are not in the pool know of it, which an admin says. */
export function ListedRow({ pool: { id, isListed } }: { readonly pool: PoolEditReply }) {
  const client = useQueryClient();
  const poolsChanged = usePoolsChanged();
  const listing = useMutation({
    mutationFn: (enabled: boolean) =>
      call('PUT /api/pools/:poolId/listed', { params: { poolId: id }, body: { enabled } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: poolEditQuery(id).queryKey });
      await poolsChanged();
    },
    onError: (error) => console.error('Error listing the pool', error),
  });
  return (
    <div className="mt-3">
      <CheckRow
        label="Listed"
        note="Everyone with an account sees the pool and can ask to join. Otherwise only this link leads to it."
        checked={listing.isPending ? listing.variables : isListed}
        disabled={listing.isPending}
        onChange={(enabled) => listing.mutate(enabled)}
      />
      <Refusal text={listing.isError ? failureText(listing.error) : null} />
    </div>
  );
}
