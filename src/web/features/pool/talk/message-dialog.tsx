import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolPerson } from '#contract/members.ts';
import type { Message } from '#contract/talk.ts';
import { cleanMessage, mayDelete, mayEdit, messageError } from '#core/talk.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface MessageDialogProps {
  readonly poolId: string;
  readonly message: Message;
  readonly userId: string;
  readonly runsPool: boolean;
  /** Its author, where they are in the pool. */
  readonly author: PoolPerson | undefined;
  readonly onChange: (change: Partial<Message>) => void;
  readonly onClose: () => void;
}

/** What somebody can do with a message: change its words, delete it, mute its author. It stays open where that is refused. */
export function MessageDialog(props: MessageDialogProps) {
  const { poolId, message, userId, runsPool, author, onChange, onClose } = props;
  const { id } = message;
  const [text, setText] = useState(message.text ?? '');
  const [step, setStep] = useState<'choose' | 'delete'>('choose');
  const poolsChanged = usePoolsChanged();
  const canEdit = useClock((now) => mayEdit(said(message), userId, now));
  const params = { poolId, messageId: String(id) };
  const isOwn = message.by?.id === userId;

  const editing = useMutation({
    mutationFn: () => call('PATCH /api/pools/:poolId/talk/:messageId', { params, body: { text: cleanMessage(text) } }),
    onSuccess: (changed) => {
      onChange(changed);
      onClose();
    },
    onError: (error) => console.error('Error editing a message', error),
  });
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/talk/:messageId', { params }),
    onSuccess: () => {
      onChange({ text: null, deleted: isOwn ? 'author' : 'commissioner' });
      onClose();
    },
    onError: (error) => console.error('Error deleting a message', error),
  });
  const muting = useMutation({
    mutationFn: async (person: PoolPerson) => {
      const ofMember = { poolId, userId: person.id };
      const body = { muted: person.isMuted !== true };
      await call('PUT /api/pools/:poolId/talk/muted/:userId', { params: ofMember, body });
      await poolsChanged();
    },
    onSuccess: onClose,
    onError: (error) => console.error('Error muting a member', error),
  });
  const failed = [editing, deleting, muting].find(({ isError }) => isError);
  const isPending = editing.isPending || deleting.isPending || muting.isPending;

  return (
    <Dialog title={step === 'delete' ? 'Delete this message?' : 'Message'} onClose={onClose}>
      <Refusal text={failed ? failureText(failed.error) : null} />
      {step === 'choose' && canEdit ? (
        <TextArea label="Your message" value={text} onChange={(event) => setText(event.target.value)} error={null} />
      ) : (
        <p className="mb-4 break-words whitespace-pre-wrap">{message.text}</p>
      )}
      {step === 'delete' && (
        <p className="mb-4 text-ink-soft">Its words are gone for good. A line says that it was deleted.</p>
      )}
      <div className="grid gap-3">
        {step === 'choose' && canEdit && (
          <Button
            disabled={messageError(cleanMessage(text)) !== null || cleanMessage(text) === message.text}
            isPaused={isPending}
            onClick={() => editing.mutate()}
          >
            Save
          </Button>
        )}
        {step === 'choose' && runsPool && author?.plays && !isOwn && (
          <Button tone="plain" isPaused={isPending} onClick={() => muting.mutate(author)}>
            {author.isMuted ? `Let ${author.name} post again` : `Mute ${author.name}`}
          </Button>
        )}
        {mayDelete(said(message), userId, runsPool) && (
          <Button
            tone="plain"
            className="text-red!"
            isPaused={isPending}
            onClick={() => (step === 'delete' ? deleting.mutate() : setStep('delete'))}
          >
            Delete
          </Button>
        )}
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function said({ by, at, deleted }: Message) {
  return { by, at, ...(deleted !== undefined && { deleted }) };
}
