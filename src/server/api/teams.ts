import type { Handlers } from '../http/call.ts';
import { allTeams } from '../store/teams.ts';

export const teams: Pick<Handlers, 'GET /api/teams'> = {
  'GET /api/teams': async ({ deps }) => ({ teams: await allTeams(deps.store.db) }),
};
