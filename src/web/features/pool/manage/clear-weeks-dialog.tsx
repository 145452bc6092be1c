import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface ClearWeeksDialogProps {
  readonly poolId: string;
  readonly onClose: () => void;
}

export function ClearWeeksDialog({ poolId, onClose }: ClearWeeksDialogProps) {
  const client = useQueryClient();
  const clearing = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/weeks', { params: { poolId } }),
    onSuccess: () => {
      client.setQueryData(
        poolEditQuery(poolId).queryKey,
        (pool) => pool && { ...pool, weeks: pool.weeks.map((week) => ({ ...week, enabled: false })) },
      );
      void client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey });
      onClose();
    },
    onError: (error) => console.error('Error clearing the weeks', error),
    onSettled: () => void client.invalidateQueries({ queryKey: poolEditQuery(poolId).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Clear All Weeks"
      action="Clear All Weeks"
      danger
      isPending={clearing.isPending}
      refusal={clearing.isError ? failureText(clearing.error) : null}
      onConfirm={() => clearing.mutate()}
      onClose={onClose}
    >
      <p>The pool will have no weeks: nobody can pick, and the standings are empty.</p>
      <p>No pick is deleted. Choose a week again, and its picks and scores come back.</p>
    </ConfirmDialog>
  );
}
