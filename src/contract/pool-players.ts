import { Type } from 'typebox';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape } from './shapes.ts';

const Name = Type.String({ maxLength: 320 });

export const poolPlayers = routes({
  'POST /api/pools/:poolId/players': {
    summary: 'Add a player without an account to a pool: their picks are entered for them',
    access: 'commissioner',
    params: PoolParams,
    body: shape({ displayName: Name }),
    reply: shape({ id: Id }),
    errors: ['pool_not_found', 'name_taken', 'survivor_begun', 'too_many_players'],
  },
  'PATCH /api/pools/:poolId/players/:playerId': {
    summary: 'Rename a player without an account who is in this pool and was never in another',
    access: 'commissioner',
    params: shape({ poolId: Id, playerId: Id }),
    body: shape({ displayName: Name }),
    reply: Done,
    errors: ['pool_not_found', 'player_not_found', 'player_linked', 'name_taken'],
  },
});
