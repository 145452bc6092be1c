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
