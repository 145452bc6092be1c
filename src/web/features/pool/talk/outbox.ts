import { useCallback, useSyncExternalStore } from 'react';
import type { Message, Quote } from '#contract/talk.ts';
import { cleanMessage } from '#core/talk.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { hex } from '#web/lib/hex.ts';
import type { PendingMessage } from './messages.tsx';

/** A message being typed. If it is sent again unchanged, it keeps its key, so that the server recognizes it. */
interface Draft {
  readonly text: string;
  readonly key: string;
  /** The message that it replies to. */
  readonly replyTo: Quote | null;
}

/** A message as the server takes it. */
interface Posted {
  readonly text: string;
  readonly key: string;
  readonly replyTo?: number;
}

/** The draft of a person in the talk of a pool, and its pending messages. */
export interface Outbox {
  readonly draft: Draft;
  readonly pending: readonly PendingMessage[];
  /** Why the last message, whose text is in the box again, or the last reaction was refused; null once the person acts again. */
  readonly refusal: string | null;
}

/** By person and pool. They survive a switch to another screen, as does a message that fails meanwhile. */
const outboxes = new Map<string, Outbox>();
const listeners = new Set<() => void>();
const emptyOutbox: Outbox = { draft: newDraft('', null), pending: [], refusal: null };

export function outboxOf(place: string): Outbox {
  return outboxes.get(place) ?? emptyOutbox;
}

/** @returns a function that stops it */
function onOutboxes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A changed text is another message: for the same key, the server would return the stored one. */
export function typeDraft(place: string, text: string): void {
  change(place, { draft: newDraft(text, outboxOf(place).draft.replyTo) });
}

/** Makes the draft a reply to a message, or to none. */
export function quoteInDraft(place: string, replyTo: Quote | null): void {
  change(place, { draft: newDraft(outboxOf(place).draft.text, replyTo), refusal: null });
}

/** Shows why something else than a message was refused; null once the person acts again. */
export function refuseIn(place: string, refusal: string | null): void {
  if (outboxOf(place).refusal !== refusal) change(place, { refusal });
}

/** Sends the draft. A refused text returns to the box, with what it replies to. @param after the id of the latest message */
export async function sendDraft(
  place: string,
  after: number,
  post: (message: Posted) => Promise<Message>,
): Promise<void> {
  const { draft, pending } = outboxOf(place);
  const message = { key: draft.key, text: cleanMessage(draft.text), after };
  change(place, { draft: newDraft('', null), pending: [...pending, message], refusal: null });
  const { replyTo } = draft;
  try {
    await post({ text: message.text, key: message.key, ...(replyTo && { replyTo: replyTo.id }) });
  } catch (error) {
    console.error('Error posting a message', error);
    const { text: typed, replyTo: chosen } = outboxOf(place).draft;
    const kept = typed === '' && chosen === null ? draft : newDraft(joined(draft.text, typed), chosen ?? replyTo);
    change(place, { draft: kept, refusal: refusalText(error) });
  } finally {
    change(place, { pending: outboxOf(place).pending.filter(({ key }) => key !== message.key) });
  }
}

/** Sending looks for no message but the quoted one. */
function refusalText(error: unknown): string {
  const isQuoteGone = error instanceof ApiError && error.code === 'message_not_found';
  return isQuoteGone ? 'The message you reply to was deleted. Remove the quote to send yours.' : failureText(error);
}

function change(place: string, some: Partial<Outbox>): void {
  outboxes.set(place, { ...outboxOf(place), ...some });
  for (const listener of listeners) listener();
}

function joined(before: string, typed: string): string {
  return typed === '' ? before : `${before}\n${typed}`;
}

function newDraft(text: string, replyTo: Quote | null): Draft {
  return { text, replyTo, key: newKey() };
}

/** A random key. Browsers offer `randomUUID` only at encrypted addresses. */
function newKey(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

interface OutboxHandle extends Outbox {
  readonly type: (text: string) => void;
  /** Makes the draft a reply to a message, or to none. */
  readonly quote: (replyTo: Quote | null) => void;
  /** Sends the draft. @param after the id of the latest message */
  readonly send: (after: number) => void;
  /** Shows why a reaction was refused; null once the person acts again. */
  readonly refuse: (refusal: string | null) => void;
}

interface OutboxOptions {
  readonly poolId: string;
  readonly userId: string;
  readonly onSent: (message: Message) => void;
}

/** The draft of a person in the talk of a pool, and its pending messages. */
export function useOutbox({ poolId, userId, onSent }: OutboxOptions): OutboxHandle {
  const place = `${userId} ${poolId}`;
  const outbox = useSyncExternalStore(onOutboxes, () => outboxOf(place));
  const refuse = useCallback((refusal: string | null) => refuseIn(place, refusal), [place]);

  async function post(body: Posted): Promise<Message> {
    const message = await call('POST /api/pools/:poolId/talk', { params: { poolId }, body });
    onSent(message);
    return message;
  }

  return {
    ...outbox,
    type: (text) => typeDraft(place, text),
    quote: (replyTo) => quoteInDraft(place, replyTo),
    send: (after) => void sendDraft(place, after, post),
    refuse,
  };
}
