import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { ownPicks } from '../store/picks.ts';

type PickRoute = 'GET /api/pools/:poolId/weeks/:weekId/picks' | 'PUT /api/pools/:poolId/picks/:gid';

export const picks: Pick<Handlers, PickRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/picks': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    if (!caller.isPoolWeek) return fail('week_not_found');
    return { picks: await ownPicks(deps.store.db, poolId, weekId, caller.user.id) };
  },

  'PUT /api/pools/:poolId/picks/:gid': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { poolId, gid } = params;
    const outcome = await deps.picks.add({ poolId, gid, userId, side: body.side, basedOn: body.basedOn ?? null });
    if (!outcome.saved) return fail(outcome.refusal);
    const { side, revision, changed, weekId } = outcome;
    if (changed) deps.live.changed({ kind: 'picks', poolId, weekId, userId });
    return { side, revision };
  },
};
