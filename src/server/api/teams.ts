import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findGame } from '../store/games.ts';
import { allTeams } from '../store/teams.ts';

export const teams: Pick<Handlers, 'GET /api/teams' | 'GET /api/games/:gid/records'> = {
  'GET /api/teams': async ({ deps }) => ({ teams: await allTeams(deps.store.db) }),

  'GET /api/games/:gid/records': async ({ deps, params }) => {
    const game = await findGame(deps.store.db, params.gid);
    if (!game) return fail('game_not_found');
    return (await deps.feed.records(game)) ?? fail('records_unavailable');
  },
};
