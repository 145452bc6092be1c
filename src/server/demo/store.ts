import type { TypedPlace } from '#core/almanac/season.ts';
import { placeRow } from '#server/almanac/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { newEntryId, newId } from '#server/platform/db/ids.ts';
import type { DemoMailTable } from '#server/platform/db/schema.ts';

export type DemoMail = DemoMailTable;

/** Maximum number of stored demo mails. */
const KEPT_MAILS = 200;

/** Stores a mail that the demo would have sent, and deletes the oldest. @param now real time in ms */
export async function keepMail(db: Db, mail: Omit<DemoMail, 'id' | 'sent_at'>, now: number): Promise<void> {
  await db
    .insertInto('demo_mails')
    .values({ id: newId(), sent_at: now, ...mail })
    .execute();
  const kept = db.selectFrom('demo_mails').select('id').orderBy('sent_at', 'desc').orderBy('id').limit(KEPT_MAILS);
  await db.deleteFrom('demo_mails').where('id', 'not in', kept).execute();
}

/** The mails of the demo, newest first. */
export function keptMails(db: Db): Promise<DemoMail[]> {
  return db.selectFrom('demo_mails').selectAll().orderBy('sent_at', 'desc').orderBy('id').execute();
}

export async function findKeptMail(db: Db, id: string): Promise<DemoMail | null> {
  return (await db.selectFrom('demo_mails').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The entries that the members of pools got when they joined, by number. */
export function seededEntries(db: Db) {
  return db
    .selectFrom('entries')
    .innerJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'entries.pool_id').onRef('pool_members.user_id', '=', 'entries.player_id'),
    )
    .select(['entries.id', 'entries.pool_id', 'entries.player_id', 'entries.number'])
    .whereRef('entries.joined_at', '=', 'pool_members.joined_at')
    .orderBy('entries.number')
    .execute();
}

/** Adds the second entry of a player, from the founding of the demo on. */
export async function addFurtherEntry(
  tx: Db,
  poolId: string,
  userId: string,
  { name, founded }: { readonly name: string; readonly founded: number },
): Promise<void> {
  const owner = { pool_id: poolId, player_id: userId, user_id: userId };
  await tx
    .insertInto('entries')
    .values({ id: newEntryId(poolId), ...owner, number: 2, name, joined_at: founded, out_at: null })
    .execute();
}

/** Sets when a game was changed last (ms), for games whose end is written later than it was. */
export async function setChangedAt(tx: Db, gid: string, at: number): Promise<void> {
  await tx.updateTable('games').set({ updated_at: at }).where('gid', '=', gid).execute();
}

/** Adds the final table of a year that was not played here. */
export async function addTypedPlaces(
  tx: Db,
  poolId: string,
  year: number,
  places: readonly TypedPlace[],
): Promise<void> {
  const rows = places.map((place, at) => ({ pool_id: poolId, ...placeRow(year, at, place) }));
  await tx.insertInto('typed_places').values(rows).execute();
}
