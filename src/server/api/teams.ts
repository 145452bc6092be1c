import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findGame } from '../store/games.ts';
import { addMissingTeams, allTeams } from '../store/teams.ts';

type Routes = 'GET /api/teams' | 'POST /api/teams/initialise' | 'GET /api/games/:gid/records';

export const teams: Pick<Handlers, Routes> = {
  'GET /api/teams': async ({ deps }) => ({ teams: await allTeams(deps.store.db) }),

  'POST /api/teams/initialise': async ({ deps }) => ({ added: await addMissingTeams(deps.store.db) }),

  'GET /api/games/:gid/records': async ({ deps, params }) => {
    const game = await findGame(deps.store.db, params.gid);
    if (!game) return fail('game_not_found');
    return (await deps.feed.records(game)) ?? fail('records_unavailable');
  },
};
