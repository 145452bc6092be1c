import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryReply, HookReply } from '#contract/notify.ts';
import { hookTopics } from '#core/hooks/hooks.ts';
import { kinds } from '#core/hooks/kinds.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { entryTime } from '#web/parts/audit/entry-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { problemOf, stateOf, subjectOf } from './hook-words.ts';
import { hooksQuery } from './hooks-query.ts';

interface HookRowProps {
  readonly poolId: string;
  readonly hook: HookReply;
}

/** One hook with what was sent by it. */
export function HookRow({ poolId, hook }: HookRowProps) {
  const { id, kind, label, topics, hours, isOff, deliveries } = hook;
  const [removes, setRemoves] = useState(false);
  const sending = useSend(poolId, id);
  const send = useOnce(sending);
  const told = topics.map((topic) =>
    topic === 'lock.coming' ? `${hookTopics[topic]} (${hours} h ahead)` : hookTopics[topic],
  );
  return (
    <li className="mb-4">
      <h3 className="font-medium break-words">
        {kinds[kind].name} <span className="text-ink-soft">{label}</span> {isOff && <Badge tone="bad">Off</Badge>}
      </h3>
      <p className="text-sm break-words text-ink-soft">{told.join(' · ')}</p>
      {isOff && (
        <p className="text-sm text-red">
          The address said it's gone, so we stopped calling it. Send a test: if it arrives, news goes there again.
        </p>
      )}
      <div className="mt-2 grid grid-cols-2 gap-3">
        <Button
          tone="plain"
          aria-label={`Send a test: ${label}`}
          isPaused={sending.isPending}
          onClick={() => send(null)}
        >
          {sending.isPending ? 'Sending...' : 'Send a test'}
        </Button>
        <Button tone="plain" aria-label={`Remove: ${label}`} onClick={() => setRemoves(true)}>
          Remove
        </Button>
      </div>
      <div className="mt-2">
        <Refusal text={sending.isError ? failureText(sending.error) : null} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {sending.isSuccess &&
          `${subjectOf(sending.data)}${sending.variables === null ? '' : ', sent again'}: ${stateOf(sending.data).text}`}
      </p>
      {deliveries.length > 0 && (
        <details open>
          <summary className="min-h-11 py-2 text-sm">Last messages</summary>
          <ol>
            {deliveries.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                isBusy={sending.isPending}
                onAgain={() => send(delivery.id)}
              />
            ))}
          </ol>
        </details>
      )}
      {removes && <RemoveDialog poolId={poolId} hook={hook} onClose={() => setRemoves(false)} />}
    </li>
  );
}

interface DeliveryProps {
  readonly delivery: DeliveryReply;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

function Delivery({ delivery, isBusy, onAgain }: DeliveryProps) {
  const { tone, text } = stateOf(delivery);
  const problem = problemOf(delivery);
  const subject = subjectOf(delivery);
  const hasEnded = delivery.state === 'sent' || delivery.state === 'failed';
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="min-w-0 flex-1 text-sm break-words">
        <p>
          {subject} <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-ink-soft">{[entryTime(delivery.at), problem].filter(Boolean).join(' · ')}</p>
        {delivery.nextAt !== null && delivery.attempts > 0 && (
          <p className="text-ink-soft">Next try {entryTime(delivery.nextAt)}</p>
        )}
      </div>
      {hasEnded && (
        <Button tone="plain" isPaused={isBusy} aria-label={`Send again: ${subject}`} onClick={onAgain}>
          Send again
        </Button>
      )}
    </li>
  );
}

function RemoveDialog({ poolId, hook, onClose }: HookRowProps & { readonly onClose: () => void }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/hooks/:hookId', { params: { poolId, hookId: hook.id } }),
    onSuccess: onClose,
    onError: (error) => console.error('Error removing a webhook', error),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery(poolId).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Remove webhook"
      action="Remove"
      danger
      isPending={removing.isPending}
      refusal={removing.isError ? failureText(removing.error) : null}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{hook.label} won't get this pool's news any more. Its message history is deleted too.</p>
    </ConfirmDialog>
  );
}

/** Sends a test, or, by its id, a message once more. */
function useSend(poolId: string, hookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string | null) =>
      deliveryId === null
        ? call('POST /api/pools/:poolId/hooks/:hookId/test', { params: { poolId, hookId } })
        : call('POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay', {
            params: { poolId, hookId, deliveryId },
          }),
    onError: (error) => console.error('Error sending by a webhook', error),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery(poolId).queryKey }),
  });
}
