import { sql } from 'kysely';

/** Whether an account has a second factor that is turned on, in SQL. @param account the column with the account's id */
export function hasSecondFactor(account: 'accounts.id' | 'sessions.userId' | 'users.account_id') {
  return sql<number | boolean>`exists (
    select 1 from second_factors where account_id = ${sql.ref(account)} and confirmed_at is not null)`;
}
