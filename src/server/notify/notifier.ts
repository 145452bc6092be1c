import { setTimeout as pause } from 'node:timers/promises';
import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import type { About, Consent, Recipient } from './store.ts';
import { agreeing, claimNotifications, membersToNotify, storeFacts } from './store.ts';

/** Whether messages of a kind are sent by the clock or whenever people like. */
const laneByKind: Readonly<Record<NoticeKind, Lane>> = {
  'missing-picks': 'scheduled',
  'week-result': 'scheduled',
  announcement: 'posted',
  mention: 'posted',
};

/** The lane of some news. */
export function laneOf({ kind }: News): Lane {
  return laneByKind[kind];
}

/** A message to one person, claimed and ready to go. */
export interface Message {
  readonly news: News;
  /** The address of the league that the reader uses. */
  readonly site: string;
  /** Lets the reader turn off this kind of message on this channel. */
  readonly token: string;
  /** Asked again before the message goes: whether what it says still stands. */
  readonly stands?: (() => Promise<boolean>) | undefined;
}

/** Sends a message to one person in the background. If that fails, the message is lost. */
export type Send = (message: Message) => void;

/** A way by which people are told something. */
export interface Channel {
  readonly name: ChannelName;
  /** Whether this league has it. */
  readonly isOpen: boolean;
  /** Whether people have to set it up first. Until they do, their silence is not consent. */
  readonly isChosen: boolean;
  /** Finds whom of these people it reaches, and how to send to each of them. */
  reach(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Send>>;
  /** Resolves when it can take more scheduled messages. */
  ready(): Promise<void>;
}

/** What is missing in a week: `2 picks and your order are missing`; with several entries for which: `2 picks are missing for Lucky`. */
export function missingText(news: MissingNews): string {
  const [entry, ...others] = news.entries;
  if (entry === undefined) return '';
  if (others.length > 0)
    return `${news.asksForTeam ? 'teams' : 'picks'} are missing for ${news.entries.length} entries`;
  return `${lackingText(entry, news)} missing${news.isNamed ? ` for ${entry.name}` : ''}`;
}

/** What each entry lacks, in a line, if the reader has several. */
export function missingLines(news: MissingNews): string[] {
  if (!news.isNamed) return [];
  return news.entries.map((entry) => `${entry.name}: ${lackingText(entry, news)} missing.`);
}

/** The entry to pick for first; undefined if the reader has only one. */
export function entryToPick({ entries: [first], isNamed }: MissingNews): string | undefined {
  return isNamed ? first?.id : undefined;
}

function lackingText({ missing, lacksOrder }: LackingEntry, { asksForTeam }: MissingNews): string {
  if (asksForTeam) return 'your team is';
  if (missing === 0) return 'your order is';
  const picks = missing === 1 ? '1 pick' : `${missing} picks`;
  if (lacksOrder) return `${picks} and your order are`;
  return `${picks} ${missing === 1 ? 'is' : 'are'}`;
}

/** Day and time of the next lock, in the reader's zone; null where there is none. */
export function lockText({ nextLock, zone }: MissingNews): { readonly day: string; readonly time: string } | null {
  if (nextLock === null) return null;
  return { day: formatDay(nextLock, zone ?? EASTERN_ZONE), time: formatTime(nextLock, zone ?? EASTERN_ZONE) };
}

interface OfPool {
  readonly poolId: string;
  readonly poolName: string;
}

/** An entry of the reader that lacks something. */
export interface LackingEntry {
  readonly id: string;
  readonly name: string;
  /** How many picks it lacks, or 1 for a team. */
  readonly missing: number;
  /** The pool also asks for an order of the games, and that is missing. */
  readonly lacksOrder: boolean;
}

/** Games that the reader can still pick and has not, or the order or the team that the pool asks for. */
export interface MissingNews extends OfPool {
  readonly kind: 'missing-picks';
  readonly weekId: string;
  /** Those that lack something; at least one. */
  readonly entries: readonly LackingEntry[];
  /** The reader has several entries in the pool, so that they are told by name. */
  readonly isNamed: boolean;
  /** The pool asks for a team, and that is missing. */
  readonly asksForTeam: boolean;
  /** When the first of the open games locks, in ms; null where none is open. */
  readonly nextLock: number | null;
  /** The reader's time zone; null if unknown, which means Eastern. */
  readonly zone: string | null;
  /** Sent by a commissioner or an admin, not by the clock. */
  readonly isByHand: boolean;
}

/** What was announced in a pool. */
export interface AnnouncementNews extends OfPool {
  readonly kind: 'announcement';
  readonly text: string;
}

/** Somebody named the reader in the talk of a pool. */
export interface MentionNews extends OfPool {
  readonly kind: 'mention';
  readonly by: string;
  readonly text: string;
}

/** How the reader did in a week that is decided. */
export interface ResultNews extends OfPool {
  readonly kind: 'week-result';
  readonly weekId: string;
  /** Another result of the week was sent to the reader before. */
  readonly isCorrection: boolean;
  /** What became of the week, in words. */
  readonly all: string;
  /** What became of the reader: first how they did, then what stood out. */
  readonly own: readonly [string, ...string[]];
}

/** What somebody can be told. It has no field for somebody else's side or for an address. */
export type News = MissingNews | AnnouncementNews | MentionNews | ResultNews;

/** The news of one kind. */
export type NewsOf<K extends NoticeKind> = Extract<News, { readonly kind: K }>;

/** How long news is worth sending, in real ms: a reminder until the next lock. Undefined for the usual time. */
export function newsMs(news: News, { now, speed = 1 }: Clock): number | undefined {
  if (news.kind !== 'missing-picks' || news.nextLock === null) return undefined;
  return Math.max(0, news.nextLock - now()) / speed;
}

/** How many people are told at once. Requests are answered between slices. */
export const SLICE = 25;
/** The pause after each slice, in ms. */
const PAUSE_MS = 5;
/** How long a round waits for a full channel before it leaves it out, in ms: time enough for a slow mail server to take a slice. */
const PATIENCE_MS = 30_000;

/** Something to tell some people. */
export interface Notification<K extends NoticeKind = NoticeKind> {
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
  async waiting(poolId: string, about: About): Promise<Recipient[]> {
    const { db } = this.#store;
    const found = new Map<string, Recipient>();
    for (const channel of this.#channels) {
      const wishing = await membersToNotify(db, poolId, about, channel.name);
      const ids = wishing.map(({ userId }) => userId);
      const reached = await channel.reach(db, ids);
      for (const wish of wishing) if (reached.has(wish.userId)) found.set(wish.userId, wish);
    }
    return [...found.values()];
  }

  /** Tells all of them, slice by slice. @returns how many people */
  async notify<K extends NoticeKind>(notification: Notification<K>, channels = this.#channels): Promise<number> {
    const people = [...notification.to];
    let reached = 0;
    for (let at = 0; at < people.length; at += SLICE) {
      const slice = { ...notification, to: new Map(people.slice(at, at + SLICE)) };
      const claimed = await transact(this.#store, (tx) => this.claim(tx, slice, channels));
      reached += await this.deliver(claimed);
    }
    return reached;
  }

  /** Claims messages inside the caller's transaction. */
  async claim<K extends NoticeKind>(
    tx: Db,
    notification: Notification<K>,
    channels = this.#channels,
  ): Promise<Claimed[]> {
    const { kind, key, authorId, consent = 'asked', site, to, facts, stands } = notification;
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
