import type { joining as joiningTable, MembersReply, members as membersTable } from '#contract/members.ts';
import type { announcements as announcementsTable } from '#contract/pools.ts';
import { announcementError } from '#core/announcements.ts';
import { deadline } from '#core/locks.ts';
import { compareNames } from '#core/name-order.ts';
import { admits } from '#core/permissions.ts';
import { distinctNames } from '#core/standings.ts';
import { cleanMessage } from '#core/talk.ts';
import { enabledAdmins } from '#server/admin/store.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/log/store.ts';
import { toldOf } from '#server/notify/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { tooMany, tooManyRequests } from '#server/platform/http/limits.ts';
import { poolNumbers } from '#server/pools/overview-reads.ts';
import {
  announce,
  commissionersOf,
  markTold,
  membersOfPool,
  mutedMembers,
  paperPlayers,
  removedMembers,
  shownEntries,
} from './reads.ts';
import {
  answerRequest,
  askToJoin,
  findInvited,
  followInvite,
  inviteUrl,
  isMemberOf,
  nextGameOf,
  renewInvite,
  requestsSeen,
  takeRequest,
} from './store.ts';

export const members: Pick<Handlers, keyof typeof membersTable> = {
  'GET /api/pools/:poolId/members': async ({ deps: { store }, caller, params: { poolId } }) => {
    const people = await peopleOf(store.db, poolId);
    if (!admits('commissioner', caller)) return { people };
    const muted = await mutedMembers(store.db, poolId);
    const removed = await removedMembers(store.db, poolId);
    return {
      people: people.map((each) => ({ ...each, ...(muted.has(each.id) && { isMuted: true }) })),
      removed,
      requests: await requestsSeen(store.db, poolId, caller),
    };
  },
};

async function peopleOf(db: Db, poolId: string): Promise<MembersReply['people']> {
  const players = await membersOfPool(db, poolId);
  const paper = await paperPlayers(db, poolId);
  const running = (await commissionersOf(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const shown = await shownEntries(db, poolId);
  const playing = new Set(players.map(({ id }) => id));
  const runs = new Set(running.map(({ id }) => id));
  const others = running.filter(({ id }) => !playing.has(id)).map(({ id, displayName }) => ({ id, name: displayName }));
  const names = distinctNames([...players, ...others]);
  return [...names]
    .map(([id, name]) => ({
      id,
      name,
      plays: playing.has(id),
      entries: shown.get(id) ?? [],
      isCommissioner: runs.has(id),
      isPaper: paper.has(id),
    }))
    .sort(compareNames);
}

export const joining: Pick<Handlers, keyof typeof joiningTable> = {
  'POST /api/pools/:poolId/requests': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const wait = await deps.limits.take([['join by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const refusal = await askToJoin(deps.store, params.poolId, caller.user.id, deps.clock.now);
    if (refusal) return fail(refusal);
    requestsChanged(deps, params.poolId);
    return { ok: true };
  },

  'DELETE /api/pools/:poolId/requests': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (await takeRequest(deps.store.db, params.poolId, caller.user.id)) requestsChanged(deps, params.poolId);
    return { ok: true };
  },

  'PUT /api/pools/:poolId/requests/:userId': async ({ deps, caller, params, body }) => {
    const refusal = await answerRequest(deps.store, actorOf(deps, caller), params, body.confirm, deps.clock.now);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [params.userId] });
    requestsChanged(deps, params.poolId);
    return { ok: true };
  },

  'POST /api/pools/:poolId/invite': async ({ deps, caller, params, site }) => {
    const { token, madeAt } = await renewInvite(deps.store, actorOf(deps, caller), params.poolId);
    return { url: inviteUrl(site, token), madeAt };
  },

  'POST /api/invites/find': async ({ deps, caller, body, client }) => {
    const wait = await deps.limits.take([['invite from', client.address]]);
    if (wait > 0) return tooMany(wait);
    const { db } = deps.store;
    const pool = await findInvited(db, body.token);
    if (!pool) return fail('invite_not_found');
    const next = await nextGameOf(db, pool.id, deps.clock.now());
    const isMember = caller?.user.isEnabled === true && (await isMemberOf(db, pool.id, caller.user.id));
    return {
      poolName: pool.name,
      invitedBy: pool.invitedBy,
      members: (await poolNumbers(db, pool.id)).activeUsers,
      useSpread: pool.rules.useSpread,
      nextLock: next && deadline(next),
      poolId: isMember ? pool.id : null,
    };
  },

  'POST /api/invites/follow': async ({ deps, caller, body }) => {
    if (!(await findInvited(deps.store.db, body.token))) return fail('invite_not_found');
    const wait = await deps.limits.take([['join by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const followed = await followInvite(deps.store, body.token, caller.user.id, deps.clock.now);
    if (!followed) return fail('invite_not_found');
    if (followed === 'survivor_begun') return fail(followed);
    if (followed.outcome === 'joined') {
      deps.afterCommit.changed({ kind: 'pools', poolIds: [followed.poolId], userIds: [caller.user.id] });
    }
    if (followed.outcome !== 'member') requestsChanged(deps, followed.poolId);
    const next = await nextGameOf(deps.store.db, followed.poolId, deps.clock.now());
    return { ...followed, weekId: next?.weekId ?? null };
  },
};

/** Reaches those who see the requests of a pool: its commissioners and the admins. */
function requestsChanged({ store, afterCommit }: Deps, poolId: string): void {
  afterCommit.follow(async () => {
    const commissioners = await commissionersOf(store.db, poolId);
    const userIds = [...new Set([...commissioners.map(({ id }) => id), ...(await enabledAdmins(store.db))])];
    afterCommit.changed({ kind: 'pools', poolIds: [], userIds });
  });
}

export const announcements: Pick<Handlers, keyof typeof announcementsTable> = {
  'POST /api/pools/:poolId/announcements': async ({ deps, caller, params, body, site }) => {
    const text = cleanMessage(body.text);
    const problem = announcementError(text);
    if (problem) return invalid('text', problem);
    const wait = await deps.limits.take([['announce in', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const announced = await announce(deps.store, actorOf(deps, caller), params.poolId, text);
    if (announced === null) return fail('pool_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    const { id, poolName, readers } = announced;
    const news = { kind: 'announcement', ...params, poolName, text } as const;
    const to = new Map(readers.map((reader) => [reader, news]));
    const about = { kind: 'announcement', consent: 'asked' } as const;
    const key = String(id);
    const { reached } = await deps.notifier.reachable(deps.store.db, about, readers);
    const told = await toldOf(deps.store.db, { kind: 'announcement', key });
    deps.afterCommit.follow(() => deps.notifier.tell({ kind: 'announcement', key, site, to }));
    return { sentTo: [...reached].filter((reader) => !told.has(reader)).length };
  },

  'PUT /api/pools/:poolId/announcements/read': async ({ deps, caller, params, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const isThere = await markTold(deps.store.db, params.poolId, caller.user.id, body.until);
    return isThere ? { ok: true } : fail('announcement_not_found');
  },
};
