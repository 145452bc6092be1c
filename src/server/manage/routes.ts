import { changedMeanwhileText } from '#contract/errors.ts';
import type { PoolEditReply, SomeSettings, pools as table } from '#contract/pools.ts';
import { POOLS_PAGE } from '#contract/pools.ts';
import { activeWeek } from '#core/active-week.ts';
import { announcementError } from '#core/announcements.ts';
import { fieldWords } from '#core/audit.ts';
import { admits, mayMakePool } from '#core/permissions.ts';
import { tidySettings } from '#core/pool-settings.ts';
import { visiblePools } from '#core/pools.ts';
import { namedConflict } from '#core/rules/check-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { cleanMessage } from '#core/talk.ts';
import { moneyUrlError, poolDescriptionError, poolNameError } from '#core/validation.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { findInviteOf, inviteUrl, requestCounts, requestedPools, requestsSeen } from '#server/members/joining-store.ts';
import { commissionersOf, membersOfPool, poolsSeenBy, shownEntries } from '#server/members/reads.ts';
import { announce, markAnnouncementsRead, putCommissioner } from '#server/members/store.ts';
import { poolsWithMoney } from '#server/money/reads.ts';
import { notifiedUsers } from '#server/notify/store.ts';
import { ownLineOf } from '#server/picks/own-line-reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Caller, Failure, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid, unseenField } from '#server/platform/http/call.ts';
import { tooManyRequests } from '#server/platform/http/limits.ts';
import { hasPoolLocked } from '#server/pools/begun-store.ts';
import { findPool } from '#server/pools/reads.ts';
import { gameStates } from '#server/pools/week-reads.ts';
import { putMember } from './member-store.ts';
import {
  leagueSummary,
  ownUsersOfPool,
  pageOfPools,
  poolNumbers,
  usersForPool,
  weeksForPool,
} from './overview-reads.ts';
import { copyPool, editPool, listPool, makePool, playPoolAgain, removePool, settingsOf } from './store.ts';
import { clearWeeks, putWeek, putWeeks } from './week-store.ts';

