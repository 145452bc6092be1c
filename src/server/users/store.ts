import { sql } from 'kysely';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { flag, newId } from '#server/platform/db/ids.ts';

export interface NewUser {
  readonly displayName: string;
  /** Null for a player without an account. */
  readonly accountId: string | null;
  readonly isAdmin?: boolean;
  /** Enabled by default. */
  readonly isEnabled?: boolean;
}

/**
 * Creates a user with the defaults of specification section 3; an account that already has a user keeps it.
 * @returns the id of the new user
 */
export async function createUser(db: Db, user: NewUser, now: number): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({
      id,
      account_id: user.accountId,
      display_name: user.displayName,
      is_enabled: flag(user.isEnabled ?? true),
      is_admin: flag(user.isAdmin ?? false),
      default_pool_id: null,
      created_at: now,
    })
    .onConflict((c) => c.column('account_id').doNothing())
    .execute();
  return id;
}

/** Renames a player without an account. */
export async function renameUser(db: Db, userId: string, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName }).where('id', '=', userId).execute();
}

/** Whether a user still has their account. It cannot be closed before the transaction ends. */
export async function holdsAccount({ engine }: Pick<Store, 'engine'>, tx: Db, userId: string): Promise<boolean> {
  const user = tx.selectFrom('users').select('id').where('id', '=', userId).where('account_id', 'is not', null);
  return (await (engine === 'postgres' ? user.forNoKeyUpdate() : user).executeTakeFirst()) !== undefined;
}

/** The verified addresses of the given users who are enabled, by user id. */
export async function verifiedAddresses(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'accounts.email', 'accounts.emailVerified as verified'])
    .where('users.id', 'in', userIds)
    .where('users.is_enabled', '=', 1)
    .orderBy('users.id')
    .execute();
  return new Map(rows.filter(({ verified }) => Boolean(verified)).map(({ id, email }) => [id, email]));
}

/**
 * The ids of the enabled admins. Locks them and the user to change until the transaction ends, in the order of their ids, which avoids
 * deadlocks.
 */
export async function holdAdmins(tx: Db, { engine }: Store, userId: string): Promise<string[]> {
  const lock = engine === 'postgres' ? sql`for no key update` : sql``;
  const { rows } = await sql<{ id: string; is_admin: number; is_enabled: number }>`
    select id, is_admin, is_enabled from users
    where (is_admin = 1 and is_enabled = 1) or id = ${userId} order by id ${lock}`.execute(tx);
  return rows.filter((row) => row.is_admin === 1 && row.is_enabled === 1).map((row) => row.id);
}

/** The enabled admins, by id. */
export async function enabledAdmins(db: Db): Promise<string[]> {
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_enabled', '=', 1);
  return (await admins.orderBy('id').execute()).map(({ id }) => id);
}

/** Whether there is an enabled admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (await enabledAdmins(db)).length > 0;
}
