import { SETTLE_MS } from '#core/week-result.ts';
import type { TestApp } from './app.ts';

/** Advances the clock until results are final enough to announce, and announces them. */
export async function settle({ deps, clock }: Pick<TestApp, 'deps' | 'clock'>): Promise<void> {
  await deps.afterCommit.idle();
  await deps.notify.results.check();
  clock.advance(SETTLE_MS);
  await deps.notify.results.check();
}
