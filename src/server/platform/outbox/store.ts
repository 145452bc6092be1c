import { sql } from 'kysely';
import { MINUTE_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { OutboxKind, OutboxState, OutboxTable } from '#server/platform/db/schema.ts';
import type { Lane } from '#server/platform/fair-queue.ts';

/** A message to add. Times are real, ms. */
export interface NewMessage {
  /** By default a new one. */
  readonly id?: string;
  readonly kind: OutboxKind;
  readonly lane: Lane;
  readonly recipient: string;
  /** A subject that is sent to a recipient once. */
  readonly once?: string;
  readonly content: object;
  readonly at: number;
  /** When it expires. */
  readonly until: number;
}

/** A message as stored. Times are real, ms. */
export interface OutboxMessage extends Pick<OutboxTable, 'id' | 'kind' | 'lane' | 'recipient' | 'at' | 'until'> {
  /** Parsed; its kind says what it is. */
  readonly content: unknown;
  readonly state: OutboxState;
  /** Including the one in progress. */
  readonly attempts: number;
  readonly nextAt: number;
  readonly status: number | null;
  readonly failure: string | null;
}

/** The messages of a lane to one recipient, which are sent one at a time. */
export type Queue = Pick<OutboxMessage, 'kind' | 'lane' | 'recipient'>;

/** How long a claim lasts, in ms, unless its process extends it: a message that is still being sent after that was left by its process. */
export const CLAIM_MS = MINUTE_MS;

/** Why a message failed whose process ended while it was sent: it may have arrived. */
export const INTERRUPTED = 'interrupted';

type Row = Omit<OutboxTable, 'attempts' | 'status' | 'failure'> &
  Pick<OutboxMessage, 'attempts' | 'status' | 'failure'>;

export function toMessage({ next_at, content, once: _, ...row }: Row): OutboxMessage {
  return { ...row, content: JSON.parse(content), nextAt: next_at };
}

/** Adds messages in the order in which they are sent. One whose subject the recipient already has is left out. */
export async function addMessages(tx: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ id = newId(), once = null, content, at, ...of }, place) => {
    return {
      ...of,
      id,
      once,
      content: JSON.stringify(content),
      at: at + place,
      state: 'waiting',
      next_at: at,
    } as const;
  });
  await tx
    .insertInto('outbox')
    .values(rows)
    .onConflict((c) => c.columns(['recipient', 'once']).doNothing())
    .execute();
}

/** The queues with a message to send now, and none that is being sent. @param recipients all by default */
export function dueQueues(db: Db, now: number, recipients?: readonly string[]): Promise<Queue[]> {
  const due = db
    .selectFrom('outbox')
    .select(['kind', 'lane', 'recipient'])
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where('until', '>', now)
    .where(isFree)
    .groupBy(['kind', 'lane', 'recipient'])
    .orderBy((e) => e.fn.min('next_at'))
    .orderBy((e) => e.fn.min('at'));
  return (recipients === undefined ? due : due.where('recipient', 'in', recipients)).execute();
}

/** No other message of the queue is being sent. */
const isFree = sql<boolean>`not exists (
  select 1 from outbox as other
  where other.recipient = outbox.recipient and other.lane = outbox.lane and other.state = 'sending')`;

/** Claims the oldest due message of a queue for this process. @returns null if there is none, or another process sends one */
export async function claimNext(db: Db, { lane, recipient }: Queue, now: number): Promise<OutboxMessage | null> {
  const next = db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('lane', '=', lane)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where('until', '>', now)
    .where(isFree)
    .orderBy('next_at')
    .orderBy('at')
    .orderBy('id')
    .limit(1);
  const row = await next.executeTakeFirst();
  return row === undefined ? null : claim(db, row.id, now);
}

/** Claims a message for this process before it is sent. @returns null if it is not waiting, because another process has it */
export async function claim(db: Db, id: string, now: number): Promise<OutboxMessage | null> {
  const row = await db
    .updateTable('outbox')
    .set((e) => ({ state: 'sending', attempts: e('attempts', '+', 1), next_at: now + CLAIM_MS }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return row ? toMessage(row) : null;
}

/** Extends claims of this process. */
export async function extendClaims(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const update = db
    .updateTable('outbox')
    .set({ next_at: now + CLAIM_MS })
    .where('id', 'in', ids);
  await update.where('state', '=', 'sending').execute();
}

/** Takes the messages that expired, and those whose process ended while it sent them: no other process takes them meanwhile. */
export async function takeOverdue(db: Db, now: number): Promise<OutboxMessage[]> {
  const isOverdue = sql<boolean>`next_at <= ${now} and (state = 'sending' or (state = 'waiting' and until <= ${now}))`;
  const some = await db.selectFrom('outbox').select('id').where(isOverdue).limit(1).execute();
  if (some.length === 0) return [];
  const update = db
    .updateTable('outbox')
    .set({ next_at: now + CLAIM_MS })
    .where(isOverdue);
  return (await update.returningAll().execute()).map(toMessage);
}

/** Stores what becomes of a message, if nobody else has done so. */
export async function settle(db: Db, { id, state }: OutboxMessage, to: Partial<OutboxMessage>): Promise<void> {
  const { state: next, attempts, nextAt, status, failure } = to;
  const update = db.updateTable('outbox').set({ state: next, attempts, next_at: nextAt, status, failure });
  await update.where('id', '=', id).where('state', '=', state).execute();
}

/** Deletes a message that has ended. */
export async function removeMessage(db: Db, { id, state }: OutboxMessage): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).where('state', '=', state).execute();
}

/** Deletes all messages to a recipient. */
export async function removeMessagesTo(db: Db, recipient: string): Promise<void> {
  await db.deleteFrom('outbox').where('recipient', '=', recipient).execute();
}

/** Lets the due messages of a queue wait, in their order, but not longer than they are valid. */
export async function postpone(db: Db, { lane, recipient }: Queue, now: number, until: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set((e) => ({ next_at: e.case().when('until', '<', until).then(e.ref('until')).else(until).end() }))
    .where('recipient', '=', recipient)
    .where('lane', '=', lane)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .execute();
}

export async function findMessage(db: Db, id: string): Promise<OutboxMessage | null> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toMessage(row) : null;
}

/** How many messages of a kind and lane have not been sent yet. */
export async function unsentOf(db: Db, kind: OutboxKind, lane: Lane): Promise<number> {
  const count = db.selectFrom('outbox').select((e) => e.fn.countAll().as('all'));
  const unsent = count.where('state', 'in', ['waiting', 'sending']).where('kind', '=', kind).where('lane', '=', lane);
  return Number((await unsent.executeTakeFirstOrThrow()).all);
}

/** Deletes messages that were added long ago. @param before in real time, ms */
export async function removeOldMessages(db: Db, before: number): Promise<void> {
  await db.deleteFrom('outbox').where('at', '<', before).where('state', 'in', ['sent', 'failed']).execute();
}
