import type { JoinReply, Player } from '#contract/players.ts';
import { cleanName } from '#core/names.ts';
import { profileNameError } from '#core/validation.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { EVERYTHING } from '../live/changes.ts';
import type { Join } from '../store/join-preview.ts';
import { previewJoin } from '../store/join-preview.ts';
import { joinPlayer, partPlayer } from '../store/player-joins.ts';
import type { ImportedPlayer } from '../store/players.ts';
import { importedPlayers, renamePlayer } from '../store/players.ts';
import { rescoreStale } from '../store/scores.ts';

type PlayerRoute =
  | 'GET /api/admin/players'
  | 'PATCH /api/admin/players/:playerId'
  | 'GET /api/admin/players/:playerId/join/:userId'
  | 'POST /api/admin/players/:playerId/join/:userId'
  | 'DELETE /api/admin/players/:playerId/join/:userId';

export const players: Pick<Handlers, PlayerRoute> = {
  'GET /api/admin/players': async ({ deps }) => ({ players: (await importedPlayers(deps.store.db)).map(replyOf) }),

  'PATCH /api/admin/players/:playerId': async ({ deps, caller, params, body }) => {
    const { playerId } = params;
    const displayName = cleanName(body.displayName);
    const problem = profileNameError(displayName);
    if (problem) return invalid('displayName', problem);
    const refusal = await renamePlayer(deps.store, playerId, displayName, caller.user.id, deps.clock.now());
    if (refusal) return fail(refusal);
    deps.live.changed(EVERYTHING);
    const [player] = await importedPlayers(deps.store.db, playerId);
    return player ? replyOf(player) : fail('player_not_found');
  },

  'GET /api/admin/players/:playerId/join/:userId': async ({ deps, params }) => {
    const join = await previewJoin(deps.store.db, params.playerId, params.userId, deps.clock.now());
    return typeof join === 'string' ? fail(join) : describe(join);
  },

  'POST /api/admin/players/:playerId/join/:userId': async ({ deps, caller, params }) => {
    const { playerId, userId } = params;
    const join = await joinPlayer(deps.store, playerId, userId, caller.user.id, deps.clock.now());
    if (typeof join === 'string') return fail(join);
    await peopleChanged(deps);
    return describe(join);
  },

  'DELETE /api/admin/players/:playerId/join/:userId': async ({ deps, caller, params }) => {
    const { playerId, userId } = params;
    const counts = await partPlayer(deps.store, playerId, userId, caller.user.id, deps.clock.now());
    if (typeof counts === 'string') return fail(counts);
    await peopleChanged(deps);
    return counts;
  },
};

function replyOf(player: ImportedPlayer): Player {
  return { ...player, pools: [...player.pools] };
}

function describe({ player, account, pools, ...counts }: Join): JoinReply {
  return { player: { id: player.id, name: player.name }, account, pools: [...pools], ...counts };
}

/** Members and picks of several pools: their scores follow, and everybody reads again. */
async function peopleChanged({ store, live }: Pick<Deps, 'store' | 'live'>): Promise<void> {
  await rescoreStale(store);
  live.changed(EVERYTHING);
}
