import { useCallback, useState } from 'react';
import type { Message } from '#contract/talk.ts';
import { cleanMessage } from '#core/talk.ts';
import { call, failureText } from '#web/lib/api.ts';
import type { PendingMessage } from './talk-rows.ts';

/** What is being typed, by person and pool: it outlasts a look at another screen. */
const drafts = new Map<string, Draft>();

/** A message that is being typed. One that failed keeps its key, so that the server knows it again. */
interface Draft {
  readonly text: string;
  readonly key: string;
}

export interface Outbox {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly pending: readonly PendingMessage[];
  /** Why the last message was not taken; its text is in the box again. */
  readonly refusal: string | null;
  /** Sends what was typed. @param after the id of the latest message */
  readonly send: (after: number) => void;
}

interface OutboxOptions {
  readonly poolId: string;
  readonly userId: string;
  readonly onSent: (message: Message) => void;
}

/** The messages of a person on their way to the server. One that is not taken goes back into the box. */
export function useOutbox({ poolId, userId, onSent }: OutboxOptions): Outbox {
  const place = `${userId} ${poolId}`;
  const [draft, setDraft] = useState(() => drafts.get(place) ?? newDraft(''));
  const [pending, setPending] = useState<readonly PendingMessage[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);

  const change = useCallback(
    (next: (last: Draft) => Draft) =>
      setDraft((last) => {
        const draft = next(last);
        drafts.set(place, draft);
        return draft;
      }),
    [place],
  );

  async function post(sent: Draft, after: number): Promise<void> {
    const message = { key: sent.key, text: cleanMessage(sent.text), after };
    setPending((last) => [...last, message]);
    try {
      const { text, key } = message;
      onSent(await call('POST /api/pools/:poolId/talk', { params: { poolId }, body: { text, key } }));
    } catch (error) {
      console.error('Error posting a message', error);
      setRefusal(failureText(error));
      change((typed) => (typed.text === '' ? sent : newDraft(`${sent.text}\n${typed.text}`)));
    } finally {
      setPending((last) => last.filter(({ key }) => key !== sent.key));
    }
  }

  return {
    text: draft.text,
    type: (text) => change((last) => (text === '' ? newDraft('') : { ...last, text })),
    pending,
    refusal,
    send: (after) => {
      setRefusal(null);
      change(() => newDraft(''));
      void post(draft, after);
    },
  };
}

function newDraft(text: string): Draft {
  return { text, key: crypto.randomUUID() };
}
