import type { LinkReply, Player, players as routes, UnlinkReply } from '#contract/players.ts';
import { cleanName } from '#core/names.ts';
import { profileNameError } from '#core/validation.ts';
import type { Caller } from '#server/http/call.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { EVERYTHING } from '../live/changes.ts';
import { tellWithdrawn } from '../notify/withdrawn.ts';
import type { EntryLinked, LinkUndone } from '../store/links.ts';
import { linkEntry, linksOfPool, previewLink, previewUnlink, unlinkEntry } from '../store/links.ts';
import type { ImportedPlayer } from '../store/players.ts';
import { importedPlayers, renamePlayer } from '../store/players.ts';

export const players: Pick<Handlers, keyof typeof routes> = {
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

  'GET /api/pools/:poolId/links': async ({ deps, params }) => {
    return { links: await linksOfPool(deps.store.db, params.poolId) };
  },

  'GET /api/entries/:entryId/link/:userId': async ({ deps, caller, params: { entryId, userId } }) => {
    const link = await previewLink(deps.store, entryId, userId, linkerOf(deps, caller));
    return typeof link === 'string' ? fail(link) : linkReply(link);
  },

  'POST /api/entries/:entryId/link/:userId': async ({ deps, caller, params: { entryId, userId }, site }) => {
    if (caller.poolId === null) return fail('entry_not_found');
    const link = await linkEntry(deps.store, entryId, userId, linkerOf(deps, caller));
    if (typeof link === 'string') return fail(link);
    linkChanged(deps, userId);
    const { poolId } = caller;
    deps.afterCommit.follow(() => tellWithdrawn(deps, { poolId, entryId, userId, ...link }, site));
    return linkReply(link);
  },

  'GET /api/entries/:entryId/link': async ({ deps, caller, params: { entryId } }) => {
    const undone = await previewUnlink(deps.store, entryId, linkerOf(deps, caller));
    return typeof undone === 'string' ? fail(undone) : unlinkReply(undone);
  },

  'DELETE /api/entries/:entryId/link': async ({ deps, caller, params: { entryId }, body }) => {
    const reason = body.reason.trim();
    const undone = await unlinkEntry(deps.store, entryId, { ...linkerOf(deps, caller), reason });
    if (undone === 'undo_reason_missing') return { ...fail(undone), field: 'reason' };
    if (typeof undone === 'string') return fail(undone);
    linkChanged(deps, undone.userId);
    return unlinkReply(undone);
  },
};

function linkerOf({ clock }: Deps, { user }: Caller) {
  return { userId: user.id, isAdmin: user.isAdmin, clock: clock.now };
}

/** Entries became the user's, or ceased to be, and with them perhaps a pool. */
function linkChanged(deps: Deps, userId: string): void {
  deps.afterCommit.changed(EVERYTHING);
  deps.afterCommit.changed({ kind: 'pools', poolIds: [], userIds: [userId] });
}

function replyOf(player: ImportedPlayer): Player {
  return { ...player, pools: [...player.pools] };
}

function linkReply(link: EntryLinked): LinkReply {
  return { ...link, changes: [...link.changes] };
}

function unlinkReply({ userId: _, ...undone }: LinkUndone): UnlinkReply {
  return { ...undone, changes: [...undone.changes] };
}
