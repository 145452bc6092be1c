import type { LinkReply, Player, entries as table, UnlinkReply } from '#contract/entries.ts';
import { cleanName } from '#core/names.ts';
import { admits } from '#core/permissions.ts';
import { profileNameError } from '#core/validation.ts';
import type { Deps } from '#server/deps.ts';
import { addEntry, renameEntry } from '#server/entries/store.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import type { ImportedPlayer } from '#server/members/player-store.ts';
import { addPlayer, importedPlayers, renamePlayer, renamePoolPlayer } from '#server/members/player-store.ts';
import { setDefault } from '#server/picks/default-store.ts';
import type { Caller, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { buyBack, takeBuyBackBack } from './buy-back-store.ts';
import { readGivingUp } from './giving-up-reads.ts';
import { giveUpEntry } from './giving-up-store.ts';
import type { EntryLinked, LinkUndone } from './link-store.ts';
import { linkEntry, linksOfPool, previewLink, previewUnlink, unlinkEntry } from './link-store.ts';

export const entries: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/picks': async ({ deps, caller, params: { poolId } }) => {
    return { snapshot: await deps.live.read({ kind: 'picks', poolId, userId: caller.user.id }) };
  },

  'GET /api/pools/:poolId/entries': async ({ deps, caller, params: { poolId } }) => {
    return { snapshot: await deps.live.read({ kind: 'entries', poolId, userId: caller.user.id }) };
  },

  'GET /api/pools/:poolId/entries/giving-up': ({ deps, caller, params: { poolId } }) =>
    readGivingUp(deps.store.db, poolId, caller.user.id, deps.clock.now()),

  'POST /api/pools/:poolId/entries': async ({ deps, caller, params: { poolId }, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const name = body.name === undefined ? null : cleanName(body.name);
    const problem = name === null ? null : profileNameError(name);
    if (problem) return invalid('name', problem);
    const userId = caller.user.id;
    const added = await addEntry(deps.store, { poolId, userId, name }, deps.clock.now);
    if ('refusal' in added) return fail(added.refusal);
    entriesChanged(deps, poolId, userId);
    return added;
  },

  'PATCH /api/entries/:entryId': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const name = body.name === null ? null : cleanName(body.name);
    const problem = name === null ? null : profileNameError(name);
    if (problem) return invalid('name', problem);
    const actor = { userId: caller.user.id, runsPool: admits('commissioner', caller) };
    const named = await renameEntry(deps.store, { entryId, name }, actor, deps.clock.now);
    if ('refusal' in named) return fail(named.refusal);
    entriesChanged(deps, poolId, entryOwnerId);
    return named;
  },

  'DELETE /api/entries/:entryId': async ({ deps, caller, params: { entryId } }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const refusal = await giveUpEntry(deps.store, { entryId, userId: caller.user.id }, deps.clock.now);
    if (refusal) return fail(refusal);
    entriesChanged(deps, poolId, entryOwnerId);
    return { ok: true };
  },

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
    const link = await linkEntry(deps.store, entryId, userId, { ...linkerOf(deps, caller), site });
    if (typeof link === 'string') return fail(link);
    linkChanged(deps, userId);
    deps.afterCommit.follow(() => deps.notify.posted.send({ kind: 'link', id: link.recordId }));
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

  'PUT /api/entries/:entryId/default': async ({ deps, caller, params: { entryId }, body: { value } }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    if (entryOwnerId !== caller.user.id) return fail('other_player');
    const refusal = await setDefault(deps.store, { entryId, value }, deps.clock.now);
    if (refusal !== null) return fail(refusal);
    deps.live.changed({ kind: 'entries', poolId, userId: entryOwnerId });
    return { ok: true };
  },

  'PUT /api/entries/:entryId/buy-back': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const outcome = await buyBack(deps.store, { entryId, ...body, ...buyerOf(caller) }, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) entriesChanged(deps, poolId, entryOwnerId);
    return { ok: true };
  },

  'DELETE /api/entries/:entryId/buy-back': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const outcome = await takeBuyBackBack(deps.store, { entryId, ...body, ...buyerOf(caller) }, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) entriesChanged(deps, poolId, entryOwnerId);
    return { ok: true };
  },

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
    const renamed = await renamePoolPlayer(
      deps.store,
      { ...actorOf(deps, caller), isAdmin: caller.user.isAdmin },
      params,
      displayName,
    );
    if (typeof renamed === 'string') return fail(renamed);
    deps.afterCommit.changed({ kind: 'pools', poolIds: renamed.poolIds, userIds: [params.playerId] });
    return { ok: true };
  },
};

/** Publishes that a user's entries in a pool, or their names, have changed. */
function entriesChanged(deps: Deps, poolId: string, userId: string): void {
  deps.afterCommit.changed({ kind: 'entries', poolId, userId });
  deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
}

function buyerOf(caller: Caller) {
  return { userId: caller.user.id, runsPool: admits('commissioner', caller) };
}

function linkerOf({ clock }: Deps, { user }: Caller) {
  return { userId: user.id, isAdmin: user.isAdmin, clock: clock.now };
}

/** Publishes that entries were linked to a user or unlinked, which may add or remove a pool. */
function linkChanged(deps: Deps, userId: string): void {
  deps.afterCommit.changed(EVERYTHING);
  deps.afterCommit.changed({ kind: 'pools', poolIds: [], userIds: [userId] });
}

function replyOf(player: ImportedPlayer): Player {
  return { ...player, pools: [...player.pools] };
}

function linkReply({ recordId: _, ...link }: EntryLinked): LinkReply {
  return { ...link, changes: [...link.changes] };
}

function unlinkReply({ userId: _, ...undone }: LinkUndone): UnlinkReply {
  return { ...undone, changes: [...undone.changes] };
}
