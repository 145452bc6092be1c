import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#core/time.ts';
import { Background } from './platform/background.ts';
import type { Store } from './platform/db/connect.ts';
import type { Change } from './platform/live/changes.ts';
import type { Live } from './platform/live/live.ts';
import type { StaleWeek } from './standings/store.ts';
import { rescoreStale, staleWeeks } from './standings/store.ts';

/** How often marks of other processes are looked for, in ms. */
const POLL_MS = 2000;
/** Pools that failed to score are retried every so many polls: once a minute. */
const POLLS_UNTIL_BROKEN = 30;
/** The pause before failed work is retried, in ms; it doubles with each failure, up to a limit. */
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = MINUTE_MS;
/** How often other work is retried. */
const RETRIES = 8;

/** How long pools whose scores stand are gathered before their pages hear of it, in ms. */
const GATHER_MS = 200;
/** The pools of one change. So many fit one notice of PostgreSQL. */
const POOLS_A_CHANGE = 150;

/** The kinds of changes that no score and no result follows. */
const scoreless: ReadonlySet<Change['kind']> = new Set(['picks', 'sessions', 'talk', 'receipts'] as const);

/** Called once the scores follow some changes; `weekIds` are the rescored weeks. Never fails. */
type ScoreListener = (changes: readonly Change[], weekIds: readonly string[]) => void;

export interface AfterCommitDeps {
  readonly store: Store;
  readonly live: Pick<Live, 'changed' | 'forget'>;
  /** The league's clock. */
  readonly now: () => number;
  /** `GATHER_MS`, or less in a test. */
  readonly gatherMs?: number;
  /** Called with the first of consecutive failures, and once for each pool that cannot be scored. */
  readonly onError: (error: unknown) => void;
}

/**
 * The work after a write. A request is answered once its write is committed; scoring runs in the background and is retried until it
 * succeeds. It survives a crash, because the marks of stale weeks are stored with the write.
 */
export class AfterCommit {
  readonly #deps: AfterCommitDeps;
  #changes: Change[] = [];
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  /** Consecutive failures to score. */
  #failures = 0;
  /** The pools that could not be scored. They are retried with the next change, and once a minute. */
  #broken: ReadonlySet<string> = new Set();
  #pollsUntilBroken = 0;
  readonly #scoreListeners: ScoreListener[] = [];
  readonly #following = new Background();
  readonly #stopping = new AbortController();

  constructor(deps: AfterCommitDeps) {
    this.#deps = deps;
  }

  /**
   * Called after a commit, never inside a transaction. Changed games are published together with their scores, so that pages never show
   * one without the other, in a large league to the pools that are scored first; all other changes are published at once.
   */
  changed(change: Change): void {
    const { live } = this.#deps;
    if (change.kind === 'games') live.forget(change);
    else live.changed(change);
    if (scoreless.has(change.kind)) return;
    this.#changes.push(change);
    this.#run();
  }

  /** Runs other work after a commit in the background, and retries it for a few minutes. */
  follow(act: () => Promise<unknown>): void {
    this.#following.add(this.#follow(act));
  }

  onScored(listener: ScoreListener): void {
    this.#scoreListeners.push(listener);
  }

