import type { MembersReply, members as table } from '#contract/members.ts';
import { deadline } from '#core/locks.ts';
import { compareNames } from '#core/name-order.ts';
import { admits } from '#core/permissions.ts';
import { slateText } from '#core/rules/words.ts';
import { distinctNames } from '#core/standings.ts';
import { weeksPlayed } from '#core/week-words.ts';
import { isPostSeason } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import {
  answerRequest,
  findInvited,
  followInvite,
  inviteUrl,
  isMemberOf,
  nextGameOf,
  removeRequest,
  renewInvite,
  requestsSeen,
  requestToJoin,
} from '#server/members/joining-store.ts';
import {
  commissionersOf,
  membersOfPool,
  membersWithoutAccount,
  mutedMembers,
  removedMembers,
  shownEntries,
} from '#server/members/reads.ts';
import { planReply, readPlan } from '#server/money/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { tooMany } from '#server/platform/http/limits.ts';
import { poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import { enabledAdmins } from '#server/users/store.ts';
import { poolNumbers } from './overview-reads.ts';

export const members: Pick<Handlers, keyof typeof table> = {
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

  'POST /api/pools/:poolId/requests': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const wait = await deps.accounts.limits.take([['join by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const refusal = await requestToJoin(deps.store, params.poolId, caller.user.id, deps.clock.now);
    if (refusal) return fail(refusal);
    requestsChanged(deps, params.poolId);
    return { ok: true };
  },

  'DELETE /api/pools/:poolId/requests': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (await removeRequest(deps.store.db, params.poolId, caller.user.id)) requestsChanged(deps, params.poolId);
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
    const wait = await deps.accounts.limits.take([['invite from', client.address]]);
    if (wait > 0) return tooMany(wait);
    const { db } = deps.store;
    const pool = await findInvited(db, body.token);
    if (!pool) return fail('invite_not_found');
    const next = await nextGameOf(db, pool.id, deps.clock.now());
    const plan = await readPlan(db, pool);
    const tables = await sideTablesOf(db, pool.id);
    const games = slateText(pool.rules);
    const weekIds = await poolWeeks(db, pool.id);
    const weeks = weeksPlayed(weekIds);
    const isMember = caller?.user.isEnabled === true && (await isMemberOf(db, pool.id, caller.user.id));
    return {
      poolName: pool.name,
      description: pool.description,
      invitedBy: pool.invitedBy,
      members: (await poolNumbers(db, pool.id)).activeUsers,
      rules: pool.rules,
      ...(games !== null && { games }),
      ...(weeks !== null && { weeks, hasPlayoffs: weekIds.some(isPostSeason) }),
      plan: planReply(plan),
      sideTables: tables.map(({ id: _, ...terms }) => terms),
      nextLock: next && deadline(next),
      poolId: isMember ? pool.id : null,
    };
  },

  'POST /api/invites/follow': async ({ deps, caller, body }) => {
    if (!(await findInvited(deps.store.db, body.token))) return fail('invite_not_found');
    const wait = await deps.accounts.limits.take([['join by', caller.user.id]]);
    if (wait > 0) return tooMany(wait);
    const followed = await followInvite(deps.store, body.token, caller.user.id, deps.clock.now);
    if (!followed) return fail('invite_not_found');
    if (typeof followed === 'string') return fail(followed);
    if (followed.outcome === 'joined') {
      deps.afterCommit.changed({ kind: 'pools', poolIds: [followed.poolId], userIds: [caller.user.id] });
    }
    if (followed.outcome !== 'member') requestsChanged(deps, followed.poolId);
    const next = await nextGameOf(deps.store.db, followed.poolId, deps.clock.now());
    return { ...followed, weekId: next?.weekId ?? null };
  },
};

async function peopleOf(db: Db, poolId: string): Promise<MembersReply['people']> {
  const players = await membersOfPool(db, poolId);
  const withoutAccount = await membersWithoutAccount(db, poolId);
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
      isPaper: withoutAccount.get(id) === 'never',
      ...(withoutAccount.get(id) === 'closed' && { isFormer: true as const }),
    }))
    .sort(compareNames);
}

/** Publishes changed requests to those who can see them: the pool's commissioners and the admins. */
function requestsChanged({ store, afterCommit }: Deps, poolId: string): void {
  afterCommit.follow(async () => {
    const commissioners = await commissionersOf(store.db, poolId);
    const userIds = [...new Set([...commissioners.map(({ id }) => id), ...(await enabledAdmins(store.db))])];
    afterCommit.changed({ kind: 'pools', poolIds: [], userIds });
  });
}
