import { createHmac, randomBytes } from 'node:crypto';
import { afterCall, HOOK_PAUSES_MS } from '#core/hooks/attempts.ts';
import { hookPost } from '#core/hooks/kinds.ts';
import type { HookNews, NewsPool } from '#core/hooks/news.ts';
import { restAfter } from '#core/outside.ts';
import { pathInPool } from '#core/pools.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Destination, Sender, SendResult } from '#server/platform/outbox/outbox.ts';
import type { OutboxMessage } from '#server/platform/outbox/store.ts';
import type { Outside } from '#server/platform/outside.ts';
import { OutsideCalls } from '#server/platform/outside.ts';
import { findPool } from '#server/pools/reads.ts';
import type { Hook } from './hook-store.ts';
import { findHook, hasOtherResult, letRest, turnOff, turnOn } from './hook-store.ts';
import type { HeadlineState } from './results-store.ts';
import { headlineState } from './results-store.ts';

const PREFIX = 'whsec_';
/** The length of the signature, in bytes. */
const SECRET_BYTES = 32;

/** Creates a secret by which a receiver verifies messages of this league. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The headers of a message, by Standard Webhooks 1.0.
 * @param now real time in ms
 */
export function signedHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

/** How long a message waits whose result may be corrected, or whose hook is off, in ms. */
const POSTPONED_MS = MINUTE_MS;

export interface HookSenderDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly outside: Outside;
  readonly publicUrl: URL;
  /** Real time, ms: pauses and signatures use it, not the league's clock. */
  readonly realNow?: () => number;
}

/** Calls the hooks of pools (decision 038). */
export function hookSender({ store, clock, outside, publicUrl, realNow = Date.now }: HookSenderDeps): Sender {
  const { db } = store;
  const calls = new OutsideCalls();
  const postponedMs = Math.ceil(POSTPONED_MS / (clock.speed ?? 1));

  async function to(hookId: string): Promise<Destination | null> {
    const hook = await findHook(db, hookId);
    if (hook === null) return null;
    const pool = await findPool(db, hook.poolId);
    const isClosed = hook.isOff || pool === null;
    const { address, madeBy: whose } = hook;
    return {
      restsUntil: isClosed ? realNow() + postponedMs : Math.max(hook.restsUntil, calls.hostRestsUntil(address)),
      inTurn: (lane, act) => calls.take({ lane, whose, address }, act),
      send: (message) => send(hook, pool?.name ?? '', message),
    };
  }

  async function send(hook: Hook, poolName: string, message: OutboxMessage): Promise<SendResult> {
    const news = message.content as HookNews;
    const state = await stateOf(hook, news);
    if (state === 'open') return { outcome: 'postponed', restMs: postponedMs };
    if (state === 'corrected') return { outcome: 'failed', failure: 'outdated' };
    const answer = await outside.post(await callOf(hook, poolName, message, news));
    const now = realNow();
    const restMs = restAfter(answer, calls.note(hook.address, answer, now));
    const after = afterCall(hook.kind, answer);
    if (after === 'sent' && hook.isOff) await turnOn(db, hook.id);
    if (after === 'gone') await turnOff(store, hook, clock.now());
    if (restMs > 0) await letRest(db, hook.id, now + restMs);
    const status = 'status' in answer ? answer.status : null;
    const failure = 'failure' in answer ? answer.failure : null;
    return { outcome: after === 'gone' ? 'failed' : after, restMs, status, failure };
  }

  /** Whether the result in a waiting message still stands: it may have been corrected since. */
  async function stateOf({ poolId }: Hook, news: HookNews): Promise<HeadlineState> {
    if (!('headline' in news) || news.headline === undefined) return 'stands';
    return headlineState(db, poolId, news.weekId, news.headline);
  }

  async function callOf({ poolId, ...hook }: Hook, name: string, message: OutboxMessage, news: HookNews) {
    const isCorrection = news.topic === 'week.decided' && (await hasOtherResult(db, message, news.weekId));
    const pool: NewsPool = { id: poolId, name, url: new URL(pathInPool('/', poolId), publicUrl).href };
    const { address, body } = hookPost(hook, news, pool, message.at, isCorrection);
    const signed = hook.secret === null ? {} : signedHeaders(hook.secret, message.id, body, realNow());
    return { address, headers: { 'content-type': 'application/json', ...signed }, body };
  }

  return { pausesMs: HOOK_PAUSES_MS, isRepeatable: false, isKept: true, to };
}
