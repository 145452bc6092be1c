import { admits } from '#core/permissions.ts';
import { visiblePools } from '#core/pools.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { loadPool } from '../live/topic-loaders.ts';
import { poolsRunBy } from '../store/commissioners.ts';
import { poolsAskedFor, requestCounts } from '../store/joining.ts';
import { membershipsOfUser } from '../store/members.ts';
import { livingPools } from '../store/pools.ts';

export const pools: Pick<Handlers, 'GET /api/pools' | 'GET /api/pools/:poolId'> = {
  'GET /api/pools': async ({ deps, caller }) => {
    const { db } = deps.store;
    const own = await membershipsOfUser(db, caller.user.id);
    const runs = await poolsRunBy(db, caller.user.id);
    const asked = await poolsAskedFor(db, caller.user.id);
    const waiting = caller.user.isAdmin || runs.size > 0 ? await requestCounts(db) : new Map<string, number>();
    const all = visiblePools(await livingPools(db));
    return {
      pools: all.map(({ id, name, description, moneyUrl, rules }) => {
        const isMember = own.has(id);
        const isCommissioner = runs.has(id);
        const requester = { user: caller.user, isMember, isCommissioner };
        const details = admits('member', requester) ? { moneyUrl, rules } : null;
        const requests = admits('commissioner', requester) ? { requests: waiting.get(id) ?? 0 } : {};
        const listed = { id, name, description, isMember, isCommissioner, ...own.get(id) };
        return { ...listed, hasAsked: asked.has(id), ...requests, details };
      }),
    };
  },

  'GET /api/pools/:poolId': async ({ deps, params }) =>
    (await loadPool(deps.store.db, params.poolId, deps.clock.now())).state.pool ?? fail('pool_not_found'),
};
