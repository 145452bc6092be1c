import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { sql } from 'kysely';
import type { CalendarEvent, CalendarWeek } from '#core/calendar/events.ts';
import { calendarEvents, nextEventGone } from '#core/calendar/events.ts';
import { easternDate } from '#core/eastern-time.ts';
import { withPoolLock } from '#core/locks.ts';
import { gamesByWeek, leftOutOfPools } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { yieldToRequests } from '#server/platform/turns.ts';

/** How often an event has changed, and when it last did (ms). */
export interface Revision {
  readonly sequence: number;
  readonly changedAt: number;
}

/** Events per query. */
const AT_ONCE = 400;

/**
 * The revision of each event, by uid. The last text of each event is stored: if it differs now, in any calendar, the revision is
 * incremented. Concurrent readers count one change.
 */
async function revisionsOf(
  db: Db,
  events: readonly CalendarEvent[],
  now: number,
): Promise<ReadonlyMap<string, Revision>> {
  const revisions = new Map<string, Revision>();
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const texts = new Map(events.slice(at, at + AT_ONCE).map((event) => [event.uid, textOf(event)]));
    await noteChanges(db, texts, now);
    for (const { uid, sequence, changed_at } of await known(db, [...texts.keys()]))
      revisions.set(uid, { sequence, changedAt: changed_at });
  }
  return revisions;
}

async function noteChanges(db: Db, texts: ReadonlyMap<string, string>, now: number): Promise<void> {
  const before = new Map((await known(db, [...texts.keys()])).map((row) => [row.uid, row.told]));
  const fresh = [...texts].filter(([uid]) => !before.has(uid));
  if (fresh.length > 0) {
    await db
      .insertInto('calendar_events')
      .values(fresh.map(([uid, text]) => ({ uid, told: text, sequence: 0, changed_at: now })))
      .onConflict((c) => c.column('uid').doNothing())
      .execute();
  }
  for (const [uid, text] of texts) {
    const old = before.get(uid);
    if (old === undefined || old === text) continue;
    await db
      .updateTable('calendar_events')
      .set({ told: text, sequence: sql<number>`sequence + 1`, changed_at: now })
      .where('uid', '=', uid)
      .where('told', '=', old)
      .execute();
  }
}

function known(db: Db, uids: readonly string[]) {
  return db
    .selectFrom('calendar_events')
    .select(['uid', 'told', 'sequence', 'changed_at'])
    .where('uid', 'in', uids)
    .execute();
}

function textOf({ title, begins, ends, allDay, isCancelled }: CalendarEvent): string {
  return JSON.stringify([title, begins, ends, allDay, isCancelled]);
}

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
    return { ...week, games: own.map((game) => withPoolLock(game, deadline)) };
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
