import { admits } from '#core/permissions.ts';
import { visiblePools } from '#core/pools.ts';
import { loadPool } from '#server/store/pool-overview.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { poolsAskedFor, requestCounts } from '../store/joining.ts';
import { poolsSeenBy } from '../store/pools-seen.ts';

export const pools: Pick<Handlers, 'GET /api/pools' | 'GET /api/pools/:poolId'> = {
  'GET /api/pools': async ({ deps, caller }) => {
    const { db } = deps.store;
    const asked = await poolsAskedFor(db, caller.user.id);
    const all = visiblePools(await poolsSeenBy(db, caller.user));
    const tells = caller.user.isAdmin || all.some(({ isCommissioner }) => isCommissioner);
    const waiting = tells ? await requestCounts(db) : new Map<string, number>();
    return {
      pools: all.map(({ id, name, description, moneyUrl, rules, membership, isCommissioner }) => {
        const isMember = membership !== null;
        const requester = { user: caller.user, isMember, isCommissioner };
        const details = admits('member', requester) ? { moneyUrl, rules } : null;
        const requests = admits('commissioner', requester) ? { requests: waiting.get(id) ?? 0 } : {};
        const listed = { id, name, description, isMember, isCommissioner, ...membership };
        return { ...listed, hasAsked: asked.has(id), ...requests, details };
      }),
    };
  },

  'GET /api/pools/:poolId': async ({ deps, params }) =>
    (await loadPool(deps.store.db, params.poolId, deps.clock.now())).state.pool ?? fail('pool_not_found'),
};
