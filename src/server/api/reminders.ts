import type { reminders as routes } from '#contract/reminders.ts';
import type { ReminderState } from '#core/reminders.ts';
import { reminderState } from '#core/reminders.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { SLICE } from '../notify/notifier.ts';
import { keyByHand, missingNews } from '../notify/reminders.ts';
import { writeAudit } from '../store/audit.ts';
import type { Db } from '../store/engine/connect.ts';
import { transact } from '../store/engine/transactions.ts';
import { zonesOf } from '../store/notification-choices.ts';
import { toldOf } from '../store/notifications.ts';
import { findPool } from '../store/pools.ts';
import type { MissingPicks, MissingPlayer } from '../store/reminders.ts';
import { missingPicks } from '../store/reminders.ts';
import { actorOf } from './actor.ts';

interface PoolWeek {
  readonly poolId: string;
  readonly weekId: string;
}

type Remindable = MissingPlayer & { readonly reminder: ReminderState };

export const reminders: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/weeks/:weekId/missing': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { openGames, players } = await remindable(deps, deps.store.db, params);
    return {
      openGames,
      mail: deps.notifier.open.includes('mail'),
      players: players.map(({ id, name, missing, lacksOrder, reminder }) => {
        return { id, name, missing, reminder, ...(lacksOrder && { lacksOrder }) };
      }),
    };
  },

  'POST /api/pools/:poolId/weeks/:weekId/reminders': async ({ deps, caller, params, site }) => {
    const { store, notifier } = deps;
    const pool = await findPool(store.db, params.poolId);
    if (!pool) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    if (!notifier.open.includes('mail')) return fail('reminders_need_mail');
    const { adminId, now } = actorOf(deps, caller);
    const { players, claimed } = await transact(store, async (tx) => {
      const week = await remindable(deps, tx, params);
      const ready = week.players.filter(({ reminder }) => reminder === 'ready');
      const { nextLock, asksForTeam } = week;
      const zones = await zonesOf(
        tx,
        ready.map(({ id }) => id),
      );
      const newsFor = missingNews({ ...params, poolName: pool.name, nextLock, asksForTeam, isByHand: true }, zones);
      const told = { kind: 'missing-picks', key: keyByHand(params), consent: 'not refused', site } as const;
      const messages = await notifier.claim(tx, {
        ...told,
        to: new Map(ready.map((each) => [each.id, newsFor(each)])),
      });
      const people = new Set(messages.map(({ userId }) => userId)).size;
      const about = { actorId: adminId, poolId: pool.id, weekId: params.weekId };
      if (people > 0) await writeAudit(tx, { act: 'reminder.send', ...about, after: { players: people } }, now);
      return { players: week.players, claimed: messages };
    });
    let sent = 0;
    for (let at = 0; at < claimed.length; at += SLICE) sent += await notifier.deliver(claimed.slice(at, at + SLICE));
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
async function remindable(
  { notifier, clock }: Deps,
  db: Db,
  week: PoolWeek,
): Promise<Omit<MissingPicks, 'players'> & { readonly players: readonly Remindable[] }> {
  const missing = await missingPicks(db, week.poolId, week.weekId, clock.now());
  const ids = missing.players.map(({ id }) => id);
  const reminded = await toldOf(db, { kind: 'missing-picks', key: keyByHand(week) });
  const { agreed, reached } = await notifier.reachable(db, { kind: 'missing-picks', consent: 'not refused' }, ids);
  const stateOf = (id: string) =>
    reminderState({ isReminded: reminded.has(id), wantsReminders: agreed.has(id), hasMail: reached.has(id) });
  return { ...missing, players: missing.players.map((player) => ({ ...player, reminder: stateOf(player.id) })) };
}