  /** Scores weeks that were left stale, now and at intervals, until `stop`. */
  start(): void {
    this.#isStarted = true;
    this.#run();
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    await this.#following.idle();
    while (this.#running) await this.#running;
  }

  /** Resolves when nothing is in progress. Failed work is left to the next start. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#stopping.abort();
    await this.idle();
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
      if (this.#changes.length > 0) this.#run();
      else this.#rest(this.#failures > 0 ? pauseAfter(this.#failures) : POLL_MS);
    });
  }

  async #work(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    const pools = new ScoredPools(this.#deps);
    const scored = await this.#score(pools);
    this.#publish(changes, scored, pools);
    for (const listener of this.#scoreListeners) listener(changes, scored);
  }

  /** @returns the rescored weeks */
  async #score(pools: ScoredPools): Promise<readonly string[]> {
    const { store, now, onError } = this.#deps;
    const { weekIds, failed, fault } = await rescoreStale(store, now, {
      onScored: (week, poolIds) => pools.add(week, poolIds),
    });
    if (fault !== null && this.#failures === 0) onError(fault);
    for (const { poolId, error } of failed) if (!this.#broken.has(poolId)) onError(error);
    this.#broken = new Set(failed.map(({ poolId }) => poolId));
    this.#failures = fault === null ? 0 : this.#failures + 1;
    if (fault !== null || failed.length > 0) pools.tellAll();
    return weekIds;
  }

  async #follow(act: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 1; ; failures += 1) {
      try {
        await act();
        return;
      } catch (error) {
        if (failures === 1) this.#deps.onError(error);
        if (failures > RETRIES || signal.aborted) return;
      }
      await wait(pauseAfter(failures), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Publishes games even if scoring failed. Empty changes are not broadcast. */
  #publish(changes: readonly Change[], scored: readonly string[], pools: ScoredPools): void {
    const games = changes.flatMap((change) => (change.kind === 'games' ? change.weekIds : []));
    const weekIds = [...new Set([...games, ...scored])].filter((weekId) => !pools.sendRest(weekId));
    if (weekIds.length === 0) return;
    this.#deps.live.changed({ kind: 'games', weekIds, ...(scored.length > 0 && { scored: true }) });
  }

  async #isStale(): Promise<boolean> {
    this.#pollsUntilBroken = (this.#pollsUntilBroken || POLLS_UNTIL_BROKEN) - 1;
    const isOnlyBroken = ({ isOfAll, poolIds }: StaleWeek) =>
      !isOfAll && [...poolIds].every((poolId) => this.#broken.has(poolId));
    const stale = await staleWeeks(this.#deps.store.db);
    return stale.some((week) => this.#pollsUntilBroken === 0 || !isOnlyBroken(week));
  }

  #rest(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted || (!this.#isStarted && this.#failures === 0)) return;
    this.#timer = setTimeout(() => void this.#poll(), ms);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    const isDue = this.#failures > 0 || (await this.#isStale().catch(() => true));
    if (isDue) this.#run();
    else if (this.#running === null) this.#rest(POLL_MS);
  }
}

/** Publishes the games of a week pool by pool as its scores stand: a large league's pages don't wait for the last pool. */
class ScoredPools {
  readonly #live: Pick<Live, 'changed'>;
  readonly #gatherMs: number;
  readonly #waiting = new Map<string, string[]>();
  /** The weeks of which some pools have been told. */
  readonly #told = new Set<string>();
  #toldAt = performance.now();
  #tellsAll = false;

  constructor({ live, gatherMs = GATHER_MS }: Pick<AfterCommitDeps, 'live' | 'gatherMs'>) {
    this.#live = live;
    this.#gatherMs = gatherMs;
  }

  add({ weekId, isOfAll }: StaleWeek, poolIds: readonly string[]): void {
    if (!isOfAll) return;
    this.#waiting.set(weekId, [...(this.#waiting.get(weekId) ?? []), ...poolIds]);
    if (performance.now() - this.#toldAt < this.#gatherMs) return;
    this.#toldAt = performance.now();
    this.#told.add(weekId);
    this.#send(weekId);
  }

  /** Some pools could not be scored: everybody is told of the games all the same. */
  tellAll(): void {
    this.#tellsAll = true;
  }

  /** Tells the pools of a week that are left. @returns false if it concerns all */
  sendRest(weekId: string): boolean {
    if (this.#tellsAll || !this.#told.has(weekId)) return false;
    this.#send(weekId);
    return true;
  }

  #send(weekId: string): void {
    const waiting = this.#waiting.get(weekId) ?? [];
    this.#waiting.delete(weekId);
    for (let at = 0; at < waiting.length; at += POOLS_A_CHANGE) {
      const poolIds = waiting.slice(at, at + POOLS_A_CHANGE);
      this.#live.changed({ kind: 'games', weekIds: [weekId], scored: true, poolIds });
    }
  }
}

function pauseAfter(failures: number): number {
  return Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}
