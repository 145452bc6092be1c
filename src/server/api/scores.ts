import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { loadMatchup, loadStandings } from '../live/states.ts';
import { findPool } from '../store/pools.ts';

type ScoreRoute = 'GET /api/pools/:poolId/weeks/:weekId/matchup' | 'GET /api/pools/:poolId/standings';

export const scores: Pick<Handlers, ScoreRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/matchup': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    const { db } = deps.store;
    if (!caller.isPoolWeek) return fail('week_not_found');
    const forAdmins = caller.user.isAdmin;
    const load = () => loadMatchup(db, caller.pool, weekId, forAdmins, deps.clock.now());
    return { snapshot: await deps.live.read({ kind: 'matchup', poolId, weekId, forAdmins }, load) };
  },

  'GET /api/pools/:poolId/standings': async ({ deps, caller, params: { poolId } }) => {
    const { db } = deps.store;
    // Read again: what others are handed later must not be older than the reading of it.
    const load = async () => loadStandings(db, (await findPool(db, poolId)) ?? caller.pool);
    return { snapshot: await deps.live.read({ kind: 'standings', poolId }, load) };
  },
};
