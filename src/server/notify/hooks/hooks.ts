import { afterAttempt } from '#core/hooks/attempts.ts';
import { kindOf } from '#core/hooks/kinds.ts';
import type { NewsPool } from '#core/hooks/news.ts';
import { pathInPool } from '#core/pools.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { Background } from '../../background.ts';
import type { Clock } from '../../clock.ts';
import type { Lane } from '../../fair-queue.ts';
import { forEach } from '../../for-each.ts';
import type { Live } from '../../live/live.ts';
import { OutsideCalls } from '../../outside/calls.ts';
import type { Outside } from '../../outside/outside.ts';
import { SharedRun } from '../../shared-run.ts';
import type { HeadlineState } from '../../store/announced-weeks.ts';
import { headlineState } from '../../store/announced-weeks.ts';
import { transact } from '../../store/engine/transactions.ts';
import type { ClaimedDelivery, Destination, DueDelivery } from '../../store/hook-deliveries.ts';
import {
  addDeliveries,
  claimDelivery,
  destinationOf,
  dueDeliveries,
  endAttempt,
  endForgotten,
  hasHeardOtherwise,
  postponeDelivery,
} from '../../store/hook-deliveries.ts';
import type { Hook } from '../../store/hooks.ts';
import { claimTold, hooksToTell, letRest, readTold, turnOff, turnOn } from '../../store/hooks.ts';
import { findPool } from '../../store/pools.ts';
import type { PoolNews, ToldPool } from './pool-news.ts';
import { poolNews } from './pool-news.ts';
import { signedHeaders } from './signature.ts';

/** The longest time between two looks, in ms. */
const PAUSE_MS = 15_000;
/** How long a result that may be corrected waits before it is looked at again, in ms. */
const POSTPONED_MS = MINUTE_MS;

export interface HooksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Live;
  readonly outside: Outside;
  readonly publicUrl: URL;
  /** Told of the first of several failures in a row. */
  readonly onError: (error: unknown) => void;
  /** Real time, ms: pauses and signatures go by it, whatever time it is in the league. */
  readonly realNow?: () => number;
  /** 0 to 1, spreads attempts. */
  readonly random?: () => number;
}

/**
 * Tells the hooks of pools what happens in them (decision 038). Every node does so: each piece of news is written down once, and each message
 * is claimed by its row before it is sent.
 */
export class Hooks {
  readonly #deps: HooksDeps;
  readonly #realNow: () => number;
  #timer: NodeJS.Timeout | undefined;
  readonly #looks = new SharedRun(() => this.#lookNow());
  #isFailing = false;
  #isStopping = false;
  #isStarted = false;
  /** The ids of hooks whose messages are sent now or wait for their turn. */
  readonly #busy = new Set<string>();
  readonly #calls = new OutsideCalls();
  readonly #underWay = new Background();

