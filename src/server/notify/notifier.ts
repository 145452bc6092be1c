import { setTimeout as pause } from 'node:timers/promises';
import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import type { ChannelName, NoticeKind } from '#core/notify/kinds.ts';
import type { KeptReceipt } from '#core/receipts/receipts.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { NewMessage } from '#server/platform/outbox/store.ts';
import { addMessages } from '#server/platform/outbox/store.ts';
import type { StoredFacts } from './results-store.ts';
import { factsStand } from './results-store.ts';
import type { About, Consent, Recipient } from './store.ts';
import { agreeing, claimNotifications, membersToNotify, storedKey, storeFacts } from './store.ts';

/** The lane of each kind of message: sent by the clock, or when a user posts it. */
const laneByKind: Readonly<Record<NoticeKind, Lane>> = {
  'missing-picks': 'scheduled',
  'week-result': 'scheduled',
  announcement: 'posted',
  mention: 'posted',
};

function laneOf({ kind }: News): Lane {
  return laneByKind[kind];
}

/** A claimed message to one person, as it waits in the outbox. It is written when it is sent. */
export interface Message {
  readonly news: News;
  /** Identifies it, with the kind of its news, its reader and its channel. */
  readonly key: string;
  /** The address of the league that the reader uses. */
  readonly site: string;
  /** For results: what must still be true when it is sent. */
  readonly facts?: StoredFacts;
  /** Whether it is sent whatever its reader chose, so that no link stops it. */
  readonly isAlwaysSent?: true;
}

