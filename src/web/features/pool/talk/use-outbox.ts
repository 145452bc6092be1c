import { useSyncExternalStore } from 'react';
import type { Message } from '#contract/talk.ts';
import { call } from '#web/lib/api.ts';
import type { Outbox } from './outbox.ts';
import { onOutboxes, outboxOf, sendDraft, typeDraft } from './outbox.ts';

interface OutboxHandle extends Outbox {
  readonly type: (text: string) => void;
  /** Sends what was typed. @param after the id of the latest message */
  readonly send: (after: number) => void;
}

interface OutboxOptions {
  readonly poolId: string;
  readonly userId: string;
  readonly onSent: (message: Message) => void;
}

/** What a person types in the talk of a pool, and what of it is on its way to the server. */
export function useOutbox({ poolId, userId, onSent }: OutboxOptions): OutboxHandle {
  const place = `${userId} ${poolId}`;
  const outbox = useSyncExternalStore(onOutboxes, () => outboxOf(place));

  async function post(body: { readonly text: string; readonly key: string }): Promise<Message> {
    const message = await call('POST /api/pools/:poolId/talk', { params: { poolId }, body });
    onSent(message);
    return message;
  }

  return {
    ...outbox,
    type: (text) => typeDraft(place, text),
    send: (after) => void sendDraft(place, after, post),
  };
}
