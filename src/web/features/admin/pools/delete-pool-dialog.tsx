import { useMutation } from '@tanstack/react-query';
import type { PoolRow } from '#contract/pools.ts';
import { POOL_TOAST_MS } from '#core/toast.ts';
import { call, failureText } from '#web/lib/api.ts';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface DeletePoolDialogProps {
  readonly pool: PoolRow;
  readonly onClose: () => void;
}

export function DeletePoolDialog({ pool: { id, name }, onClose }: DeletePoolDialogProps) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId', { params: { poolId: id } }),
    onSuccess: () => {
      toast({ type: 'success', title: 'Pool deleted successfully!', durationMs: POOL_TOAST_MS });
      onClose();
    },
    onError: (error) => console.error('Error deleting the pool', error),
    onSettled: () => void poolsChanged(),
  });
  return (
    <ConfirmDialog
      title="Delete Pool"
      action="Delete"
      danger
      isPending={deleting.isPending}
      refusal={deleting.isError ? failureText(deleting.error) : null}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p className="break-words text-ink">Delete {name}?</p>
      <p className="font-medium text-red">This action cannot be undone.</p>
      <p>
        The pool is only marked as deleted: nobody sees it any more, but its members, picks and scores are preserved in
        the database.
      </p>
    </ConfirmDialog>
  );
}