  constructor(deps: HooksDeps) {
    this.#deps = deps;
    this.#realNow = deps.realNow ?? Date.now;
    deps.live.onChange((change) => {
      if (this.#isStarted && change.kind === 'games' && change.scored) void this.look();
    });
  }

  /** Goes on by itself until `stop`. */
  start(): void {
    this.#isStarted = true;
    void this.look();
  }

  /**
   * Writes down what is to be told and starts to send what is due; sending goes on in the background. Several calls before it begins share
   * one look.
   */
  look(): Promise<void> {
    return this.#looks.run();
  }

  /** Resolves when nothing is being sent. */
  idle(): Promise<void> {
    return this.#underWay.idle();
  }

  /** Sends one message that somebody waits for, if nobody else does. */
  async send(deliveryId: string): Promise<void> {
    const to = await destinationOf(this.#deps.store.db, deliveryId);
    if (to !== null) await this.#inTurn('awaited', to, () => this.#claimAndSend(deliveryId));
  }

  /** Resolves when nothing is under way. Waiting messages are left to the next start. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#isStopping = true;
    await this.#looks.idle();
    clearTimeout(this.#timer);
    await this.idle();
  }

  async #lookNow(): Promise<void> {
    const { clock } = this.#deps;
    try {
      // A failure to write news must not hold up what is due.
      await forEach([() => this.#writeNews(), () => this.#sendDue()], (step) => step());
      this.#isFailing = false;
    } catch (error) {
      this.#report(error);
    }
    clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.look(), PAUSE_MS / (clock.speed ?? 1));
    this.#timer.unref();
  }

  #report(error: unknown): void {
    if (!this.#isFailing) this.#deps.onError(error);
    this.#isFailing = true;
  }

  async #writeNews(): Promise<void> {
    const { db } = this.#deps.store;
    const pools = Map.groupBy(await hooksToTell(db), ({ poolId }) => poolId);
    await forEach(pools, ([poolId, hooks]) => this.#writeNewsOf(poolId, hooks));
  }

  async #writeNewsOf(poolId: string, hooks: readonly Hook[]): Promise<void> {
    const { store, clock } = this.#deps;
    const seen = await readTold(store.db, poolId);
    if (seen === null) return;
    const now = clock.now();
    const { told, news } = await poolNews(
      store.db,
      poolId,
      hooks.filter(({ isOff }) => !isOff),
      JSON.parse(seen) as ToldPool,
      now,
    );
    const next = JSON.stringify(told);
    if (next === seen && news.length === 0) return;
    await transact(store, async (tx) => {
      if (next === seen || (await claimTold(tx, poolId, seen, next))) await addDeliveries(tx, this.#toSend(news, now));
    });
  }

  #toSend(news: readonly PoolNews[], now: number) {
    const at = this.#realNow();
    const speed = this.#deps.clock.speed ?? 1;
    return news.map(({ once, news: what, until, hooks }) => {
      return { once, news: what, at, until: Math.ceil(at + (until - now) / speed), hookIds: hooks.map(({ id }) => id) };
    });
  }

  /**
   * Starts to send what is due, one message per hook at a time, so that messages arrive in order unless one has to be retried. Slow hooks
   * hold up only those of the same person or host.
   */
  async #sendDue(): Promise<void> {
    const { db } = this.#deps.store;
    await endForgotten(db, this.#realNow());
    await this.#sendDueOf();
  }

  async #sendDueOf(hookId?: string): Promise<void> {
    for (const due of await dueDeliveries(this.#deps.store.db, this.#realNow(), hookId))
      if (!this.#busy.has(due.hookId) && this.#isOpen(due)) this.#underWay.add(this.#sendOne(due));
  }

  /** Sends one message of a hook in its turn, and then what is due of the same hook by then. */
  async #sendOne(to: DueDelivery): Promise<void> {
    const { hookId } = to;
    this.#busy.add(hookId);
    try {
      await this.#inTurn('scheduled', to, () => this.#sendIfStillDue(to)).finally(() => this.#busy.delete(hookId));
      await this.#sendDueOf(hookId);
    } catch (error) {
      this.#report(error);
    }
  }

  /** While it waited for its turn, the hook may have been turned off or removed, or it may rest. */
  async #sendIfStillDue(to: DueDelivery): Promise<void> {
    if (!this.#isOpen(to)) return;
    const [due] = await dueDeliveries(this.#deps.store.db, this.#realNow(), to.hookId);
    if (due !== undefined) await this.#claimAndSend(due.id);
  }

  #isOpen({ address }: Destination): boolean {
    return !this.#isStopping && this.#calls.hostRestsUntil(address) <= this.#realNow();
  }

  #inTurn<T>(lane: Lane, { address, madeBy }: Destination, act: () => Promise<T>): Promise<T> {
    return this.#calls.take({ lane, whose: madeBy, address }, act);
  }

  async #claimAndSend(deliveryId: string): Promise<void> {
    const claimed = await claimDelivery(this.#deps.store.db, deliveryId, this.#realNow());
    if (claimed !== null) await this.#attempt(claimed);
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { store, outside, clock, random = Math.random } = this.#deps;
    const { id, hook, attempts, until } = claimed;
    const state = await this.#stateOf(claimed);
    if (state === 'open')
      return postponeDelivery(store.db, id, this.#realNow() + Math.ceil(POSTPONED_MS / (clock.speed ?? 1)));
    if (state === 'corrected') {
      await endAttempt(store.db, id, { state: 'failed', nextAt: this.#realNow(), status: null, failure: 'outdated' });
      return;
    }
    const answer = await outside.post(await this.#callOf(claimed));
    const now = this.#realNow();
    const restMs = this.#calls.note(hook.address, answer, now);
    const after = afterAttempt({ kind: hook.kind, answer, restMs, attempts, until }, now, random());
    const status = 'status' in answer ? answer.status : null;
    const failure = 'failure' in answer ? answer.failure : null;
    const nextAt = after.state === 'waiting' ? after.nextAt : now;
    await endAttempt(store.db, id, { state: after.state, nextAt, status, failure });
    if (after.state === 'sent' && hook.isOff) await turnOn(store.db, hook.id);
    if (after.state === 'failed' && after.isGone) await turnOff(store, hook, clock.now());
    if (after.state !== 'sent' && after.restsUntil !== null) await letRest(store.db, hook.id, after.restsUntil);
  }

  /** Looks once more at what a waiting message says of a week: it may have been corrected since. */
  async #stateOf({ hook, news }: ClaimedDelivery): Promise<HeadlineState> {
    if (!('headline' in news) || news.headline === undefined) return 'stands';
    return headlineState(this.#deps.store.db, hook.poolId, news.weekId, news.headline);
  }

  async #callOf(claimed: ClaimedDelivery) {
    const { id, hook, news, at } = claimed;
    const pool = await this.#poolOf(hook.poolId);
    const isCorrection =
      news.topic === 'week.decided' && (await hasHeardOtherwise(this.#deps.store.db, claimed, news.weekId));
    const body = kindOf(hook.kind).body(news, pool, at, isCorrection);
    const signed = hook.secret === null ? {} : signedHeaders(hook.secret, id, body, this.#realNow());
    return { address: hook.address, headers: { 'content-type': 'application/json', ...signed }, body };
  }

  async #poolOf(poolId: string): Promise<NewsPool> {
    const pool = await findPool(this.#deps.store.db, poolId);
    return { id: poolId, name: pool?.name ?? '', url: new URL(pathInPool('/', poolId), this.#deps.publicUrl).href };
  }
}
