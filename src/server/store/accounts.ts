import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import type { Db } from './connect.ts';

/** The accounts library's name for signing in with a password. */
export const PASSWORD_LOGIN = 'credential';

/** Whether somebody has an account under this address (lower case). */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** How an account is signed in to. */
export interface WaysIn {
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly providers: readonly Provider[];
}

/** The ways into an account. @throws where there is no such account */
export async function waysIn(db: Db, accountId: string): Promise<WaysIn> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('logins', 'logins.userId', 'accounts.id')
    .select(['accounts.emailVerified', 'logins.providerId', 'logins.password'])
    .where('accounts.id', '=', accountId)
    .execute();
  const [first] = rows;
  if (!first) throw new Error(`There is no account ${accountId}.`);
  return {
    emailVerified: Boolean(first.emailVerified),
    hasPassword: rows.some((row) => row.providerId === PASSWORD_LOGIN && row.password !== null),
    providers: providers.filter((provider) => rows.some((row) => row.providerId === provider)),
  };
}
