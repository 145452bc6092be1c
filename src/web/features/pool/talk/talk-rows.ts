import type { Message } from '#contract/talk.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { MINUTE_MS } from '#core/time.ts';

/** A message that is on its way to the server. */
export interface PendingMessage {
  readonly key: string;
  /** As the server will store it. */
  readonly text: string;
  /** The id of the latest message when it was sent. */
  readonly after: number;
}

/** A line that is no message of the server's. */
export type OtherRow =
  | { readonly kind: 'older' | 'start' | 'unread'; readonly key: string }
  | { readonly kind: 'day' | 'pending'; readonly key: string; readonly text: string };

/** A line of the talk. Messages are lines as they are: thousands of objects anew with each message would be felt. */
export type TalkRow = Message | OtherRow;

export function isMessage(row: TalkRow): row is Message {
  return 'id' in row;
}

export function keyOfRow(row: TalkRow): string | number {
  return isMessage(row) ? row.id : row.key;
}

/** Messages of one person so close together, in ms, stand under one name. */
const FOLLOWING_MS = 5 * MINUTE_MS;

interface Talk {
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
  readonly pending: readonly PendingMessage[];
  readonly userId: string;
  /** The id of the last message that had been read when the page was opened; null where nobody keeps that. */
  readonly readUntil: number | null;
}

/** The lines of a talk, the latest last: a line for each day, and one before what has come since it was read last. */
export function talkRows({ messages, hasOlder, pending, userId, readUntil }: Talk): TalkRow[] {
  const rows: TalkRow[] = [{ kind: hasOlder ? 'older' : 'start', key: 'top' }];
  const isNew = ({ id, by }: Message) => readUntil !== null && id > readUntil && by?.id !== userId;
  const firstNew = readUntil === null || readUntil === 0 ? undefined : messages.find(isNew);
  let [day, dayEnds] = [Number.NaN, Number.NEGATIVE_INFINITY];
  for (const message of messages) {
    const { id, at } = message;
    if (!(at >= day && at < dayEnds)) {
      [day, dayEnds] = dayOf(at);
      rows.push({ kind: 'day', key: `day ${id}`, text: formatDay(at) });
    }
    if (message === firstNew) rows.push({ kind: 'unread', key: 'unread' });
    rows.push(message);
  }
  for (const each of pending) rows.push({ kind: 'pending', key: each.key, text: each.text });
  return rows;
}

/** Messages on their way, without those that are there already. */
export function stillPending(
  pending: readonly PendingMessage[],
  messages: readonly Message[],
  userId: string,
): PendingMessage[] {
  return pending.filter(({ text, after }) => {
    for (let at = messages.length - 1; at >= 0; at -= 1) {
      const message = messages[at];
      if (message === undefined || message.id <= after) return true;
      if (message.by?.id === userId && message.text === text) return false;
    }
    return true;
  });
}

/** Whether a message stands under the name of the line before. */
export function follows({ at, by }: Message, before: TalkRow | undefined): boolean {
  if (by === null || before === undefined || !isMessage(before)) return false;
  return before.by?.id === by.id && before.text !== null && at - before.at < FOLLOWING_MS;
}

/** Where the day of a moment begins and ends on this device, in ms. */
function dayOf(at: number): [number, number] {
  const date = new Date(at);
  date.setHours(0, 0, 0, 0);
  const begins = date.getTime();
  date.setDate(date.getDate() + 1);
  return [begins, date.getTime()];
}
