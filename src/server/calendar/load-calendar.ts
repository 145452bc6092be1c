import { calendarEvents, nextEventGone } from '#core/calendar/events.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { Loaded } from '../live/snapshot-cache.ts';
import { revisionsOf } from '../store/calendar-events.ts';
import { calendarWeeks } from '../store/calendar-weeks.ts';
import { yieldToRequests } from '../turns.ts';
import { calendarText } from './calendar-text.ts';

/** Somebody's calendar as iCalendar; it holds until the first of its events leaves it. @param site the address of the league */
export async function loadCalendar(db: Db, userId: string, site: string, now: number): Promise<Loaded<string>> {
  const weeks = await calendarWeeks(db, userId);
  await yieldToRequests();
  const events = calendarEvents(weeks, now);
  await yieldToRequests();
  const state = await calendarText(events, await revisionsOf(db, events, now), site);
  return { state, validUntil: nextEventGone(events) };
}
