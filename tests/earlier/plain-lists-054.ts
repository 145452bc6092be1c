/** Databases up to `054-growing` store the lists of receipts as JSON. */
import { sql } from 'kysely';
import type { Store } from '#server/platform/db/connect.ts';
import { unpackedList } from '#server/receipts/packed-list.ts';
import { takeBackTo055 } from './listed-changes-055.ts';

/** Reverts a database to `054-growing`. */
export async function takeBackTo054({ db }: Pick<Store, 'db'>): Promise<void> {
  await takeBackTo055({ db });
  await sql`update kysely_migration set name = '054-growing'`.execute(db);
  const receipts = await db.selectFrom('lock_receipts').select(['pool_id', 'number', 'list']).execute();
  for (const { pool_id, number, list } of receipts)
    await db
      .updateTable('lock_receipts')
      .set({ list: unpackedList(list) })
      .where('pool_id', '=', pool_id)
      .where('number', '=', number)
      .execute();
}
