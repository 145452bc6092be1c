import { sql } from 'kysely';
import type { CalendarEvent } from '#core/calendar/events.ts';
import type { Db } from './engine/connect.ts';

/** How often an event has changed, and when it last did (ms). */
export interface Revision {
  readonly sequence: number;
  readonly changedAt: number;
}

/** So many events are asked for at once. */
const AT_ONCE = 400;

/**
 * The revision of each event, by uid. What an event last said is kept: if it now says something else, in anybody's calendar, it gets the next
 * number. Two readers at once count one change.
 */
export async function revisionsOf(
  db: Db,
  events: readonly CalendarEvent[],
  now: number,
): Promise<ReadonlyMap<string, Revision>> {
  const revisions = new Map<string, Revision>();
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const told = new Map(events.slice(at, at + AT_ONCE).map((event) => [event.uid, toldOf(event)]));
    await noteChanges(db, told, now);
    for (const { uid, sequence, changed_at } of await known(db, [...told.keys()]))
      revisions.set(uid, { sequence, changedAt: changed_at });
  }
  return revisions;
}

async function noteChanges(db: Db, told: ReadonlyMap<string, string>, now: number): Promise<void> {
  const before = new Map((await known(db, [...told.keys()])).map((row) => [row.uid, row.told]));
  const fresh = [...told].filter(([uid]) => !before.has(uid));
  if (fresh.length > 0) {
    await db
      .insertInto('calendar_events')
      .values(fresh.map(([uid, text]) => ({ uid, told: text, sequence: 0, changed_at: now })))
      .onConflict((c) => c.column('uid').doNothing())
      .execute();
  }
  for (const [uid, text] of told) {
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

function toldOf({ title, begins, ends, allDay, isCancelled }: CalendarEvent): string {
  return JSON.stringify([title, begins, ends, allDay, isCancelled]);
}
