import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarEvent, CalendarWeek } from '#core/calendar/events.ts';
import { calendarEvents, nextEventGone } from '#core/calendar/events.ts';
import { easternDate } from '#core/eastern-time.ts';
import { poolWeek } from '#core/pool-week.ts';
import { gamesByWeek } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { leftOutOfPools } from '#server/pools/week-reads.ts';
import type { Revision } from './store.ts';
import { revisionsOf } from './store.ts';

/** The weeks of a user's pools, with their locks: enabled memberships only, without deleted pools. */
async function calendarWeeks(db: Db, userId: string): Promise<CalendarWeek[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .innerJoin('pool_weeks', 'pool_weeks.pool_id', 'pools.id')
    .select(['pools.id as poolId', 'pools.name as poolName', 'pool_weeks.week_id as weekId', 'pool_weeks.deadline'])
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('pool_weeks.enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id')
    .execute();
  const games = await gamesByWeek(db, [...new Set(rows.map(({ weekId }) => weekId))]);
  const leftOut = await leftOutOfPools(db, [...games.keys()]);
  return rows.map(({ deadline, ...week }) => {
    const own = (games.get(week.weekId) ?? []).filter(({ gid }) => !leftOut.has(`${week.poolId} ${gid}`));
    return { ...week, games: poolWeek(week.weekId, own, { deadline }).games };
  });
}

/** How often calendar programs may refresh it, in seconds. */
const EVERY_SECONDS = 60 * 60;

const BEGIN = 'BEGIN:VEVENT';
const END = 'END:VCALENDAR';

/** Maximum number of cached event texts; the oldest is dropped first. */
const KEPT = 5000;
/**
 * Cached event texts, keyed by their full content. Rendering an event is the most expensive part, and most events are in many calendars.
 */
const kept = new Map<string, string>();

/** Events as iCalendar (RFC 5545). Yields to other requests in between. @param site the address of the league */
async function calendarText(
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
    // The event does not block time.
    transparency: ICalEventTransparency.TRANSPARENT,
    url: new URL(path, site).href,
  });
  const text = calendar.toString();
  return text.slice(text.indexOf(BEGIN), text.lastIndexOf(END));
}

function emptyCalendar() {
  return ical({ name: "Pick'em", prodId: "//Pick'em//Football pools//EN", ttl: EVERY_SECONDS });
}

/** A user's calendar as iCalendar; valid until the first of its events drops out. @param site the address of the league */
export async function loadCalendar(db: Db, userId: string, site: string, now: number): Promise<Loaded<string>> {
  const weeks = await calendarWeeks(db, userId);
  await yieldToRequests();
  const events = calendarEvents(weeks, now);
  await yieldToRequests();
  const state = await calendarText(events, await revisionsOf(db, events, now), site);
  return { state, validUntil: nextEventGone(events) };
}
