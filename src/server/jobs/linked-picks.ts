import type { Store } from '#server/store/engine/connect.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { Clock } from '../clock.ts';
import type { Live } from '../live/live.ts';
import { SharedRun } from '../shared-run.ts';
import type { CopiedPick, FailedLink } from '../store/waiting-picks.ts';
import { copyLockedPicks, nextWaitingLock } from '../store/waiting-picks.ts';

/** The longest time between two looks, in ms: for a notice that never came. */
const LONGEST_PAUSE_MS = 30_000;
/** A look that failed is repeated this much later, in ms. */
const RETRY_MS = 1000;

export interface LinkedPicksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly live: Pick<Live, 'onChange'>;
  readonly afterCommit: Pick<AfterCommit, 'changed'>;
  /** Told of the first of several failures in a row, and once of each link whose picks cannot be copied. */
  readonly onError: (error: unknown) => void;
}

/**
 * Copies the picks of linked players to their accounts (decision 016): those that are locked when it starts, then the others
 * at their locks, which are looked up again whenever games, or anything, changed. Every node does so; the first one copies.
 */
export class LinkedPicks {
  readonly #deps: LinkedPicksDeps;
  #timer: NodeJS.Timeout | undefined;
  readonly #looks = new SharedRun(() => this.#lookNow());
  #isFailing = false;
  readonly #toldLinks = new Set<number>();
  #isStopped = false;

  constructor(deps: LinkedPicksDeps) {
    this.#deps = deps;
    deps.live.onChange((change) => {
      if (change.kind === 'games' || change.kind === 'everything') void this.look();
    });
  }

  /** Copies what is locked now, and tells those who watch. Looks that are asked for before it begins are one. */
  look(): Promise<void> {
    return this.#looks.run();
  }

  /** Ends when nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looks.idle();
    clearTimeout(this.#timer);
  }

  async #lookNow(): Promise<void> {
    if (this.#isStopped) return;
    const { store, clock, onError } = this.#deps;
    let pause = RETRY_MS;
    try {
      const now = clock.now();
      const { picks, failed } = await copyLockedPicks(store, now);
      this.#report(failed);
      if (picks.length > 0) this.#publish(picks);
      const next = (await nextWaitingLock(store.db, now)) ?? Number.POSITIVE_INFINITY;
      pause = Math.min(Math.max(next - clock.now(), 0) / (clock.speed ?? 1) + 1, LONGEST_PAUSE_MS);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) onError(error);
      this.#isFailing = true;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), pause);
    this.#timer.unref();
  }

  #report(failed: readonly FailedLink[]): void {
    for (const { linkId, error } of failed) {
      if (!this.#toldLinks.has(linkId)) this.#deps.onError(new Error(`Link ${linkId} fails.`, { cause: error }));
      this.#toldLinks.add(linkId);
    }
  }

  #publish(copied: readonly CopiedPick[]): void {
    const weeks = Map.groupBy(copied, ({ poolId, weekId, userId }) => `${poolId} ${weekId} ${userId}`);
    for (const [pick] of weeks.values()) {
      if (!pick) continue;
      const { poolId, weekId, userId } = pick;
      this.#deps.afterCommit.changed({ kind: 'picks', poolId, weekId, userId, entered: true });
    }
    const poolIds = [...new Set(copied.map(({ poolId }) => poolId))];
    if (poolIds.length > 0) this.#deps.afterCommit.changed({ kind: 'pools', poolIds });
  }
}
