import type { calendar as routes } from '#contract/calendar.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import { calendarSince, dropCalendar, makeCalendar, ownerOfCalendar } from './store.ts';

/** Calendar programs expect this extension. */
const EXTENSION = '.ics';

export const calendar: Pick<Handlers, keyof typeof routes> = {
  'GET /api/calendar': async ({ deps, caller }) => ({ since: await calendarSince(deps.store.db, caller.user.id) }),

  'PUT /api/calendar': async ({ deps, caller, site }) => {
    const since = deps.clock.now();
    const token = await makeCalendar(deps.store.db, caller.user.id, since);
    return { address: new URL(`/api/calendars/${token}${EXTENSION}`, site).href, since };
  },

  'DELETE /api/calendar': async ({ deps, caller }) => {
    await dropCalendar(deps.store.db, caller.user.id);
    return { ok: true };
  },

  'GET /api/calendars/:token': async ({ deps, params, site, client }) => {
    const { store, live, personLimits } = deps;
    const waitHere = personLimits.calendarsFrom.take(networkOf(client.address));
    if (waitHere > 0) return tooMany(waitHere);
    const userId = await ownerOfCalendar(store.db, params.token.replace(EXTENSION, ''));
    if (userId === null) return fail('link_expired');
    const wait = personLimits.calendarsOf.take(userId);
    if (wait > 0) return tooMany(wait);
    const { body } = await live.read({ kind: 'calendar', userId, site });
    const text = JSON.parse(body.toString()) as string;
    return { download: { name: 'pickem.ics', type: 'text/calendar; charset=utf-8', text } };
  },
};
