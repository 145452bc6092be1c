import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { Db, Store } from '#server/store/engine/connect.ts';
import type { Clock } from '../clock.ts';
import { transact } from '../store/engine/transactions.ts';
import type { About, Wishing } from '../store/notice-plan.ts';
import { untold } from '../store/notice-plan.ts';
import type { Consent } from '../store/notification-choices.ts';
import { agreeing } from '../store/notification-choices.ts';
import { claimNotifications, storeFacts } from '../store/notifications.ts';
import type { Channel, Message, Send } from './channels/channel.ts';
import type { NewsOf } from './news.ts';

/** How many people are told at once. Requests are answered between slices. */
export const SLICE = 25;
/** The pause after each slice, in ms. */
const PAUSE_MS = 5;
/** How long a round waits for a full channel before it leaves it out, in ms: time enough for a slow mail server to take a slice. */
const PATIENCE_MS = 30_000;

/** Something to tell some people. */
export interface Told<K extends NoticeKind = NoticeKind> {
  readonly kind: K;
  /** Identifies what it is about. Nobody is told of the same key twice. */
  readonly key: string;
  /** Who wrote it, if a member did. */
  readonly authorId?: string;
  /** Default: `asked`. */
  readonly consent?: Consent;
  readonly site: string;
  /** The news by reader. Null: there is nothing to tell this reader, now or later. */
  readonly to: ReadonlyMap<string, NewsOf<K> | null>;
  /** Of messages that can be corrected: what each reader is told, kept with their message of this key. */
  readonly facts?: { readonly key: string; readonly of: (userId: string) => string };
  /** Asked again before each message goes: whether what it says to its reader still stands. */
  readonly stands?: (userId: string) => Promise<boolean>;
}

/** A claimed message, to be sent after the claim is committed. */
export interface Claimed {
  readonly userId: string;
  readonly send: Send;
  readonly message: Message;
}

/** Tells people what they asked for, by every channel that they chose, each message at most once (decision 037). */
export class Notifier {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #channels: readonly Channel[];

  /** @param channels closed ones are left out */
  constructor(store: Store, clock: Clock, channels: readonly Channel[]) {
    this.#store = store;
    this.#clock = clock;
    this.#channels = channels.filter(({ isOpen }) => isOpen);
  }

  /** The open channels. */
  get channels(): readonly Channel[] {
    return this.#channels;
  }

  /** The names of the open channels. */
  get open(): ChannelName[] {
    return this.#channels.map(({ name }) => name);
  }

  /** The members of a pool who asked for a message, have not got it yet, and can be reached by a channel that they chose. */
  async waiting(poolId: string, about: About): Promise<Wishing[]> {
    const { db } = this.#store;
    const found = new Map<string, Wishing>();
    for (const channel of this.#channels) {
      const wishing = await untold(db, poolId, about, channel.name);
      const ids = wishing.map(({ userId }) => userId);
      const reached = await channel.reach(db, ids);
      for (const wish of wishing) if (reached.has(wish.userId)) found.set(wish.userId, wish);
    }
    return [...found.values()];
  }

  /** Tells all of them, slice by slice. @returns how many people */
  async tell<K extends NoticeKind>(told: Told<K>, channels = this.#channels): Promise<number> {
    const people = [...told.to];
    let reached = 0;
    for (let at = 0; at < people.length; at += SLICE) {
      const slice = { ...told, to: new Map(people.slice(at, at + SLICE)) };
      const claimed = await transact(this.#store, (tx) => this.claim(tx, slice, channels));
      reached += await this.deliver(claimed);
    }
    return reached;
  }

  /** Claims messages inside the caller's transaction. */
  async claim<K extends NoticeKind>(tx: Db, told: Told<K>, channels = this.#channels): Promise<Claimed[]> {
    const { kind, key, authorId, consent = 'asked', site, to, facts, stands } = told;
    const claimed: Claimed[] = [];
    for (const channel of channels) {
      const { name } = channel;
      const reached = await channel.reach(tx, await agreeing(tx, { kind, channel: name, consent }, [...to.keys()]));
      const about = { kind, key, authorId, channel: name };
      for (const [userId, token] of await claimNotifications(tx, about, [...reached.keys()], this.#clock.now())) {
        const [send, news] = [reached.get(userId), to.get(userId)];
        if (facts) await storeFacts(tx, { kind, key: facts.key, channel: name }, userId, facts.of(userId));
        if (send && news)
          claimed.push({ userId, send, message: { news, site, token, stands: stands && (() => stands(userId)) } });
      }
    }
    return claimed;
  }

  /** Begins a run that tells many people things. */
  round(signal: AbortSignal, patienceMs = PATIENCE_MS): Round {
    return new Round(this.#channels, signal, patienceMs);
  }

  /** Sends claimed messages, after their commit. @returns how many people are told */
  async deliver(claimed: readonly Claimed[]): Promise<number> {
    for (const { send, message } of claimed) send(message);
    await pause(PAUSE_MS);
    return new Set(claimed.map(({ userId }) => userId)).size;
  }

  /** Which of these people agree to a kind of message by any channel, and which of them can be reached. */
  async reachable(
    db: Db,
    { kind, consent }: { readonly kind: NoticeKind; readonly consent: Consent },
    userIds: readonly string[],
  ): Promise<{ readonly agreed: ReadonlySet<string>; readonly reached: ReadonlySet<string> }> {
    const agreed = new Set<string>();
    const reached = new Set<string>();
    const isOneUnchosen = this.#channels.some(({ isChosen }) => !isChosen);
    for (const channel of this.#channels) {
      const willing = await agreeing(db, { kind, channel: channel.name, consent }, userIds);
      const within = [...(await channel.reach(db, willing)).keys()];
      for (const id of channel.isChosen && isOneUnchosen ? within : willing) agreed.add(id);
      for (const id of within) reached.add(id);
    }
    return { agreed, reached };
  }
}

/** A run that tells many people things. A full channel is left to the next run and holds up no other. */
export class Round {
  readonly #signal: AbortSignal;
  readonly #patienceMs: number;
  #channels: readonly Channel[];

  constructor(channels: readonly Channel[], signal: AbortSignal, patienceMs: number) {
    this.#channels = channels;
    this.#signal = signal;
    this.#patienceMs = patienceMs;
  }

  /** The channels that can take more; none once the server is told to end. */
  async ready(): Promise<readonly Channel[]> {
    const ready = await Promise.all(this.#channels.map((channel) => this.#isReady(channel)));
    this.#channels = this.#signal.aborted ? [] : this.#channels.filter((_, at) => ready[at]);
    return this.#channels;
  }

  async #isReady(channel: Channel): Promise<boolean> {
    const isReady = new AbortController();
    const signal = AbortSignal.any([this.#signal, isReady.signal]);
    const patience = pause(this.#patienceMs, false, { signal, ref: false }).catch(() => false);
    return Promise.race([channel.ready().then(() => true), patience]).finally(() => isReady.abort());
  }
}