/** A notification channel: a kind of message in the outbox. */
export interface Channel {
  readonly name: ChannelName;
  /** Whether it is available in this league. */
  readonly isOpen: boolean;
  /** Whether users must set it up first. Until then, no choice means no consent. */
  readonly isChosen: boolean;
  /** Finds which of these users it reaches, and the recipients of the messages to each. */
  reach(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Whether the content of a message is still true. */
export async function stands(db: Db, { news, facts }: Message): Promise<boolean> {
  if (news.kind !== 'week-result' || facts === undefined) return true;
  return factsStand(db, news.poolId, news.weekId, facts);
}

/** What is missing in a week: `2 picks and your order are missing`; for one of several entries `2 picks are missing for Lucky`. */
export function missingText(news: MissingNews): string {
  const [entry, ...others] = news.entries;
  if (entry === undefined) return '';
  if (others.length > 0)
    return `${news.asksForTeam ? 'teams' : 'picks'} are missing for ${news.entries.length} entries`;
  return `${lackingText(entry, news)} missing${news.isNamed ? ` for ${entry.name}` : ''}`;
}

/** One line per entry with what it lacks, if the reader has several. */
export function missingLines(news: MissingNews): string[] {
  if (!news.isNamed) return [];
  return news.entries.map((entry) => `${entry.name}: ${lackingText(entry, news)} missing.`);
}

/** The entry to pick for first; undefined if the reader has only one. */
export function entryToPick({ entries: [first], isNamed }: MissingNews): string | undefined {
  return isNamed ? first?.id : undefined;
}

function lackingText({ missing, lacksOrder }: LackingEntry, { asksForTeam, hasTwoTeams }: MissingNews): string {
  if (hasTwoTeams) return missing === 1 ? 'your second team is' : 'your two teams are';
  if (asksForTeam) return 'your team is';
  if (missing === 0) return 'your order is';
  const picks = missing === 1 ? '1 pick' : `${missing} picks`;
  if (lacksOrder) return `${picks} and your order are`;
  return `${picks} ${missing === 1 ? 'is' : 'are'}`;
}

/** Day and time of the next lock, in the reader's zone; null if there is none. */
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
  /** How many picks or teams it lacks. */
  readonly missing: number;
  /** Whether the pool also asks for an order of the games, and it is missing. */
  readonly lacksOrder: boolean;
}

/** Open games that the reader has not picked, or the missing order or team. */
export interface MissingNews extends OfPool {
  readonly kind: 'missing-picks';
  readonly weekId: string;
  /** The entries that lack something; at least one. */
  readonly entries: readonly LackingEntry[];
  /** Whether the reader has several entries in the pool, so that the text names them. */
  readonly isNamed: boolean;
  /** Whether the pool asks for a team, and it is missing. */
  readonly asksForTeam: boolean;
  /** Whether the week has two teams. */
  readonly hasTwoTeams: boolean;
  /** When the first of the open games locks, in ms; null if none is open. */
  readonly nextLock: number | null;
  /** The reader's time zone; null if unknown, which means Eastern. */
  readonly zone: string | null;
  /** Whether a commissioner or an admin sent it, not the clock. */
  readonly isByHand: boolean;
}

/** An announcement in a pool. */
export interface AnnouncementNews extends OfPool {
  readonly kind: 'announcement';
  readonly text: string;
  /** Its author, with their role. */
  readonly by?: string;
  /** Whether the league wrote it: then nothing in it is meant as a link, and names are defused. */
  readonly isByUs?: true;
  /** The page to open; the first screen by default. */
  readonly path?: string;
}

/** A message in the talk of a pool that mentions the reader, or replies to them. */
export interface MentionNews extends OfPool {
  readonly kind: 'mention';
  readonly by: string;
  readonly text: string;
  readonly isReply?: true;
}

/** The result of a decided week for the reader. */
export interface ResultNews extends OfPool {
  readonly kind: 'week-result';
  readonly weekId: string;
  /** Whether a different result of the week was sent to the reader before. */
  readonly isCorrection: boolean;
  /** The result of the week, in words. */
  readonly all: string;
  /** The result of the reader: first how they did, then what stood out. */
  readonly own: readonly [string, ...string[]];
  /** The pool's latest lock receipt; null before the first. */
  readonly receipt: KeptReceipt | null;
}

/** The content of a notification. It has no field for another person's side or for an address. */
export type News = MissingNews | AnnouncementNews | MentionNews | ResultNews;

/** The news of one kind. */
export type NewsOf<K extends NoticeKind> = Extract<News, { readonly kind: K }>;

/** How long news stays valid, in real ms: a reminder until the next lock. */
export function newsMs(news: News, { now, speed = 1 }: Clock): number {
  if (news.kind !== 'missing-picks' || news.nextLock === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, news.nextLock - now()) / speed;
}

/** How long news by the clock is sent, in ms: quiet hours may begin. */
const SCHEDULED_MS = HOUR_MS;
/** How long news by users is sent, in ms: it may go to thousands of people, one after another. */
const POSTED_MS = 6 * HOUR_MS;

function isByClock(news: News): boolean {
  return laneOf(news) === 'scheduled' && !(news.kind === 'missing-picks' && news.isByHand);
}

/** How many people are notified at once. Requests are answered between slices. */
export const SLICE = 25;
/** The pause after each slice, in ms. */
const PAUSE_MS = 5;
/** How long a round waits for a full channel before it drops it, in ms; long enough for a slow mail server to accept a slice. */
const MAX_WAIT_MS = 30_000;
/** How often a round looks whether a full channel has room again, in ms. */
const LOOK_MS = 100;
/** Maximum number of unsent messages of a channel before more are claimed, so that those that are claimed are not out of date when sent. */
const MOST_UNSENT = 200;

/** A notification to some people. */
export interface Notification<K extends NoticeKind = NoticeKind> {
  readonly kind: K;
  /** Identifies its subject. Nobody is notified of the same key twice. */
  readonly key: string;
  /** Its author, if a member wrote it. */
  readonly authorId?: string;
  /** Default: `asked`. */
  readonly consent?: Consent;
  readonly site: string;
  /** The news by reader; null if there is nothing to send to this reader, now or later. */
  readonly to: ReadonlyMap<string, NewsOf<K> | null>;
  /** For messages that can be corrected: the content for each reader, stored with their message of this key. */
  readonly facts?: { readonly key: string; readonly of: (userId: string) => StoredFacts };
}

type Outgoing = Pick<Outbox, 'hasRoom' | 'wake'>;

/** A person with a claimed message, and the recipients in the outbox, to be woken after the claim is committed. */
export interface Claimed {
  readonly userId: string;
  readonly recipients: readonly string[];
}

/** Notifies people on every channel that they chose, each message at most once (decision 037). */
export class Notifier {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #outbox: Outgoing;
  readonly #channels: readonly Channel[];

