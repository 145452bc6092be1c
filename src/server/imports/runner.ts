import type { Deps } from '#server/deps.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { doSlice, unfinishedImports } from './store.ts';

export interface ImportRunnerDeps {
  readonly settings: Pick<Settings, 'secondFactor'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly afterCommit: Pick<Deps['afterCommit'], 'changed' | 'follow'>;
  readonly notify: { readonly posted: Pick<Deps['notify']['posted'], 'send'> };
}

/** Writes and undoes imports in the background. Interrupted imports resume at the next start. */
export class ImportRunner {
  readonly #deps: ImportRunnerDeps;
  #isStopped = false;

  constructor(deps: ImportRunnerDeps) {
    this.#deps = deps;
  }

  /** Resumes interrupted imports. */
  start(): void {
    this.#deps.afterCommit.follow(async () => {
      for (const id of await unfinishedImports(this.#deps.store.db)) await this.#finish(id);
    });
  }

  /** Writes an import, or undoes it, in the background. */
  run(importId: string): void {
    this.#deps.afterCommit.follow(() => this.#finish(importId));
  }

  /** Leaves the rest to the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  async #finish(importId: string): Promise<void> {
    const { settings, store, clock, afterCommit, notify } = this.#deps;
    const asksSecondFactor = settings.secondFactor === 'required';
    while (!this.#isStopped) {
      const progress = await doSlice(store, importId, clock.now, asksSecondFactor);
      if (progress === null) return;
      const { announced } = progress;
      if (announced !== null) afterCommit.follow(() => notify.posted.send({ kind: 'announcement', id: announced }));
      if (!progress.isUnfinished) {
        afterCommit.changed({ kind: 'pools', poolIds: [progress.poolId], weeks: true });
        return;
      }
      await yieldToRequests();
    }
  }
}
