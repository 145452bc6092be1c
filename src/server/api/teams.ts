import type { teams as routes } from '#contract/teams.ts';
import { canonicalTeam } from '#core/teams.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findGame } from '../store/game-reads.ts';
import { addMissingTeams, allTeams, findTeam } from '../store/teams.ts';

type Routes = keyof typeof routes;

export const teams: Pick<Handlers, Routes> = {
  'GET /api/teams': async ({ deps }) => ({ teams: await allTeams(deps.store.db) }),

  'GET /api/teams/:abbr': async ({ deps, params }) => {
    const abbr = canonicalTeam(params.abbr);
    return (abbr === null ? null : await findTeam(deps.store.db, abbr)) ?? fail('team_not_found');
  },

  'POST /api/teams/initialise': async ({ deps }) => ({ added: await addMissingTeams(deps.store.db) }),

  'GET /api/games/:gid/records': async ({ deps, params }) => {
    const game = await findGame(deps.store.db, params.gid);
    if (!game) return fail('game_not_found');
    return (await deps.feed.records(game)) ?? fail('records_unavailable');
  },
};
