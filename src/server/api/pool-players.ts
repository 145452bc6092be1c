import type { poolPlayers as routes } from '#contract/pool-players.ts';
import { cleanName } from '#core/names.ts';
import { profileNameError } from '#core/validation.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { addPlayer, renamePoolPlayer } from '../store/pool-players.ts';
import { actorOf } from './actor.ts';

export const poolPlayers: Pick<Handlers, keyof typeof routes> = {
  'POST /api/pools/:poolId/players': async ({ deps, caller, params, body }) => {
    const displayName = cleanName(body.displayName);
    const problem = profileNameError(displayName);
    if (problem) return invalid('displayName', problem);
    const added = await addPlayer(deps.store, actorOf(deps, caller), params.poolId, displayName, deps.clock.now);
    if ('refusal' in added) return fail(added.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [added.id] });
    return added;
  },

  'PATCH /api/pools/:poolId/players/:playerId': async ({ deps, caller, params, body }) => {
    const displayName = cleanName(body.displayName);
    const problem = profileNameError(displayName);
    if (problem) return invalid('displayName', problem);
    const refusal = await renamePoolPlayer(deps.store, actorOf(deps, caller), params, displayName);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [params.playerId] });
    return { ok: true };
  },
};
