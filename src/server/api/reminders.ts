import type { reminders as routes } from '#contract/reminders.ts';
import type { ReminderState } from '#core/reminders.ts';
import { reminderMessage } from '#server/mail/templates.ts';
import { sendsMail } from '../auth/me.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findPool } from '../store/pools.ts';
import { claimReminders, missingPicks } from '../store/reminders.ts';
import { actorOf } from './actor.ts';

export const reminders: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/weeks/:weekId/missing': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const { openGames, players } = await missingPicks(db, params.poolId, params.weekId, deps.clock.now());
    return {
      openGames,
      mail: sendsMail(deps.settings),
      players: players.map(({ id, name, missing, lacksOrder, reminder }) => {
        return { id, name, missing, reminder, ...(lacksOrder && { lacksOrder }) };
      }),
    };
  },

  'POST /api/pools/:poolId/weeks/:weekId/reminders': async ({ deps, caller, params, site }) => {
    const pool = await findPool(deps.store.db, params.poolId);
    if (!pool) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    if (!sendsMail(deps.settings)) return fail('reminders_need_mail');
    const { weekId } = params;
    const { players, claimed, nextLock } = await claimReminders(deps.store, actorOf(deps, caller), pool.id, weekId);
    for (const { email, missing, lacksOrder } of claimed) {
      const header = { to: email, site, poolName: pool.name };
      deps.mailer.post(async () => reminderMessage(header, { weekId, missing, lacksOrder, nextLock }));
    }
    const count = (state: ReminderState) => players.filter((player) => player.reminder === state).length;
    return {
      sent: claimed.length,
      // Somebody whom another admin claimed at the same moment was ready when this one looked.
      alreadyReminded: count('reminded') + count('ready') - claimed.length,
      optedOut: count('opted_out'),
      withoutMail: count('no_mail'),
    };
  },
};