export const pools: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools': async ({ deps, caller }) => {
    const { db } = deps.store;
    const asked = await requestedPools(db, caller.user.id);
    const all = visiblePools(await poolsSeenBy(db, caller));
    const withMoney = await poolsWithMoney(
      db,
      all.map(({ id }) => id),
    );
    const seesRequests = caller.user.isAdmin || all.some(({ isCommissioner }) => isCommissioner);
    const waiting = seesRequests ? await requestCounts(db) : new Map<string, number>();
    return {
      pools: all.map(({ id, name, description, moneyUrl, rules, membership, isCommissioner }) => {
        const isMember = membership !== null;
        const requester = { user: caller.user, isMember, isCommissioner };
        const details = admits('member', requester) ? { moneyUrl, hasMoney: withMoney.has(id), rules } : null;
        const requests = admits('commissioner', requester) ? { requests: waiting.get(id) ?? 0 } : {};
        const listed = { id, name, description, isMember, isCommissioner, ...membership };
        return { ...listed, hasAsked: asked.has(id), ...requests, details };
      }),
    };
  },

  'GET /api/pools/:poolId': async ({ deps, params: { poolId } }) => {
    const snapshot = await deps.live.read({ kind: 'pool', poolId });
    return snapshot.isGone ? fail('pool_not_found') : { snapshot };
  },

  'GET /api/admin/pools': async ({ deps, query: { search = '', before, limit } }) => {
    const page = await pageOfPools(deps.store.db, { search, before, limit: Number(limit ?? POOLS_PAGE) });
    return {
      pools: page.pools.map((pool) => ({
        id: pool.id,
        name: pool.name,
        description: pool.description,
        rules: pool.rules,
        activeUsers: pool.activeUsers,
        activeWeeks: pool.activeWeeks,
        requests: pool.requests,
        isListed: pool.isListed,
        season: pool.season,
        isOver: pool.isOver,
      })),
      next: page.next,
    };
  },

  'GET /api/admin/summary': ({ deps }) => leagueSummary(deps.store.db),

  'GET /api/admin/pools/:poolId': async ({ deps, caller, params, site }) => {
    const { db } = deps.store;
    const pool = await findPool(db, params.poolId);
    if (!pool) return fail('pool_not_found');
    const weeks = await weeksForPool(db, pool.id);
    const enabled = weeks.flatMap((week) => (week.enabled ? [week.id] : [])).reverse();
    const invite = await findInviteOf(db, pool.id);
    return {
      id: pool.id,
      settings: settingsOf(pool),
      isListed: pool.isListed,
      currentWeekId: activeWeek(enabled, await gameStates(db, pool.id, enabled), pool.activeWeekId, deps.clock.now()),
      hasLocked: await hasPoolLocked(db, pool.id, deps.clock.now()),
      counts: await poolNumbers(db, pool.id),
      weeks,
      ...(await peopleOf(db, pool.id, caller)),
      invite: invite && { url: inviteUrl(site, invite.token), madeAt: invite.madeAt },
      ownLine: await ownLineReply(deps, pool.id, caller),
    };
  },

  'POST /api/pools': async ({ deps, caller, body }) => {
    const { user } = caller;
    if (!mayMakePool(caller, deps.settings.pools)) return fail('admin_only');
    const { name, description = '', moneyUrl = '', rules, season } = body;
    const pool = tidySettings({ name, description, moneyUrl, rules: rulesWith(rules ?? {}) });
    const wrong = firstProblem(pool);
    if (wrong) return wrong;
    const conflict = namedConflict(rules ?? {});
    if (conflict !== null) return invalid(`rules.${conflict.rule}`, conflict.text);
    const memberId = body.plays ? user.id : undefined;
    const { weeks, plan, sideTables } = body;
    if (weeks !== undefined && compareWeeks(weeks.from, weeks.to) > 0)
      return invalid('weeks.from', "The first week can't come after the last one.");
    const start = { season, weeks, memberId, isListed: user.isAdmin, plan, sideTables };
    const made = await makePool(deps.store, actorOf(deps, caller), pool, start, deps.clock.now);
    if ('conflict' in made) return invalid(`rules.${made.conflict.rule}`, made.conflict.text);
    if ('flaw' in made) return invalid(`plan.${made.flaw.field}`, made.flaw.text);
    if ('tablesProblem' in made) return { ...fail('side_table_wrong'), message: `${made.tablesProblem}.` };
    if ('refusal' in made) return fail(made.refusal);
    membersChanged(deps, made.id);
    return made;
  },

  'PATCH /api/pools/:poolId': async ({ deps, caller, params, body }) => {
    const { change, seen, reason: given = '' } = body;
    const reason = given.trim();
    const unseen = unseenSetting(change, seen);
    if (unseen !== null) return invalid(`seen.${unseen}`, `seen.${unseen} is missing.`);
    const wrong = firstProblem(change, 'change.');
    if (wrong) return wrong;
    const edit = await editPool(
      deps.store,
      actorOf(deps, caller),
      params.poolId,
      { change, seen, reason },
      deps.clock.now,
    );
    if ('refusal' in edit) {
      return edit.refusal === 'rule_reason_missing' ? { ...fail(edit.refusal), field: 'reason' } : fail(edit.refusal);
    }
    if ('conflict' in edit) return invalid(`change.rules.${edit.conflict.rule}`, edit.conflict.text);
    if ('tablesProblem' in edit) return { ...fail('side_table_wrong'), message: `${edit.tablesProblem}.` };
    if ('changedMeanwhile' in edit) {
      return { ...fail('changed_meanwhile'), message: changedMeanwhileText(edit.changedMeanwhile.map(fieldWords)) };
    }
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    return edit.settings;
  },

  'PUT /api/pools/:poolId/listed': async ({ deps, caller, params, body }) => {
    const isThere = await listPool(deps.store, actorOf(deps, caller), params.poolId, body.enabled);
    if (!isThere) return fail('pool_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return { ok: true };
  },

  'POST /api/pools/:poolId/duplicate': async ({ deps, caller, params }) => {
    const id = await copyPool(deps.store, actorOf(deps, caller), params.poolId, deps.clock.now);
    if (id === null) return fail('pool_not_found');
    membersChanged(deps, id);
    return { id };
  },

  'POST /api/pools/:poolId/again': async ({ deps, caller, params, body }) => {
    const again = await playPoolAgain(deps.store, actorOf(deps, caller), params.poolId, body.season, deps.clock.now);
    if ('refusal' in again) return fail(again.refusal);
    if ('plays' in again) return invalid('season', `This pool plays ${again.plays} already: choose a later season.`);
    membersChanged(deps, again.id);
    return again;
  },

  'DELETE /api/pools/:poolId': async ({ deps, caller, params }) => {
    if (!(await removePool(deps.store, actorOf(deps, caller), params.poolId))) return fail('pool_not_found');
    membersChanged(deps, params.poolId);
    return { ok: true };
  },

  'PUT /api/pools/:poolId/members/:userId': async ({ deps, caller, params, body }) => {
    const how = { enabled: body.enabled, bring: caller.user.isAdmin };
    const refusal = await putMember(deps.store, actorOf(deps, caller), params, how, deps.clock.now);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [params.userId] });
    return poolNumbers(deps.store.db, params.poolId);
  },

  'PUT /api/pools/:poolId/commissioners/:userId': async ({ deps, caller, params, body }) => {
    const refusal = await putCommissioner(deps.store, actorOf(deps, caller), params, body.enabled);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], userIds: [params.userId] });
    return { ok: true };
  },

  'PUT /api/pools/:poolId/weeks/:weekId': async ({ deps, caller, params, body }) => {
    const refusal = await putWeek(deps.store, actorOf(deps, caller), params, body.enabled, deps.clock.now);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    return poolNumbers(deps.store.db, params.poolId);
  },

  'PUT /api/pools/:poolId/weeks': async ({ deps, caller, params, body }) => {
    const refusal = await putWeeks(deps.store, actorOf(deps, caller), params.poolId, body.weekIds, deps.clock.now);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    return poolNumbers(deps.store.db, params.poolId);
  },

  'DELETE /api/pools/:poolId/weeks': async ({ deps, caller, params }) => {
    const refusal = await clearWeeks(deps.store, actorOf(deps, caller), params.poolId, deps.clock.now);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    return poolNumbers(deps.store.db, params.poolId);
  },

  'POST /api/pools/:poolId/announcements': async ({ deps, caller, params, body, site }) => {
    const text = cleanMessage(body.text);
    const problem = announcementError(text);
    if (problem) return invalid('text', problem);
    const wait = await deps.accounts.limits.take([['announce in', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const announced = await announce(deps.store, actorOf(deps, caller), { ...params, text, site });
    if (announced === null) return fail('pool_not_found');
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    const { id, readers } = announced;
    const about = { kind: 'announcement', consent: 'asked' } as const;
    const { reached } = await deps.notify.notifier.reachable(deps.store.db, about, readers);
    const notified = await notifiedUsers(deps.store.db, { kind: 'announcement', key: String(id) });
    deps.afterCommit.follow(() => deps.notify.posted.send({ kind: 'announcement', id }));
    return { sentTo: [...reached].filter((reader) => !notified.has(reader)).length };
  },

  'PUT /api/pools/:poolId/announcements/read': async ({ deps, caller, params, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const isThere = await markAnnouncementsRead(deps.store.db, params.poolId, caller.user.id, body.until);
    return isThere ? { ok: true } : fail('announcement_not_found');
  },
};

/** The people of a pool as an admin or one of its commissioners may see them: only admins see addresses. */
async function peopleOf(
  db: Db,
  poolId: string,
  caller: Caller,
): Promise<Pick<PoolEditReply, 'users' | 'requests' | 'commissioners'>> {
  const commissioners = await commissionersOf(db, poolId);
  const requests = await requestsSeen(db, poolId, caller);
  const people = await (caller.user.isAdmin ? usersForPool : ownUsersOfPool)(db, poolId);
  const byOwner = await shownEntries(db, poolId);
  const users = people.map((each) => ({ ...each, entries: byOwner.get(each.id) ?? [] }));
  return { users, requests, commissioners };
}

/** What decides which picks of their own the caller may import. */
async function ownLineReply(
  { store, clock }: Deps,
  poolId: string,
  { user }: Caller,
): Promise<PoolEditReply['ownLine']> {
  const own = await ownLineOf(store.db, poolId, user.id, clock.now());
  if (own === null || own.arrival.storedAt === null) return null;
  const { storedAt, firstLock } = own.arrival;
  const lines = { weekIds: [...own.weekIds], known: [...own.known] };
  return { storedAt, firstLock: Number.isFinite(firstLock) ? firstLock : null, ...lines };
}

/** Publishes that a pool was added or removed, with its members. */
function membersChanged({ store, afterCommit }: Deps, poolId: string): void {
  afterCommit.follow(async () => {
    const members = await membersOfPool(store.db, poolId);
    afterCommit.changed({ kind: 'pools', poolIds: [poolId], userIds: members.map(({ id }) => id) });
  });
}

/** The path of the first changed setting without a `seen` value. */
function unseenSetting(change: SomeSettings, seen: SomeSettings): string | null {
  const rule = unseenField(change.rules, seen.rules);
  return rule === null ? unseenField(change, seen) : `rules.${rule}`;
}

/** The first invalid one of the given settings. @param path prefix of their names */
function firstProblem(settings: SomeSettings, path = ''): Failure<'invalid_input'> | null {
  const problems = {
    name: settings.name === undefined ? null : poolNameError(settings.name),
    description: settings.description === undefined ? null : poolDescriptionError(settings.description),
    moneyUrl: settings.moneyUrl === undefined ? null : moneyUrlError(settings.moneyUrl.trim()),
  };
  for (const [field, problem] of Object.entries(problems)) if (problem) return invalid(`${path}${field}`, problem);
  return null;
}
