import { setTimeout as wait } from 'node:timers/promises';
import { nextAttemptAt } from '#core/attempts.ts';
import { Background } from '#server/platform/background.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { GroupCommit } from '#server/platform/db/group-commit.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { OutboxKind } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import { SharedRun } from '#server/platform/shared-run.ts';
import type { OutboxMessage, Queue } from './store.ts';
import {
  claim,
  claimNext,
  dueQueues,
  extendClaims,
  findMessage,
  INTERRUPTED,
  postpone,
  removeMessage,
  removeMessagesTo,
  settle,
  takeOverdue,
  unsentOf,
} from './store.ts';

/** The result of an attempt to send a message. */
export interface SendResult {
  /** `failed`: given up. `again`: to be tried again. `postponed`: not tried, because it is too early. */
  readonly outcome: 'sent' | 'failed' | 'again' | 'postponed';
  /** The shortest pause before the next one, in ms. */
  readonly restMs?: number;
  readonly status?: number | null;
  readonly failure?: string | null;
}

/** Where messages to one recipient go. */
export interface Destination {
  /** Nothing is sent before, except by hand; real time in ms. */
  readonly restsUntil: number;
  /** Runs `act` once there is a slot: each kind of message limits how many are sent at once. */
  inTurn<T>(lane: Lane, act: () => Promise<T>): Promise<T>;
  send(message: OutboxMessage): Promise<SendResult>;
}

/** How messages of one kind are sent. */
export interface Sender {
  /** The pauses between attempts, in ms; after the last one there is no further attempt. */
  readonly pausesMs: readonly number[];
  /** Whether a message that may have arrived when its process ended is sent again. */
  readonly isRepeatable: boolean;
  /** Whether messages are kept when they have ended, because a page shows them. */
  readonly isKept: boolean;
  /** Called with each message that is given up. */
  readonly onLost?: (message: OutboxMessage, failure: string) => void;
  /** Null if nothing can be sent to the recipient, who may be gone: then its messages are deleted. */
  to(recipient: string): Promise<Destination | null>;
  /** Fails calls in progress. */
  close?(): void;
}

/** The longest time between two looks for due messages, in ms. */
const PAUSE_MS = 15_000;
/** How long a stopping server waits for messages in progress. */
const STOP_WAIT_MS = 5000;
/** Timers may fire a little early. */
const SLACK_MS = 20;
const EXPIRED = 'Expired before it could be sent.';

export interface OutboxDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly senders: Readonly<Record<OutboxKind, Sender>>;
  readonly onError: (error: unknown) => void;
  /** Called with each message that was sent or given up. */
  readonly onEnd?: (message: OutboxMessage, state: 'sent' | 'failed') => void;
  /** Real time, ms: claims, pauses and expiry use it, not the league's clock. */
  readonly realNow?: () => number;
  /** From 0 to 1; spreads attempts. */
  readonly random?: () => number;
  readonly stopWaitMs?: number;
}

