/** Identities at providers, and the accounts they are connected to. */
import { displayNameFor } from '#core/names.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { isSessionHeld } from '#server/platform/http/session-store.ts';
import type { ProviderIdentity } from './store.ts';
import {
  addAccountWithUser,
  addIdentity,
  findCredentials,
  findSignInMethods,
  holdAccount,
  markVerified,
} from './store.ts';

/** A user's profile at a provider. */
export interface Profile extends ProviderIdentity {
  /** Empty if unknown. */
  readonly name: string;
  /** In lower case. */
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** Why nobody is signed in, or nothing is connected. */
interface Refused<Code extends string> {
  readonly refusal: Code;
}

/** The account to sign in to. */
export interface IdentityAccount {
  readonly accountId: string;
  /** Whether it was just created. */
  readonly isNew: boolean;
}

type SignInRefusal = 'email_missing' | 'not_connected' | 'sign_up_closed' | 'provider_expired';

/**
 * Finds or creates the account of an identity, in the caller's transaction, which signs in to it. An identity that is not connected yet is
 * connected to the account with its address only if both sides have verified the address: otherwise somebody could get in by another
 * person's address.
 * @param now real time in ms
 */
export async function accountOfIdentity(
  store: Store,
  tx: Db,
  profile: Profile,
  signUp: 'open' | 'closed',
  now: number,
): Promise<IdentityAccount | Refused<SignInRefusal>> {
  const { email, emailVerified } = profile;
  const accountId = await ownerOf(tx, profile);
  if (accountId !== null) {
    await holdAccount(store, tx, accountId);
    if ((await ownerOf(tx, profile)) !== accountId) return { refusal: 'provider_expired' };
    if (email !== null && emailVerified) await markVerified(store, tx, accountId, email);
    return { accountId, isNew: false };
  }
  if (email === null) return { refusal: 'email_missing' };
  const known = await findCredentials(tx, email);
  if (known) {
    await holdAccount(store, tx, known.accountId);
    // Another sign-in may have connected the identity meanwhile.
    if ((await ownerOf(tx, profile)) !== null) return accountOfIdentity(store, tx, profile, signUp, now);
    const isVerifiedHere = (await findSignInMethods(tx, known.accountId))?.emailVerified ?? false;
    if (!isVerifiedHere || !emailVerified) return { refusal: 'not_connected' };
  } else if (signUp === 'closed') return { refusal: 'sign_up_closed' };
  const displayName = displayNameFor({ accountName: profile.name, email });
  const account = { email, displayName, passwordHash: null, emailVerified };
  const id = known?.accountId ?? (await addAccountWithUser(store, tx, account, now));
  // The address got an account meanwhile.
  if (id === null) return accountOfIdentity(store, tx, profile, signUp, now);
  if (!(await addIdentity(tx, id, profile, now))) throw new Error('The identity was connected meanwhile.');
  return { accountId: id, isNew: !known };
}

/**
 * Connects an identity to the account of a session, in the caller's transaction.
 * @param now real time in ms
 * @returns whether it was not connected before
 */
export async function connectIdentity(
  store: Store,
  tx: Db,
  owner: { readonly accountId: string; readonly sessionId: string },
  profile: Profile,
  now: number,
): Promise<{ readonly isNew: boolean } | Refused<'provider_expired' | 'connected_elsewhere'>> {
  const { accountId, sessionId } = owner;
  await holdAccount(store, tx, accountId);
  if (!(await isSessionHeld(store.engine, tx, sessionId))) return { refusal: 'provider_expired' };
  if (await addIdentity(tx, accountId, profile, now)) return { isNew: true };
  return (await ownerOf(tx, profile)) === accountId ? { isNew: false } : { refusal: 'connected_elsewhere' };
}

/** The account that an identity is connected to; null if none. */
async function ownerOf(db: Db, { provider, id }: ProviderIdentity): Promise<string | null> {
  const login = db.selectFrom('logins').select('userId').where('providerId', '=', provider).where('accountId', '=', id);
  return (await login.executeTakeFirst())?.userId ?? null;
}
