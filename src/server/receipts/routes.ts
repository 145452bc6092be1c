import type { receipts as table } from '#contract/receipts.ts';
import { LINKS_MAX } from '#contract/receipts.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { catchUp } from './lock-store.ts';
import { linksFrom, receiptFile } from './reads.ts';

export const receipts: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/receipts': async ({ deps, params }) => {
    const now = deps.clock.now();
    await catchUp(deps.store, { poolId: params.poolId }, deps.clock.now);
    const text = await receiptFile(deps.store.db, params.poolId, now);
    return { download: { name: 'receipts.json', type: 'application/json; charset=utf-8', text } };
  },

  'GET /api/pools/:poolId/receipts/chain': async ({ deps, params, query }) => {
    return { links: await linksFrom(deps.store.db, params.poolId, Number(query.from ?? 1), LINKS_MAX) };
  },
};