/**
 * Sends stored messages in the background (decision 061). Every node does so: a message is claimed by its row right before it is sent. Those
 * to one recipient are sent one at a time in each lane, in order unless one is tried again.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #realNow: () => number;
  readonly #pauseMs: number;
  readonly #underWay = new Background();
  /** The queues with a message that is being sent or waits for its turn. */
  readonly #busy = new Set<string>();
  /** The ids of messages that are being sent. */
  readonly #claimed = new Set<string>();
  readonly #closing = new AbortController();
  readonly #looks = new SharedRun(() => this.#look());
  /** On SQLite, each commit waits for the disk: claims and ends that come together share one. */
  readonly #writes: GroupCommit<Write, unknown>;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#realNow = deps.realNow ?? Date.now;
    this.#pauseMs = PAUSE_MS / (deps.clock.speed ?? 1);
    this.#writes = new GroupCommit<Write, unknown>({
      write: (writes) =>
        transact(deps.store, async (tx) => {
          const results: unknown[] = [];
          for (const write of writes) results.push(await write(tx));
          return results;
        }),
      keyOf: newId,
      replaces: () => false,
      failsForAll: (error) => faultOf(error) !== null,
    });
  }

  /** Looks for due messages at intervals until `stop`: those of other processes, and those that wait for another attempt. */
  start(): void {
    this.#isStarted = true;
    void this.look();
  }

  /** Starts to send all due messages; sending continues in the background. */
  look(): Promise<void> {
    return this.#looks.run();
  }

  /** Starts to send the messages to some recipients, once they are committed. */
  wake(recipients: readonly string[]): void {
    if (recipients.length > 0) this.#underWay.add(this.#sendDue(recipients).catch(this.#deps.onError));
  }

  /** Sends one message that a user waits for, whatever else waits for its recipient, unless another process is sending it. */
  async sendNow(id: string): Promise<void> {
    const message = await findMessage(this.#deps.store.db, id);
    const to = message && (await this.#deps.senders[message.kind].to(message.recipient));
    if (to === null) return;
    const sent = await to.inTurn('awaited', async () => {
      const claimed = await this.#write((tx) => claim(tx, id, this.#realNow()));
      return claimed && this.#attempt(to, claimed);
    });
    await sent?.();
  }

  /** Whether fewer than `most` scheduled messages of a kind wait to be sent, on all nodes. */
  async hasRoom(kind: OutboxKind, most: number): Promise<boolean> {
    return (await unsentOf(this.#deps.store.db, kind, 'scheduled')) < most;
  }

  /** Resolves when nothing is being sent, and nothing will be tried again soon. */
  idle(): Promise<void> {
    return this.#underWay.idle();
  }

  /** Resolves when nothing is in progress. Waiting messages are left to the next start. */
  async stop(): Promise<void> {
    const { senders, stopWaitMs = STOP_WAIT_MS } = this.#deps;
    this.#isStarted = false;
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#looks.idle();
    await Promise.race([this.idle(), wait(stopWaitMs, null, { ref: false })]);
    for (const sender of Object.values(senders)) sender.close?.();
    await this.idle();
  }

  async #look(): Promise<void> {
    try {
      await extendClaims(this.#deps.store.db, [...this.#claimed], this.#realNow());
      await this.#endOverdue();
      await this.#sendDue();
    } catch (error) {
      this.#deps.onError(error);
    }
    clearTimeout(this.#timer);
    if (this.#isStarted) this.#timer = setTimeout(() => void this.look(), this.#pauseMs).unref();
  }

  async #sendDue(recipients?: readonly string[]): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const due = await dueQueues(this.#deps.store.db, this.#realNow(), recipients);
    for (const queue of due) this.#underWay.add(this.#serve(queue).catch(this.#deps.onError));
  }

  /** Sends one message of a queue in its turn, then those that are due by then. */
  async #serve(queue: Queue): Promise<void> {
    const { kind, lane, recipient } = queue;
    const key = `${kind} ${lane} ${recipient}`;
    if (this.#busy.has(key)) return;
    this.#busy.add(key);
    try {
      const to = await this.#open(queue);
      const sent = await to?.inTurn(lane, () => this.#sendNext(queue));
      await sent?.();
      if (!sent) return;
    } finally {
      this.#busy.delete(key);
    }
    this.wake([recipient]);
  }

  /** Opens the destination again: while a message waited for its turn, its recipient may have gone or asked for a pause. */
  async #sendNext(queue: Queue): Promise<Finish | null> {
    const to = this.#closing.signal.aborted ? null : await this.#open(queue);
    const message = to && (await this.#write((tx) => claimNext(tx, queue, this.#realNow())));
    return to && message && this.#attempt(to, message);
  }

  /** @returns null if nothing can be sent to the recipient now */
  async #open(queue: Queue): Promise<Destination | null> {
    const { db } = this.#deps.store;
    const to = await this.#deps.senders[queue.kind].to(queue.recipient);
    if (to === null) await removeMessagesTo(db, queue.recipient);
    const now = this.#realNow();
    if (to === null || to.restsUntil <= now) return to;
    await postpone(db, queue, now, to.restsUntil);
    return null;
  }

  /** @returns a function that stores the result, which needs no slot */
  async #attempt(to: Destination, message: OutboxMessage): Promise<Finish> {
    this.#claimed.add(message.id);
    const result = await to.send(message).catch((error: unknown): SendResult => {
      this.#deps.onError(error);
      return { outcome: 'again' };
    });
    return () => this.#finish(message, result).finally(() => this.#claimed.delete(message.id));
  }

  async #finish(message: OutboxMessage, { outcome, restMs = 0, ...details }: SendResult): Promise<void> {
    const { random = Math.random, senders } = this.#deps;
    const { kind, attempts, until } = message;
    const now = this.#realNow();
    const { pausesMs } = senders[kind];
    if (outcome === 'postponed') {
      await this.#wait(message, { attempts: attempts - 1, nextAt: Math.min(now + restMs, until) });
      return;
    }
    const nextAt = outcome === 'again' ? nextAttemptAt({ pausesMs, attempts, restMs, until }, now, random()) : null;
    if (nextAt !== null) await this.#wait(message, { nextAt, status: null, failure: null, ...details });
    else await this.#end(message, outcome === 'sent' ? 'sent' : 'failed', details);
  }

  /** Within the time until the next look, a message is tried again on time. */
  async #wait(message: OutboxMessage, to: Partial<OutboxMessage> & Pick<OutboxMessage, 'nextAt'>): Promise<void> {
    await this.#write((tx) => settle(tx, message, { ...to, state: 'waiting' }));
    const ms = Math.max(0, to.nextAt - this.#realNow());
    if (ms >= this.#pauseMs) return;
    const again = wait(ms + SLACK_MS, null, { signal: this.#closing.signal, ref: false });
    this.#underWay.add(again.then(() => this.wake([message.recipient])).catch(() => {}));
  }

  async #end(
    message: OutboxMessage,
    state: 'sent' | 'failed',
    { status = null, failure = null }: Pick<SendResult, 'status' | 'failure'>,
  ): Promise<void> {
    const { isKept, onLost } = this.#deps.senders[message.kind];
    const to = { state, status, failure, nextAt: this.#realNow() };
    await this.#write((tx) => (isKept ? settle(tx, message, to) : removeMessage(tx, message)));
    this.#deps.onEnd?.(message, state);
    if (state === 'failed') onLost?.(message, failure ?? EXPIRED);
  }

  async #endOverdue(): Promise<void> {
    const now = this.#realNow();
    for (const message of await takeOverdue(this.#deps.store.db, now)) {
      const { state, until, kind } = message;
      if (state === 'waiting') await this.#end(message, 'failed', message);
      else if (this.#deps.senders[kind].isRepeatable && until > now) await this.#wait(message, { nextAt: now });
      else await this.#end(message, 'failed', { failure: INTERRUPTED });
    }
  }

  #write<T>(act: (tx: Db) => Promise<T>): Promise<T> {
    return this.#writes.add(act) as Promise<T>;
  }
}

type Write = (tx: Db) => Promise<unknown>;
type Finish = () => Promise<void>;
