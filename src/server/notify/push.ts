import { createHash } from 'node:crypto';
import type { OutsideAnswer } from '#core/outside.ts';
import { isAccepted, restAfter } from '#core/outside.ts';
import { pathInPool } from '#core/pools.ts';
import type { PushMessage } from '#core/push.ts';
import { recapPath } from '#core/recap/place.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import { CORRECTED, mentionText } from '#core/talk.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import type { Lane } from '#server/platform/fair-queue.ts';
import { isSecureAddress } from '#server/platform/local-names.ts';
import type { Destination, Sender, SendResult } from '#server/platform/outbox/outbox.ts';
import type { OutboxMessage } from '#server/platform/outbox/store.ts';
import type { Outside } from '#server/platform/outside.ts';
import { OutsideCalls } from '#server/platform/outside.ts';
import type { Channel, Message, News } from './notifier.ts';
import { entryToPick, lockText, missingText, newsMs, stands } from './notifier.ts';
import type { PushKeys, PushSubscription } from './push-store.ts';
import {
  deviceOfSession,
  devicesOf,
  findDevice,
  forgetSubscription,
  pushKeys,
  restSubscription,
} from './push-store.ts';

/** How long a push service keeps a message for a device that is off, by default, in ms. */
const TTL_MS = 6 * HOUR_MS;
/** The pauses before a message is tried again, in ms. */
const PAUSES_MS = [30_000, 120_000] as const;
/** Maximum time that a message waits for a device that is paused, in ms. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
const GONE: readonly number[] = [404, 410];
const TOO_MANY = 429;
/** The longest name of a message's tag at a push service (RFC 8030, 5.4). */
const TOPIC_LENGTH = 32;

export interface PushDeps {
  readonly store: Store;
  readonly outside: Outside;
  readonly publicUrl: URL;
}

/** Calls push services (RFC 8030, 8291, 8292; decision 039). */
export interface Push {
  publicKey(): Promise<string>;
  /** Sends a message to a device. @param ttlMs how long the push service keeps it */
  post(device: PushSubscription, message: PushMessage, ttlMs: number): Promise<OutsideAnswer>;
}

export function createPush({ store, outside, publicUrl }: PushDeps): Push {
  let keys: Promise<PushKeys> | null = null;

  const readKeys = (): Promise<PushKeys> => {
    keys ??= loadWebPush()
      .then((webPush) => pushKeys(store.db, webPush.generateVAPIDKeys, Date.now()))
      .catch((error: unknown) => {
        keys = null;
        throw error;
      });
    return keys;
  };

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

  return {
    publicKey: async () => (await readKeys()).publicKey,
    post: async (device, message, ttlMs) =>
      outside.post({ address: device.endpoint, ...(await encrypted(device, message, ttlMs)) }),
  };
}

/** Loaded on first use: most leagues send no message for hours after the start. */
async function loadWebPush() {
  return (await import('web-push')).default;
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
        body: news.by === undefined ? news.text : `${news.by}: ${news.text}`,
        path: pathInPool(news.path ?? '/', poolId),
        tag: `${kind} ${poolId} ${digest(news.text)}`,
      };
    case 'mention': {
      const tag = `${kind} ${poolId} ${digest(`${news.by} ${news.text}`)}`;
      return {
        title: `${news.by} ${mentionText(news.isReply)} in ${poolName}`,
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

/** Reaches users on their devices. */
export function pushChannel({ publicUrl }: Settings): Channel {
  return {
    name: 'push',
    isOpen: isSecureAddress(publicUrl),
    isChosen: true,
    reach: (db, userIds) => devicesOf(db, userIds, Date.now()),
  };
}

export interface PushSenderDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly push: Push;
  /** Real time, ms. */
  readonly realNow?: () => number;
  readonly pausesMs?: readonly number[];
}

/** Sends news to devices, and tests. */
export interface PushSender extends Sender {
  /** Sends to the device of one session, and waits for its push service. @returns whether it was accepted */
  sendTo(userId: string, sessionId: string, message: PushMessage): Promise<boolean>;
}

export function pushSender(deps: PushSenderDeps): PushSender {
  const { store, clock, push, realNow = Date.now, pausesMs = PAUSES_MS } = deps;
  const { db } = store;
  const calls = new OutsideCalls();

  const inTurn = <T>(lane: Lane, { userId, endpoint }: PushSubscription, act: () => Promise<T>): Promise<T> =>
    calls.take({ lane, whose: userId, address: endpoint }, act);

  /** A device is paused individually or with all others of its push service. */
  async function to(id: string): Promise<Destination | null> {
    const device = await findDevice(db, id, realNow());
    if (device === null) return null;
    const restsUntil = Math.max(device.restsUntil, calls.hostRestsUntil(device.endpoint));
    if (restsUntil - realNow() > LONGEST_WAIT_MS) return null;
    return { restsUntil, inTurn: (lane, act) => inTurn(lane, device, act), send: (message) => send(device, message) };
  }

  async function send(device: PushSubscription, { content, at }: OutboxMessage): Promise<SendResult> {
    const message = content as Message;
    if (!(await stands(db, message))) return { outcome: 'again' };
    const ttlMs = Math.min(newsMs(message.news, clock), at + TTL_MS - realNow());
    return post(device, pushOf(message.news), ttlMs);
  }

  async function post(device: PushSubscription, message: PushMessage, ttlMs: number): Promise<SendResult> {
    const answer = await push.post(device, message, ttlMs);
    const now = realNow();
    const restMs = restAfter(answer, calls.note(device.endpoint, answer, now));
    if (isAccepted(answer)) return { outcome: 'sent' };
    if ('status' in answer && GONE.includes(answer.status)) await forgetSubscription(db, device.id);
    if (restMs > 0) await restSubscription(db, device.id, now + restMs);
    return { outcome: restMs <= LONGEST_WAIT_MS && isWorthTrying(answer) ? 'again' : 'failed', restMs };
  }

  return {
    pausesMs,
    isRepeatable: false,
    isKept: false,
    to,
    async sendTo(userId, sessionId, message) {
      const device = await deviceOfSession(db, { userId, sessionId }, realNow());
      if (device === null || device.restsUntil > realNow()) return false;
      return (await inTurn('awaited', device, () => post(device, message, TTL_MS))).outcome === 'sent';
    },
  };
}

function isWorthTrying(answer: OutsideAnswer): boolean {
  return !('status' in answer) || answer.status === TOO_MANY || answer.status >= 500;
}
