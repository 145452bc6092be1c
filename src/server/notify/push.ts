import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OutsideAnswer } from '#core/outside.ts';
import { pathInPool } from '#core/pools.ts';
import type { PushMessage } from '#core/push.ts';
import { recapPath } from '#core/recap/place.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import { CORRECTED } from '#core/talk.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import { BackgroundByLane } from '#server/platform/background.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import type { Outside } from '#server/platform/outside.ts';
import { OutsideCalls } from '#server/platform/outside.ts';
import type { Channel, Message, News } from './notifier.ts';
import { entryToPick, laneOf, lockText, missingText, newsMs } from './notifier.ts';
import type { PushKeys, PushSubscription } from './push-store.ts';
import {
  forgetSubscription,
  pushKeys,
  restOf,
  restSubscription,
  subscriptionsOf,
  usersWithDevices,
} from './push-store.ts';

/** How long a push service keeps a message for a device that is off, by default, in ms. */
const TTL_MS = 6 * HOUR_MS;
/** The pauses before a message is tried again, in ms. */
const RETRIES_MS = [30_000, 120_000] as const;
/** Maximum time that a message waits for a push service that asked for a pause, in ms. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
/** The longest pause that a push service can ask for, in ms. */
const LONGEST_REST_MS = 6 * HOUR_MS;
const GONE: readonly number[] = [404, 410];
const TOO_MANY = 429;
/** The longest name of a message's tag at a push service (RFC 8030, 5.4). */
const TOPIC_LENGTH = 32;

export interface PushDeps {
  readonly store: Store;
  readonly outside: Outside;
  readonly publicUrl: URL;
  readonly onError: (error: unknown) => void;
  /** Real time, ms. */
  readonly realNow?: () => number;
  readonly retriesMs?: readonly number[];
}

/** The lifetime of a message, in ms, and a check that its content is still valid, called before each attempt. */
export interface PushOptions {
  readonly ttlMs?: number | undefined;
  readonly stands?: (() => Promise<boolean>) | undefined;
}

/** Sends messages to users' devices by Web Push (RFC 8030, 8291, 8292; decision 039). */
export interface Push {
  publicKey(): Promise<string>;
  /** Sends to all devices of a user, in the background. */
  post(lane: Lane, userId: string, message: PushMessage, options?: PushOptions): void;
  /** Sends to the device of one session, and waits for its push service. @returns whether it was accepted */
  sendTo(userId: string, sessionId: string, message: PushMessage): Promise<boolean>;
  /** Whether the device of a session receives messages. */
  isOn(userId: string, sessionId: string): Promise<boolean>;
  /** Resolves when fewer than `most` messages of a lane are in progress. */
  room(lane: Lane, most: number): Promise<void>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  /** Drops messages that wait for their turn or for a retry. */
  close(): Promise<void>;
}

/** A message in progress; `until` in real time, ms. */
interface Sent {
  readonly message: PushMessage;
  readonly until: number;
  readonly stands: PushOptions['stands'];
}

/** The result of an attempt: accepted, given up, or to be retried after some ms. */
type Attempt = 'taken' | 'given up' | { readonly againMs: number };

