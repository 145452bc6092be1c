import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Player } from '#contract/players.ts';
import { playersQuery } from '#web/features/admin/queries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface UnlinkDialogProps {
  readonly player: Player;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Takes a link back. */
export function UnlinkDialog({ player, userId, onClose }: UnlinkDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const unlinking = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/players/:playerId/link/:userId', { params: { playerId: player.id, userId } }),
    onSuccess: ({ returned, kept }) => {
      const left = kept === 0 ? '' : `; ${kept} stay with the account`;
      toast({ type: 'success', title: 'Link undone', message: `Picks returned: ${returned}${left}` });
      void client.invalidateQueries({ queryKey: playersQuery.queryKey });
      onClose();
    },
    onError: (error) => console.error('Error undoing a link', error),
  });
  return (
    <ConfirmDialog
      title={`Undo the link of ${player.name}`}
      action="Undo the link"
      isPending={unlinking.isPending}
      refusal={unlinking.error && failureText(unlinking.error)}
      onConfirm={() => unlinking.mutate()}
      onClose={onClose}
    >
      <p>
        {player.name} and {player.linked?.name} get back what each had before. Picks changed since then stay with the
        account, too.
      </p>
    </ConfirmDialog>
  );
}
