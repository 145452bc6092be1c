import type { receipts as table } from '#contract/receipts.ts';
import { LINKS_MAX } from '#contract/receipts.ts';
import { receiptFileName } from '#core/receipts/file.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { isWeekOfPool } from '#server/pools/reads.ts';
import type { PoolWeekId } from '#server/receipts/reads.ts';
import { hasReceipts, linksFrom, receiptFile } from '#server/receipts/reads.ts';
import { catchUpPool } from './store.ts';

export const receipts: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/receipts': async ({ deps, params: { poolId }, query: { weekId } }) => {
    const { store, clock } = deps;
    if (weekId !== undefined && !(await isKnown(store.db, { poolId, weekId }))) return fail('week_not_found');
    const now = clock.now();
    const unreadable = await catchUpPool(store, poolId, clock.now);
    const text = receiptFile(store.db, poolId, weekId, now, unreadable);
    return { download: { name: receiptFileName(weekId), type: 'application/json; charset=utf-8', text } };
  },

  'GET /api/pools/:poolId/receipts/chain': async ({ deps, params, query }) => {
    const links = await linksFrom(deps.store.db, params.poolId, Number(query.from ?? 1), LINKS_MAX);
    const known = links.findIndex(({ version }) => version > Number(query.version ?? 1));
    // An empty chain would be one from which its receipt is gone; after an error it warns of nothing.
    if (known === 0) return fail('busy');
    return { links: known === -1 ? links : links.slice(0, known) };
  },
};

/** Whether a week is one of the pool, or was when it got its receipts. */
async function isKnown(db: Db, week: PoolWeekId): Promise<boolean> {
  return (await isWeekOfPool(db, week.poolId, week.weekId)) || hasReceipts(db, week);
}
