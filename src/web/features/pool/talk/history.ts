import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Message, Quote, TalkReply } from '#contract/talk.ts';
import { quoteText } from '#core/talk.ts';
import { call } from '#web/lib/api.ts';
import { liveQuery } from '#web/lib/query.ts';

/** The latest messages of a pool. */
export function talkQuery(poolId: string) {
  return queryOptions({
    ...liveQuery,
    queryKey: ['talk', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/talk', { params: { poolId }, query: {} }, signal),
    meta: { failure: 'Error fetching the talk', topic: { kind: 'talk', poolId } },
  });
}

/** The loaded messages of a pool's talk, without a gap, and whether there are older ones. */
interface History {
  /** The latest messages that were merged. */
  readonly latest: TalkReply | null;
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
}

export const noHistory: History = { latest: null, messages: [], hasOlder: false };

/** Merges the latest messages. Earlier ones are kept unless some between were missed. */
export function withLatest(history: History, latest: TalkReply): History {
  const first = latest.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  const isJoined = (history.messages.at(-1)?.id ?? 0) >= first;
  const kept = isJoined ? history.messages.slice(0, history.messages.findLastIndex(({ id }) => id < first) + 1) : [];
  if (kept.length === 0) return { latest, messages: latest.messages, hasOlder: latest.hasOlder };
  return { latest, messages: [...kept, ...latest.messages], hasOlder: history.hasOlder };
}

/** Prepends older messages. */
export function withOlder(history: History, { messages, hasOlder }: TalkReply): History {
  const first = history.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  return { ...history, messages: [...messages.filter(({ id }) => id < first), ...history.messages], hasOlder };
}

/** Changes one message, and the quotes of it. */
export function withChanged(history: History, id: number, change: Partial<Message>): History {
  const changed = (each: Message): Message => {
    if (each.id === id) return { ...each, ...change };
    if (each.replyTo?.id !== id || change.text === undefined) return each;
    return { ...each, replyTo: { ...each.replyTo, text: quoteText(change.text) } };
  };
  return { ...history, messages: history.messages.map(changed) };
}

/** A quote as its message is now, since it may have been edited or deleted; one of a message that is not loaded stays as it is. */
export function currentQuote(quote: Quote | null, messages: readonly Message[]): Quote | null {
  const message = messages.find(({ id }) => id === quote?.id);
  return message ? { id: message.id, by: message.by, text: quoteText(message.text) } : quote;
}

interface TalkHistory extends History {
  /** Whether older messages could not be read. */
  readonly hasFailed: boolean;
  readonly loadOlder: () => void;
  /** Applies a change that the server has made, also to a message older than the live ones. */
  readonly change: (id: number, change: Partial<Message>) => void;
  /** Adds a message that the server has accepted. */
  readonly add: (message: Message) => void;
}

/** The loaded messages of a pool: the latest, and older ones as far as they were requested. */
export function useHistory(poolId: string, latest: TalkReply): TalkHistory {
  const client = useQueryClient();
  const [held, setHeld] = useState(noHistory);
  const [hasFailed, setFailed] = useState(false);
  const isLoading = useRef(false);
  const history = held.latest === latest ? held : withLatest(held, latest);
  if (history !== held) setHeld(history);
  const before = history.messages[0]?.id;

  const loadOlder = useCallback(async () => {
    if (isLoading.current || before === undefined) return;
    isLoading.current = true;
    setFailed(false);
    try {
      const query = { before: String(before) };
      const older = await call('GET /api/pools/:poolId/talk', { params: { poolId }, query });
      setHeld((last) => (last.messages[0]?.id === before ? withOlder(last, older) : last));
    } catch (error) {
      console.error('Error fetching older messages', error);
      setFailed(true);
    } finally {
      isLoading.current = false;
    }
  }, [poolId, before]);

  const change = useCallback((id: number, some: Partial<Message>) => {
    setHeld((last) => withChanged(last, id, some));
  }, []);

  const add = useCallback(
    (message: Message) => {
      client.setQueryData(talkQuery(poolId).queryKey, (reply) => {
        if (reply === undefined || reply.messages.some(({ id }) => id >= message.id)) return reply;
        return { ...reply, messages: [...reply.messages, message] };
      });
    },
    [client, poolId],
  );

  return { ...history, hasFailed, loadOlder, change, add };
}
