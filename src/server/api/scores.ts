import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { loadMatchup, loadStandings } from '../live/topic-loaders.ts';

type ScoreRoute = 'GET /api/pools/:poolId/weeks/:weekId/matchup' | 'GET /api/pools/:poolId/standings';

export const scores: Pick<Handlers, ScoreRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/matchup': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    const { db } = deps.store;
    if (!caller.isPoolWeek) return fail('week_not_found');
    const forAdmins = caller.user.isAdmin;
    const load = () => loadMatchup(db, poolId, weekId, forAdmins, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'matchup', poolId, weekId, forAdmins }, load) };
  },

  'GET /api/pools/:poolId/standings': async ({ deps, params: { poolId } }) => {
    const load = () => loadStandings(deps.store.db, poolId);
    return { snapshot: await deps.live.read({ kind: 'standings', poolId }, load) };
  },
};
