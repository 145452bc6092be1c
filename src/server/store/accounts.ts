import type { Db } from './connect.ts';

/** Whether somebody has an account under this address (lower case). */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}
