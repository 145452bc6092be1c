import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarEvent } from '#core/calendar/events.ts';
import { easternDate } from '#core/eastern-time.ts';
import type { Revision } from '../store/calendar-events.ts';
import { yieldToRequests } from '../turns.ts';

/** How often programs may read it anew, in seconds. */
const EVERY_SECONDS = 60 * 60;

const BEGIN = 'BEGIN:VEVENT';
const END = 'END:VCALENDAR';

/** Texts of events that are kept; the one that was written first goes first. */
const KEPT = 5000;
/** By all that stands in them. Writing one costs more than all else, and most stand in the calendars of many people. */
const kept = new Map<string, string>();

/** Events as iCalendar (RFC 5545), written with requests in between. @param site the address of the league */
export async function calendarText(
  events: readonly CalendarEvent[],
  revisions: ReadonlyMap<string, Revision>,
  site: string,
): Promise<string> {
  const texts: string[] = [];
  for (const event of events) {
    await yieldToRequests();
    texts.push(eventText(event, revisions.get(event.uid) ?? { sequence: 0, changedAt: event.begins }, site));
  }
  return emptyCalendar()
    .toString()
    .replace(END, () => `${texts.join('')}${END}`);
}

function eventText(event: CalendarEvent, revision: Revision, site: string): string {
  const key = JSON.stringify([event, revision, site]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const written = writeEvent(event, revision, site);
  const oldest = kept.keys().next().value;
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, written);
  return written;
}

function writeEvent(
  { uid, title, begins, ends, allDay, isCancelled, path }: CalendarEvent,
  { sequence, changedAt }: Revision,
  site: string,
): string {
  const calendar = emptyCalendar();
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
  const text = calendar.toString();
  return text.slice(text.indexOf(BEGIN), text.lastIndexOf(END));
}

function emptyCalendar() {
  return ical({ name: "Pick'em", prodId: "//Pick'em//Football pools//EN", ttl: EVERY_SECONDS });
}
