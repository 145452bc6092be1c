import type { reminders as routes } from '#contract/reminders.ts';
import type { ReminderState } from '#core/reminders.ts';
import { reminderState } from '#core/reminders.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { SLICE } from '../notify/notifier.ts';
import { keyByHand, remindSome } from '../notify/reminders.ts';
import { writeAudit } from '../store/audit.ts';
import type { Db } from '../store/engine/connect.ts';
import { zonesOf } from '../store/notification-choices.ts';
import { toldOf } from '../store/notifications.ts';
import { findPool } from '../store/pools.ts';
import { missingPicks } from '../store/reminders.ts';
import { actorOf } from './actor.ts';

interface PoolWeek {
  readonly poolId: string;
  readonly weekId: string;
}

export const reminders: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/weeks/:weekId/missing': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { openGames, canRemind, entries } = await remindable(deps, params);
    return {
      openGames,
      canRemind,
      entries: entries.map(({ id, name, missing, lacksOrder, reminder }) => {
        return { id, name, missing, reminder, ...(lacksOrder && { lacksOrder }) };
      }),
    };
  },

  'POST /api/pools/:poolId/weeks/:weekId/reminders': async ({ deps, caller, params, site }) => {
    const { store } = deps;
    const pool = await findPool(store.db, params.poolId);
    if (!pool) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { entries, canRemind } = await remindable(deps, params);
    const players = [...new Map(entries.map((entry) => [entry.ownerId, entry])).values()];
    if (!canRemind && players.length > 0) return fail('reminders_need_mail');
    const { adminId: actorId, now } = actorOf(deps, caller);
    const ready = players.filter(({ reminder }) => reminder === 'ready').map(({ ownerId }) => ownerId);
    const zones = await zonesOf(store.db, ready);
    const told = { key: keyByHand(params), consent: 'not refused', site } as const;
    const reminding = { week: { ...params, poolName: pool.name }, told, isByHand: true, of: {} };
    const entry = { act: 'reminder.send', actorId, ...params, after: { players: ready.length } } as const;
    let sent = 0;
    for (let at = 0; at < ready.length; at += SLICE) {
      const slice = new Map(ready.slice(at, at + SLICE).map((id) => [id, zones.get(id) ?? null]));
      // The log has one entry for all of them, with the first that are claimed.
      const onClaim = (tx: Db) => (sent > 0 ? Promise.resolve() : writeAudit(tx, entry, now));
      sent += await remindSome(deps, { ...reminding, zones: slice, onClaim });
    }
    const count = (state: ReminderState) => players.filter((player) => player.reminder === state).length;
    return {
      sent,
      // Somebody whom another admin claimed at the same moment was ready when this one looked.
      alreadyReminded: count('reminded') + count('ready') - sent,
      optedOut: count('opted_out'),
      withoutMail: count('no_mail'),
    };
  },
};

/** Who has not picked a week, and which of them can be told so. */
async function remindable({ store: { db }, notifier, clock }: Deps, week: PoolWeek) {
  const missing = await missingPicks(db, week.poolId, week.weekId, clock.now());
  const ids = [...new Set(missing.entries.map(({ ownerId }) => ownerId))];
  const reminded = await toldOf(db, { kind: 'missing-picks', key: keyByHand(week) });
  const { agreed, reached } = await notifier.reachable(db, { kind: 'missing-picks', consent: 'not refused' }, ids);
  const stateOf = (id: string) =>
    reminderState({ isReminded: reminded.has(id), wantsReminders: agreed.has(id), hasMail: reached.has(id) });
  const entries = missing.entries.map((entry) => ({ ...entry, reminder: stateOf(entry.ownerId) }));
  const canRemind = notifier.open.includes('mail') || entries.some(({ reminder }) => reminder !== 'no_mail');
  return { openGames: missing.openGames, canRemind, entries };
}
