import type { User } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { toUser } from '#server/platform/db/user-row.ts';

/** The names of the given users, by id. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

export async function findUserByAccount(db: Db, accountId: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row ? toUser(row) : null;
}
