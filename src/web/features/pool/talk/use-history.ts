import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Message, TalkReply } from '#contract/talk.ts';
import { call } from '#web/lib/api.ts';
import type { History } from './history.ts';
import { noHistory, withChanged, withLatest, withOlder } from './history.ts';
import { talkQuery } from './talk-query.ts';

export interface TalkHistory extends History {
  /** Whether older messages could not be read. */
  readonly hasFailed: boolean;
  readonly loadOlder: () => void;
  /** Shows a change that the server has made, also of a message that is older than those that are watched. */
  readonly change: (id: number, change: Partial<Message>) => void;
  /** Shows a message that the server has taken. */
  readonly add: (message: Message) => void;
}

/** The messages of a pool that are on the page: the latest, and older ones as far as they were asked for. */
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
