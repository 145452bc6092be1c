import type { LinkReply, Player } from '#contract/players.ts';
import { cleanName } from '#core/names.ts';
import { profileNameError } from '#core/validation.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { EVERYTHING } from '../live/changes.ts';
import type { PlayerLink } from '../store/link-preview.ts';
import { previewLink } from '../store/link-preview.ts';
import { linkPlayer, unlinkPlayer } from '../store/player-links.ts';
import type { ImportedPlayer } from '../store/players.ts';
import { importedPlayers, renamePlayer } from '../store/players.ts';

type PlayerRoute =
  | 'GET /api/admin/players'
  | 'PATCH /api/admin/players/:playerId'
  | 'GET /api/admin/players/:playerId/link/:userId'
  | 'POST /api/admin/players/:playerId/link/:userId'
  | 'DELETE /api/admin/players/:playerId/link/:userId';

export const players: Pick<Handlers, PlayerRoute> = {
  'GET /api/admin/players': async ({ deps }) => ({ players: (await importedPlayers(deps.store.db)).map(replyOf) }),

  'PATCH /api/admin/players/:playerId': async ({ deps, caller, params, body }) => {
    const { playerId } = params;
    const displayName = cleanName(body.displayName);
    const problem = profileNameError(displayName);
    if (problem) return invalid('displayName', problem);
    const refusal = await renamePlayer(deps.store, playerId, displayName, caller.user.id, deps.clock.now());
    if (refusal) return fail(refusal);
    deps.afterCommit.changed(EVERYTHING);
    const [player] = await importedPlayers(deps.store.db, playerId);
    return player ? replyOf(player) : fail('player_not_found');
  },

  'GET /api/admin/players/:playerId/link/:userId': async ({ deps, params }) => {
    const link = await previewLink(deps.store.db, params.playerId, params.userId, deps.clock.now());
    return typeof link === 'string' ? fail(link) : describe(link);
  },

  'POST /api/admin/players/:playerId/link/:userId': async ({ deps, caller, params }) => {
    const { playerId, userId } = params;
    const link = await linkPlayer(deps.store, playerId, userId, caller.user.id, deps.clock.now());
    if (typeof link === 'string') return fail(link);
    linkChanged(deps, userId);
    return describe(link);
  },

  'DELETE /api/admin/players/:playerId/link/:userId': async ({ deps, caller, params }) => {
    const { playerId, userId } = params;
    const counts = await unlinkPlayer(deps.store, playerId, userId, caller.user.id, deps.clock.now());
    if (typeof counts === 'string') return fail(counts);
    linkChanged(deps, userId);
    return counts;
  },
};

/** The player's pools became the user's, or ceased to be. */
function linkChanged(deps: Deps, userId: string): void {
  deps.afterCommit.changed(EVERYTHING);
  deps.afterCommit.changed({ kind: 'pools', poolIds: [], userIds: [userId] });
}

function replyOf(player: ImportedPlayer): Player {
  return { ...player, pools: [...player.pools] };
}

function describe({ player, account, pools, ...counts }: PlayerLink): LinkReply {
  return { player: { id: player.id, name: player.name }, account, pools: [...pools], ...counts };
}
