import type { standings as table } from '#contract/standings.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { loadActivePlayers, loadLab, loadLeader, loadMatchup, loadShares, loadStandings } from './reads.ts';

export const standings: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/weeks/:weekId/matchup': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    const { db } = deps.store;
    if (!caller.isPoolWeek) return fail('week_not_found');
    const forCommissioners = caller.user.isAdmin || caller.isCommissioner;
    const load = () => loadMatchup(db, poolId, weekId, forCommissioners, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'matchup', poolId, weekId, forCommissioners }, load) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/active-players': async ({ deps, caller, params: { poolId, weekId } }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const load = () => loadActivePlayers(deps.store.db, poolId, weekId);
    return { snapshot: await deps.live.read({ kind: 'activePlayers', poolId, weekId }, load) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/shares': async ({ deps, caller, params: { poolId, weekId } }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const load = () => loadShares(deps.store.db, poolId, weekId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'shares', poolId, weekId }, load) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/leader': async ({ deps, caller, params: { poolId, weekId } }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const load = () => loadLeader(deps.store.db, poolId, weekId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'leader', poolId, weekId }, load) };
  },

  'GET /api/pools/:poolId/standings': async ({ deps, params: { poolId } }) => {
    const load = () => loadStandings(deps.store.db, poolId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'standings', poolId }, load) };
  },

  'GET /api/pools/:poolId/lab': async ({ deps, params: { poolId } }) => {
    const load = () => loadLab(deps.store.db, poolId, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'lab', poolId }, load) };
  },
};
