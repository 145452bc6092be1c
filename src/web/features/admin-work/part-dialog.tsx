import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Player } from '#contract/players.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { playersQuery } from './queries.ts';

interface PartDialogProps {
  readonly player: Player;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Takes a join back. */
export function PartDialog({ player, userId, onClose }: PartDialogProps) {
  const client = useQueryClient();
  const toast = useToast();
  const parting = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/players/:playerId/join/:userId', { params: { playerId: player.id, userId } }),
    onSuccess: ({ returned, kept }) => {
      const left = kept === 0 ? '' : `; ${kept} stay with the account`;
      toast({ type: 'success', title: 'Join undone', message: `Picks given back: ${returned}${left}` });
      void client.invalidateQueries({ queryKey: playersQuery.queryKey });
      onClose();
    },
    onError: (error) => console.error('Error undoing a join', error),
  });
  return (
    <ConfirmDialog
      title={`Undo the join of ${player.name}`}
      action="Undo the join"
      isPending={parting.isPending}
      refusal={parting.error && failureText(parting.error)}
      onConfirm={() => parting.mutate()}
      onClose={onClose}
    >
      <p>
        {player.name} and {player.joined?.name} have again what they had before. Picks that changed since stay with the
        account, too.
      </p>
    </ConfirmDialog>
  );
}
