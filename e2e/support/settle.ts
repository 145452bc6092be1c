import { SETTLE_MS } from '#core/week-result.ts';
import { poolsToAnnounce } from '#server/notify/results-store.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { withLeague } from '../../tests/direct-league.ts';
import { until } from '../../tests/until.ts';
import type { App } from './app.ts';

/** Waits for a result, makes it as old as an announcement requires, and waits until it is announced. */
export async function settleResults({ env }: App): Promise<void> {
  await withLeague(env.DATABASE_URL ?? env.DATABASE_FILE ?? '', async ({ store }) => {
    await until(async () => (await poolsToAnnounce(store.db)).length > 0, 30_000);
    await store.db
      .updateTable('announced_weeks')
      .set((eb) => ({ since: eb('since', '-', SETTLE_MS) }))
      .execute();
    await notifyServers(store);
    await until(async () => (await poolsToAnnounce(store.db)).length === 0, 30_000);
  });
}
