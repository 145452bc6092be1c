import type { EarlierWish } from '#contract/earlier-picks.ts';
import { errors } from '#contract/errors.ts';
import type { EnteredReply, EntrySlot, picks as table, Wish } from '#contract/picks.ts';
import type { refusals } from '#core/judge.ts';
import type { SlotPick, SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { Deps } from '#server/deps.ts';
import { findEntry } from '#server/entries/reads.ts';
import { chooseSlate } from '#server/game-changes/chosen-slate-store.ts';
import { nameTiebreak } from '#server/game-changes/store.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { earlierRefusal, earlierSlot, wishOfEarlier } from '#server/picks/earlier-reads.ts';
import type { Caller, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { findPool, poolWeeks } from '#server/pools/reads.ts';
import { saveOwnPick } from './own-pick-store.ts';
import { entrySlots, sealedSlot } from './reads.ts';
import type { Entering } from './store.ts';
import { enterForEntry } from './store.ts';

export const picks: Pick<Handlers, keyof typeof table> = {
  'PUT /api/pools/:poolId/weeks/:weekId/slate': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const choice = await chooseSlate(deps.store, actorOf(deps, caller), { ...params, ...body }, deps.clock.now);
    if ('refusal' in choice) return fail(choice.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    for (const userId of new Set([...choice.cleared, ...choice.unmarked]))
      deps.live.changed({ kind: 'picks', ...params, userId });
    return { ok: true };
  },

  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const naming = await nameTiebreak(deps.store, actorOf(deps, caller), { ...params, ...body }, deps.clock.now);
    if ('refusal' in naming) return fail(naming.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    for (const userId of naming.cleared) deps.live.changed({ kind: 'picks', ...params, userId });
    return { ok: true };
  },

  'GET /api/entries/:entryId/picks': async ({ deps, caller, params: { entryId }, query: { week } }) => {
    const { poolId, entryOwnerId: ownerId } = caller;
    if (poolId === null || ownerId === null) return fail('entry_not_found');
    const { db } = deps.store;
    const [pool, entry] = [await findPool(db, poolId), await findEntry(db, poolId, entryId)];
    if (pool === null || !entry) return fail('entry_not_found');
    const weekIds = await poolWeeks(db, poolId);
    if (week !== undefined && !weekIds.includes(week)) return fail('week_not_found');
    const entered = { entryId, ownerId, userId: caller.user.id, now: deps.clock.now() };
    const slots = await entrySlots(db, pool, entered, week === undefined ? weekIds : [week]);
    return { entry: { id: entry.id, name: entry.name }, slots };
  },

  'PUT /api/entries/:entryId/picks': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId: ownerId } = caller;
    const userId = caller.user.id;
    if (poolId === null || ownerId === null) return fail('entry_not_found');
    if (body.reason !== undefined) {
      if (!runsPool(caller)) return fail('admin_only');
      const reason = body.reason.trim();
      if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
      const actor = { by: 'commissioner', userId, reason } as const;
      const wishes = body.picks.map(({ basedOn: _, ...asked }) => wishOf(asked));
      if (new Set(wishes.map(slotKey)).size < wishes.length) return invalid('picks', 'Enter one pick for each slot.');
      return { picks: await enterAndNotify(deps, { poolId, entryId, actor, wishes }, ownerId) };
    }
    if (ownerId !== userId) return fail('other_player');
    const save = async ({ basedOn, ...asked }: Wish | EarlierWish) => {
      const wish = wishOf(asked);
      const actor = { by: 'self', userId } as const;
      const outcome = await saveOwnPick(deps, { poolId, entryId, actor, wish, basedOn: basedOn ?? null });
      if (!outcome.saved) return 'about' in asked ? refused(outcome.refusal) : earlierRefusal(refused(outcome.refusal));
      const { kind, about } = wish;
      const pick = { kind, about, value: outcome.value, revision: outcome.revision } as SlotPick;
      return 'about' in asked ? { saved: true as const, pick } : { saved: true as const, pick: earlierSlot(pick) };
    };
    return { picks: await Promise.all(body.picks.map(save)) };
  },
};

function runsPool({ user, isCommissioner }: Caller): boolean {
  return user.isAdmin || isCommissioner;
}

function wishOf(asked: Omit<Wish, 'basedOn'> | Omit<EarlierWish, 'basedOn'>): SlotWish {
  return 'about' in asked ? (asked as SlotWish) : wishOfEarlier(asked as EarlierWish);
}

function refused<R extends (typeof refusals)[number]>(code: R) {
  return { saved: false as const, code, message: errors[code].text };
}

/** Enters picks for an entry, notifies its owner, and updates the pages that show them. @returns the answer to each wish */
async function enterAndNotify(deps: Deps, entering: Entering, ownerId: string): Promise<EnteredReply[]> {
  const { poolId, entryId, actor, wishes } = entering;
  const { outcomes, now } = await enterForEntry(deps.store, entering, deps.clock.now);
  for (const [at, outcome] of outcomes.entries()) {
    deps.metrics.pickEntered(outcome);
    if ('refusal' in outcome || !outcome.changed) continue;
    const { weekId, recordId: id, decides } = outcome;
    if (id !== null) deps.afterCommit.follow(() => deps.notify.posted.send({ kind: 'entered', id }));
    const kind = wishes[at]?.kind;
    if (kind === 'order' || kind === 'team') deps.afterCommit.changed({ kind: 'entries', poolId, userId: ownerId });
    else {
      const change = { kind: 'picks', poolId, weekId, userId: ownerId } as const;
      deps.afterCommit.changed(kind === 'pick' ? { ...change, entered: true } : change);
    }
    if (decides) deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
  }
  const pool = await findPool(deps.store.db, poolId);
  const weekIds = new Set(outcomes.flatMap((outcome) => ('refusal' in outcome ? [] : [outcome.weekId])));
  const entered = { entryId, ownerId, userId: actor.userId, now };
  const slots = pool === null ? [] : await entrySlots(deps.store.db, pool, entered, [...weekIds]);
  const shown = new Map(slots.map((slot): [string, EntrySlot] => [slotKey(slot), slot]));
  return outcomes.map((outcome, at) => {
    if ('refusal' in outcome) return refused(outcome.refusal);
    const wish = wishes[at] as SlotWish;
    return { saved: true as const, pick: shown.get(slotKey(wish)) ?? sealedSlot(wish, now) };
  });
}
