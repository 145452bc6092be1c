import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarEvent } from '#core/calendar/events.ts';
import { easternDate } from '#core/eastern-time.ts';
import type { Revision } from '../store/calendar-events.ts';

/** How often programs may read it anew, in seconds. */
const EVERY_SECONDS = 60 * 60;

/** Events as iCalendar (RFC 5545). @param site the address of the league */
export function calendarText(
  events: readonly CalendarEvent[],
  revisions: ReadonlyMap<string, Revision>,
  site: string,
): string {
  const calendar = ical({ name: "Pick'em", prodId: "//Pick'em//Football pools//EN", ttl: EVERY_SECONDS });
  for (const { uid, title, begins, ends, allDay, isCancelled, path } of events) {
    const { sequence, changedAt } = revisions.get(uid) ?? { sequence: 0, changedAt: begins };
    calendar.createEvent({
      id: `${uid}@${new URL(site).host}`,
      sequence,
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      summary: title,
      ...(allDay ? { allDay, start: new Date(easternDate(begins)) } : { start: new Date(begins), end: new Date(ends) }),
      timezone: null,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // Nobody is busy because of it.
      transparency: ICalEventTransparency.TRANSPARENT,
      url: new URL(path, site).href,
    });
  }
  return calendar.toString();
}
