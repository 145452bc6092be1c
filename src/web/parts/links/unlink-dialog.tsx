import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { MAX_UNLINK_REASON } from '#contract/entries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Effect } from './effect.tsx';
import { unlinkLines } from './link-words.ts';
import { useLinksChanged } from './links-query.ts';

interface UnlinkDialogProps {
  readonly pool: { readonly id: string; readonly name: string };
  readonly entryId: string;
  /** Of the player without an account. */
  readonly playerName: string;
  readonly accountName: string;
  readonly onClose: () => void;
}

function effectQuery(entryId: string) {
  return queryOptions({
    queryKey: ['link', entryId],
    queryFn: ({ signal }) => call('GET /api/entries/:entryId/link', { params: { entryId } }, signal),
    refetchOnMount: 'always',
    gcTime: 0,
    meta: { failure: 'Error fetching what undoing a link would do' },
  });
}

/** Undoes a link, after showing what that does; once a game has locked since, with a reason. */
export function UnlinkDialog({ pool, entryId, playerName, accountName, onClose }: UnlinkDialogProps) {
  const toast = useToast();
  const linksChanged = useLinksChanged();
  const effect = useQuery(effectQuery(entryId));
  const [reason, setReason] = useState('');
  const unlinking = useMutation({
    mutationFn: () => call('DELETE /api/entries/:entryId/link', { params: { entryId }, body: { reason } }),
    onSuccess: () => {
      toast({ type: 'success', title: `The link of ${playerName} is undone` });
      onClose();
      void linksChanged(pool.id);
    },
    onError: (error) => {
      console.error('Error undoing a link', error);
      // A game may have locked meanwhile.
      void effect.refetch();
    },
  });
  const unlink = useOnce(unlinking);
  const lacksReason = effect.data?.needsReason === true && reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (effect.isSuccess && !lacksReason) unlink();
  }

  return (
    <Dialog title={`Undo the link of ${playerName}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="mb-4">
          <p className="label mb-1 break-words text-ink-soft">{pool.name}</p>
          <Effect query={effect} linesOf={(reply) => unlinkLines(reply, accountName)} />
        </div>
        {effect.data?.needsReason && (
          <TextField
            label="Why is it undone?"
            note="A game has locked since. Members read it in the pool's log."
            required
            value={reason}
            maxLength={MAX_UNLINK_REASON}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
            error={null}
          />
        )}
        <Refusal text={unlinking.isError && !effect.isError ? failureText(unlinking.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!effect.isSuccess} isPaused={lacksReason || unlinking.isPending}>
            {unlinking.isPending ? 'Undoing...' : 'Undo link'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
