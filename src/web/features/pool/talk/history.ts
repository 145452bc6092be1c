import type { Message, TalkReply } from '#contract/talk.ts';

/** The messages that a page has of a pool's talk, without a gap, and whether there are older ones. */
export interface History {
  /** The latest messages that they go on to. */
  readonly latest: TalkReply | null;
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
}

export const noHistory: History = { latest: null, messages: [], hasOlder: false };

/** Goes on to the latest messages. Those from before stay unless some between were missed. */
export function withLatest(history: History, latest: TalkReply): History {
  const first = latest.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  const isJoined = (history.messages.at(-1)?.id ?? 0) >= first;
  const kept = isJoined ? history.messages.slice(0, history.messages.findLastIndex(({ id }) => id < first) + 1) : [];
  if (kept.length === 0) return { latest, messages: latest.messages, hasOlder: latest.hasOlder };
  return { latest, messages: [...kept, ...latest.messages], hasOlder: history.hasOlder };
}

/** Puts older messages before those that are there. */
export function withOlder(history: History, { messages, hasOlder }: TalkReply): History {
  const first = history.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  return { ...history, messages: [...messages.filter(({ id }) => id < first), ...history.messages], hasOlder };
}

/** Changes one message. */
export function withChanged(history: History, id: number, change: Partial<Message>): History {
  return { ...history, messages: history.messages.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}
