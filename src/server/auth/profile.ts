import { displayNameFor } from '#core/names.ts';
import type { User } from '#core/types.ts';
import { createUser } from '#server/store/accounts.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { findUserByAccount } from '../store/users.ts';

/** What is known of somebody when their profile is created. */
export interface NewProfile {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Given at sign-up. */
  readonly displayName?: string;
}

/** The profile of an account, created with the defaults and the name of specification section 3 where there is none. */
export async function ensureProfile(db: Db, profile: NewProfile, now: number): Promise<User> {
  const { accountId, accountName, email, displayName } = profile;
  const known = await findUserByAccount(db, accountId);
  if (known) return known;
  const name = displayNameFor({ signUpName: displayName ?? null, accountName, email });
  await createUser(db, { displayName: name, accountId }, now);
  const created = await findUserByAccount(db, accountId);
  if (!created) throw new Error(`The profile of account ${accountId} could not be created.`);
  return created;
}