export function createPush({ store, outside, publicUrl, onError, ...options }: PushDeps): Push {
  const { realNow = Date.now, retriesMs = RETRIES_MS } = options;
  const { db } = store;
  const underWay = new BackgroundByLane();
  const calls = new OutsideCalls();
  const closing = new AbortController();
  let keys: Promise<PushKeys> | null = null;

  const readKeys = (): Promise<PushKeys> => {
    keys ??= loadWebPush()
      .then((webPush) => pushKeys(db, webPush.generateVAPIDKeys, realNow()))
      .catch((error: unknown) => {
        keys = null;
        throw error;
      });
    return keys;
  };

  async function attempt(device: PushSubscription, message: PushMessage, ttlMs: number): Promise<Attempt> {
    const answer = await outside.post({ address: device.endpoint, ...(await encrypted(device, message, ttlMs)) });
    const silenceMs = calls.note(device.endpoint, answer, realNow());
    if (isTaken(answer)) return 'taken';
    if (!('status' in answer)) return rest(device, silenceMs);
    if (GONE.includes(answer.status)) await forgetSubscription(db, device.id);
    if (answer.status === TOO_MANY)
      return rest(device, Math.min(Math.max(answer.retryAfterMs, retriesMs[0] ?? 0), LONGEST_REST_MS));
    return answer.status >= 500 ? { againMs: 0 } : 'given up';
  }

  async function rest(device: PushSubscription, ms: number): Promise<Attempt> {
    await restSubscription(db, device.id, realNow() + ms);
    return { againMs: ms };
  }

  async function deliver(lane: Lane, device: PushSubscription, sent: Sent): Promise<void> {
    const restMs = restsUntil(device) - realNow();
    if (restMs > 0 && !(await pause(restMs))) return;
    for (const retryMs of [...retriesMs, null]) {
      const outcome = await calls.take(callOf(lane, device), () => attemptNow(device, sent));
      if (typeof outcome === 'string' || retryMs === null) return;
      if (!(await pause(Math.max(outcome.againMs, retryMs)))) return;
    }
  }

  /**
   * While a message waited, it may have expired, its reader may have signed out, its push service may have asked for a pause, or the server
   * may be stopping.
   */
  async function attemptNow(device: PushSubscription, { message, until, stands }: Sent): Promise<Attempt> {
    if (closing.signal.aborted || realNow() >= until) return 'given up';
    if ((await stands?.()) === false) return { againMs: 0 };
    const ownRest = await restOf(db, device.id, realNow());
    if (ownRest === null) return 'given up';
    const restMs = restsUntil({ ...device, restsUntil: ownRest }) - realNow();
    return restMs > 0 ? { againMs: restMs } : attempt(device, message, until - realNow());
  }

  /** A device is paused individually or with all others of its push service. */
  function restsUntil({ endpoint, restsUntil: own }: PushSubscription): number {
    return Math.max(own, calls.hostRestsUntil(endpoint));
  }

  /** @returns false if the pause is too long, or the server is stopping */
  async function pause(ms: number): Promise<boolean> {
    if (ms > LONGEST_WAIT_MS) return false;
    await wait(ms, null, { signal: closing.signal, ref: false }).catch(() => {});
    return !closing.signal.aborted;
  }

  async function encrypted({ endpoint, p256dh, auth }: PushSubscription, message: PushMessage, ttlMs: number) {
    const webPush = await loadWebPush();
    const vapidDetails = { subject: subjectOf(publicUrl), ...(await readKeys()) };
    const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, TOPIC_LENGTH);
    const options = { vapidDetails, TTL: Math.ceil(ttlMs / 1000), urgency: 'high', topic } as const;
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), options);
    const { 'Content-Length': _length, ...others } = headers;
    return { headers: others as Record<string, string>, body };
  }

  async function postTo(lane: Lane, userId: string, sent: Sent): Promise<void> {
    const devices = await subscriptionsOf(db, userId, realNow());
    await Promise.all(devices.map((device) => deliver(lane, device, sent)));
  }

  async function deviceOf(userId: string, sessionId: string): Promise<PushSubscription | undefined> {
    return (await subscriptionsOf(db, userId, realNow())).find((device) => device.sessionId === sessionId);
  }

  return {
    publicKey: async () => (await readKeys()).publicKey,
    post(lane, userId, message, { ttlMs = TTL_MS, stands } = {}) {
      const sent = { message, until: realNow() + ttlMs, stands };
      underWay.add(lane, postTo(lane, userId, sent).catch(onError));
    },
    async sendTo(userId, sessionId, message) {
      const device = await deviceOf(userId, sessionId);
      if (device === undefined || device.restsUntil > realNow()) return false;
      return (await calls.take(callOf('awaited', device), () => attempt(device, message, TTL_MS))) === 'taken';
    },
    room: (lane, most) => underWay.room(lane, most),
    isOn: async (userId, sessionId) => (await deviceOf(userId, sessionId)) !== undefined,
    idle: () => underWay.idle(),
    async close() {
      closing.abort();
      await underWay.idle();
    },
  };
}

function callOf(lane: Lane, { userId, endpoint }: PushSubscription) {
  return { lane, whose: userId, address: endpoint };
}

/** Loaded on first use: most leagues send no message for hours after the start. */
async function loadWebPush() {
  return (await import('web-push')).default;
}

function isTaken(answer: OutsideAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

/** The contact for push services: the league's URL, or a placeholder for a league on this machine only. */
function subjectOf({ protocol, origin }: URL): string {
  return protocol === 'https:' ? origin : 'mailto:nobody@localhost';
}

/** News as a push message. A newer one about the same subject replaces the previous one. */
function pushOf(news: News): PushMessage {
  const { kind, poolId, poolName } = news;
  switch (kind) {
    case 'missing-picks': {
      const { weekId, nextLock } = news;
      const lock = lockText(news);
      const body = `${weekName(weekId)}: ${missingText(news)}.${lock ? ` Next lock: ${lock.day}, ${lock.time}.` : ''}`;
      return {
        title: poolName,
        body,
        path: pathInPool('/picks', poolId, entryToPick(news)),
        tag: `${kind} ${poolId} ${weekId} ${nextLock}`,
      };
    }
    case 'week-result': {
      const { weekId, own, all, isCorrection, receipt } = news;
      return {
        title: poolName,
        body: `${isCorrection ? CORRECTED : ''}${all} ${own[0]}${receipt ? ` ${receiptText(receipt)}` : ''}`,
        path: pathInPool(recapPath(weekId), poolId),
        tag: `${kind} ${poolId} ${weekId}`,
      };
    }
    case 'announcement':
      return {
        title: `News from ${poolName}`,
        body: news.text,
        path: pathInPool('/', poolId),
        tag: `${kind} ${poolId} ${digest(news.text)}`,
      };
    case 'mention': {
      const tag = `${kind} ${poolId} ${digest(`${news.by} ${news.text}`)}`;
      return {
        title: `${news.by} mentioned you in ${poolName}`,
        body: news.text,
        path: pathInPool('/pool/talk', poolId),
        tag,
      };
    }
  }
}

/** Keeps the tag short: it must not repeat the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Maximum number of messages in progress before more are claimed. */
const MOST_UNDER_WAY = 200;

/** Sends push messages to users' devices. */
export function pushChannel(push: Push, clock: Clock): Channel {
  return {
    name: 'push',
    isOpen: true,
    isChosen: true,
    async reach(db, userIds) {
      const sendTo =
        (userId: string) =>
        ({ news, stands }: Message): void =>
          push.post(laneOf(news), userId, pushOf(news), { ttlMs: newsMs(news, clock), stands });
      return new Map((await usersWithDevices(db, userIds, Date.now())).map((id) => [id, sendTo(id)]));
    },
    ready: () => push.room('scheduled', MOST_UNDER_WAY),
  };
}
