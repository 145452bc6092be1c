import type { Db } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
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
