import { compareByEmail } from '#core/names.ts';
import type { User } from '#core/types.ts';
import { isLinkedAway } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
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
    .selectAll('users')
    .select(['accounts.email', 'accounts.emailVerified as verified'])
    .select(hasSecondFactor('users.account_id').as('has_second_factor'));
}

type RowWithEmail = Parameters<typeof toUser>[0] & {
  readonly email: string | null;
  readonly verified: boolean | number | null;
  readonly has_second_factor: number | boolean;
};

function toUserWithEmail(row: RowWithEmail): UserWithEmail {
  const [emailVerified, isProtected] = [Boolean(row.verified), Boolean(row.has_second_factor)];
  return { ...toUser(row), email: row.email, emailVerified, hasSecondFactor: isProtected };
}
