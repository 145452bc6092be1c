import type { NotificationsReply, notifications as routes } from '#contract/notifications.ts';
import { DEFAULT_HOURS, reminderHours } from '#core/notify/moments.ts';
import { knownZone } from '#core/notify/quiet.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { choicesOf, setChoice, setSettings, settingsOf } from '../store/notification-choices.ts';
import { findByToken } from '../store/notifications.ts';
import { usersWithDevices } from '../store/push.ts';

export const notifications: Pick<Handlers, keyof typeof routes> = {
  'GET /api/notifications': ({ deps, caller }) => replyFor(deps, caller.user.id),

  'PATCH /api/notifications': async ({ deps, caller, body }) => {
    const { db } = deps.store;
    const { choice, zone: given, hours, asked } = body;
    // Browsers name zones that this server does not know: whoever has one goes by Eastern time, and can choose all the same.
    const zone = given === undefined ? null : knownZone(given);
    await setSettings(db, caller.user.id, {
      ...(hours !== undefined && { hours }),
      ...(zone !== null && { zone }),
      ...(asked !== undefined && { asked }),
    });
    if (choice !== undefined) await setChoice(db, caller.user.id, choice);
    return replyFor(deps, caller.user.id);
  },

  'GET /api/unsubscribe/:token': async ({ deps, params }) => {
    const { db } = deps.store;
    const found = await findByToken(db, params.token);
    if (found === null) return fail('link_expired');
    const { userId, kind, channel } = found;
    const choices = await choicesOf(db, userId);
    const isOff = choices.some((choice) => choice.kind === kind && choice.channel === channel && !choice.wanted);
    return { kind, channel, isOff };
  },

  'POST /unsubscribe/:token': async ({ deps, params }) => {
    const { db } = deps.store;
    const found = await findByToken(db, params.token);
    if (found === null) return fail('link_expired');
    const { userId, kind, channel } = found;
    await setChoice(db, userId, { kind, channel, wanted: false });
    return { kind, channel };
  },
};

async function replyFor({ store: { db }, notifier }: Deps, userId: string): Promise<NotificationsReply> {
  const { hours, zone, asked } = await settingsOf(db, userId);
  return {
    channels: notifier.open,
    hasDevice: (await usersWithDevices(db, [userId], Date.now())).length > 0,
    choices: await choicesOf(db, userId),
    hours: reminderHours.find((each) => each === hours) ?? DEFAULT_HOURS,
    zone,
    asked,
  };
}
