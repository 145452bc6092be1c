import { sql } from 'kysely';
import type { CalendarEvent } from '#core/calendar/events.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { hashOf, newToken } from '#server/platform/db/ids.ts';

/** When the private address of a user's calendar was created, in ms; null if there is none. */
export async function calendarSince(db: Db, userId: string): Promise<number | null> {
  const query = db.selectFrom('calendars').select('made_at').where('user_id', '=', userId);
  return (await query.executeTakeFirst())?.made_at ?? null;
}

/** Creates a new address. @returns its token, of which only the hash is stored */
export async function makeCalendar(db: Db, userId: string, now: number): Promise<string> {
  const token = newToken();
  const made = { token_hash: hashOf(token), made_at: now };
  await db
    .insertInto('calendars')
    .values({ user_id: userId, ...made })
    .onConflict((c) => c.column('user_id').doUpdateSet(made))
    .execute();
  return token;
}

/** Revokes the address. */
export async function dropCalendar(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendars').where('user_id', '=', userId).execute();
}

/** The owner of the calendar with a token; null if there is none, or the owner is disabled. */
export async function ownerOfCalendar(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .select('users.id')
    .where('token_hash', '=', hashOf(token))
    .where('users.is_enabled', '=', 1)
    .executeTakeFirst();
  return row?.id ?? null;
}

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
export async function revisionsOf(
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