  /** @param channels closed ones are left out */
  constructor(store: Store, clock: Clock, outbox: Outgoing, channels: readonly Channel[]) {
    this.#store = store;
    this.#clock = clock;
    this.#outbox = outbox;
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

  /** The members of a pool who want a message, have not received it yet, and can be reached on a channel that they chose. */
  async waiting(poolId: string, about: About): Promise<Recipient[]> {
    const { db } = this.#store;
    const found = new Map<string, Recipient>();
    for (const channel of this.#channels) {
      const recipients = await membersToNotify(db, poolId, about, channel.name);
      const ids = recipients.map(({ userId }) => userId);
      const reached = await channel.reach(db, ids);
      for (const recipient of recipients) if (reached.has(recipient.userId)) found.set(recipient.userId, recipient);
    }
    return [...found.values()];
  }

  /** Notifies all readers, slice by slice. @returns how many people were notified */
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
    const { kind, key, authorId, consent = 'asked', site, to, facts } = notification;
    const claimed: Claimed[] = [];
    const messages: NewMessage[] = [];
    for (const channel of channels) {
      const { name } = channel;
      const reached = await channel.reach(tx, await agreeing(tx, { kind, channel: name, consent }, [...to.keys()]));
      const about = { kind, key, authorId, channel: name };
      for (const userId of await claimNotifications(tx, about, [...reached.keys()], this.#clock.now())) {
        const [recipients = [], news, own] = [reached.get(userId), to.get(userId), facts?.of(userId)];
        if (facts && own) await storeFacts(tx, { kind, key: facts.key, channel: name }, userId, own.digest);
        if (!news) continue;
        const always = consent === 'always' && { isAlwaysSent: true as const };
        const content: Message = { news, key: storedKey(about), site, ...(own && { facts: own }), ...always };
        messages.push(...recipients.map((recipient) => this.#toSend(name, recipient, content)));
        claimed.push({ userId, recipients });
      }
    }
    await addMessages(tx, messages);
    return claimed;
  }

  #toSend(kind: ChannelName, recipient: string, content: Message): NewMessage {
    const at = Date.now();
    const { news } = content;
    const ms = Math.min(newsMs(news, this.#clock), isByClock(news) ? SCHEDULED_MS : POSTED_MS);
    return { kind, lane: laneOf(news), recipient, content, at, until: Math.ceil(at + ms) };
  }

  /** Begins a run that notifies many people. */
  round(signal: AbortSignal, maxWaitMs = MAX_WAIT_MS): Round {
    return new Round(this.#outbox, this.#channels, signal, maxWaitMs);
  }

  /** Sends claimed messages, after their commit. @returns how many people were notified */
  async deliver(claimed: readonly Claimed[]): Promise<number> {
    this.#outbox.wake(claimed.flatMap(({ recipients }) => recipients));
    await pause(PAUSE_MS);
    return new Set(claimed.map(({ userId }) => userId)).size;
  }

  /** Which of these users consent to a kind of message on any channel, and which of them can be reached. */
  async reachable(
    db: Db,
    { kind, consent }: { readonly kind: NoticeKind; readonly consent: Consent },
    userIds: readonly string[],
  ): Promise<{ readonly agreed: ReadonlySet<string>; readonly reached: ReadonlySet<string> }> {
    const agreed = new Set<string>();
    const reached = new Set<string>();
    const hasDefaultChannel = this.#channels.some(({ isChosen }) => !isChosen);
    for (const channel of this.#channels) {
      const willing = await agreeing(db, { kind, channel: channel.name, consent }, userIds);
      const within = [...(await channel.reach(db, willing)).keys()];
      for (const id of channel.isChosen && hasDefaultChannel ? within : willing) agreed.add(id);
      for (const id of within) reached.add(id);
    }
    return { agreed, reached };
  }
}

/** A run that notifies many people. A full channel is left to the next run and does not delay the others. */
export class Round {
  readonly #outbox: Outgoing;
  readonly #signal: AbortSignal;
  readonly #maxWaitMs: number;
  #channels: readonly Channel[];

  constructor(outbox: Outgoing, channels: readonly Channel[], signal: AbortSignal, maxWaitMs: number) {
    this.#outbox = outbox;
    this.#channels = channels;
    this.#signal = signal;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The channels that can accept more; none once the server is stopping. */
  async ready(): Promise<readonly Channel[]> {
    const ready = await Promise.all(this.#channels.map((channel) => this.#isReady(channel)));
    this.#channels = this.#signal.aborted ? [] : this.#channels.filter((_, at) => ready[at]);
    return this.#channels;
  }

  async #isReady({ name }: Channel): Promise<boolean> {
    const until = performance.now() + this.#maxWaitMs;
    while (!(await this.#outbox.hasRoom(name, MOST_UNSENT))) {
      if (performance.now() >= until || this.#signal.aborted) return false;
      await pause(LOOK_MS, null, { signal: this.#signal, ref: false }).catch(() => {});
    }
    return true;
  }
}
