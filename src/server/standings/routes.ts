import type { standings as table } from '#contract/standings.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';

export const standings: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/weeks/:weekId/matchup': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const forCommissioners = caller.user.isAdmin || caller.isCommissioner;
    return { snapshot: await deps.live.read({ kind: 'matchup', ...params, forCommissioners }) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/active-players': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    return { snapshot: await deps.live.read({ kind: 'activePlayers', ...params }) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/shares': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    return { snapshot: await deps.live.read({ kind: 'shares', ...params }) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/leader': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    return { snapshot: await deps.live.read({ kind: 'leader', ...params }) };
  },

  'GET /api/pools/:poolId/standings': async ({ deps, params }) => ({
    snapshot: await deps.live.read({ kind: 'standings', ...params }),
  }),

  'GET /api/pools/:poolId/lab': async ({ deps, params }) => ({
    snapshot: await deps.live.read({ kind: 'lab', ...params }),
  }),
};
