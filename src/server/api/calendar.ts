import type { calendar as routes } from '#contract/calendar.ts';
import { calendarEvents } from '#core/calendar/events.ts';
import { tooMany } from '../auth/refusals.ts';
import { calendarText } from '../calendar/calendar-text.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { revisionsOf } from '../store/calendar-events.ts';
import { calendarWeeks } from '../store/calendar-weeks.ts';
import { calendarSince, dropCalendar, makeCalendar, ownerOfCalendar } from '../store/calendars.ts';

/** Programs that take calendars by file know them by it. */
const ENDING = '.ics';

export const calendar: Pick<Handlers, keyof typeof routes> = {
  'GET /api/calendar': async ({ deps, caller }) => ({ since: await calendarSince(deps.store.db, caller.user.id) }),

  'PUT /api/calendar': async ({ deps, caller, site }) => {
    const since = deps.clock.now();
    const token = await makeCalendar(deps.store.db, caller.user.id, since);
    return { address: new URL(`/api/calendars/${token}${ENDING}`, site).href, since };
  },

  'DELETE /api/calendar': async ({ deps, caller }) => {
    await dropCalendar(deps.store.db, caller.user.id);
    return { ok: true };
  },

  'GET /api/calendars/:token': async ({ deps, params, site }) => {
    const { store, clock, limits } = deps;
    const userId = await ownerOfCalendar(store.db, params.token.replace(ENDING, ''));
    if (userId === null) return fail('link_expired');
    const wait = await limits.take([['calendar of', userId]]);
    if (wait > 0) return tooMany(wait);
    const events = calendarEvents(await calendarWeeks(store.db, userId), clock.now());
    const text = calendarText(events, await revisionsOf(store.db, events, clock.now()), site);
    return { download: { name: 'pickem.ics', type: 'text/calendar; charset=utf-8', text } };
  },
};
