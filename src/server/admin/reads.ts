import { compareByEmail } from '#core/names.ts';
import type { User } from '#core/types.ts';
import { isLinkedAway } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { toUser } from '#server/platform/db/user-row.ts';

/** A user with the e-mail address of their account; null if they have none. */
export type UserWithEmail = User & {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly hasSecondFactor: boolean;
};

/** All users, sorted by e-mail; those without an account last, by name. Leaves out players whose entries all belong to accounts. */
export async function allUsers(db: Db): Promise<UserWithEmail[]> {
  const query = selectWithEmail(db)
    .where(({ not }) => not(isLinkedAway()))
    .orderBy('users.display_name');
  return (await query.execute()).map(toUserWithEmail).sort(compareByEmail);
}

export async function findUserWithEmail(db: Db, userId: string): Promise<UserWithEmail | null> {
  const row = await selectWithEmail(db).where('users.id', '=', userId).executeTakeFirst();
  return row ? toUserWithEmail(row) : null;
}

function selectWithEmail(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('second_factors', 'second_factors.account_id', 'accounts.id')
    .selectAll('users')
    .select(['accounts.email', 'accounts.emailVerified as verified', 'second_factors.confirmed_at']);
}

type RowWithEmail = Parameters<typeof toUser>[0] & {
  readonly email: string | null;
  readonly verified: boolean | number | null;
  readonly confirmed_at: number | null;
};

function toUserWithEmail(row: RowWithEmail): UserWithEmail {
  const hasSecondFactor = row.confirmed_at !== null;
  return { ...toUser(row), email: row.email, emailVerified: Boolean(row.verified), hasSecondFactor };
}
