import { displayNameFor } from '#core/people.ts';
import { createAccounts } from '../auth/accounts.ts';
import { DEFAULT_PORT, readSettings } from '../env.ts';
import type { AccountState } from '../store/admins.ts';
import type { Store } from '../store/connect.ts';
import { newId } from '../store/ids.ts';
import type { Kind } from '../store/meta.ts';
import { cookieSecret } from '../store/meta.ts';

/** A link to set a password works for this long. */
export const LINK_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

/** Under this name the accounts library looks for the token of `resetPassword`. */
const RESET = 'reset-password:';

/** Creates an account that nobody can sign in to yet; its address counts as not verified. */
export async function createAccount(store: Store, email: string): Promise<AccountState> {
  const { internalAdapter } = await libraryOf(store, new URL('http://localhost'));
  const name = displayNameFor({ email });
  const account = await internalAdapter.createUser({ email, name, emailVerified: false }, { method: 'other' });
  return { accountId: account.id, accountName: name, email, isVerified: false, hasLogin: false, user: null };
}

/** A link that lets whoever opens it set the password of an account, once. */
export async function passwordLink(store: Store, publicUrl: URL, accountId: string): Promise<string> {
  const { internalAdapter } = await libraryOf(store, publicUrl);
  const token = newId();
  const expiresAt = new Date(Date.now() + LINK_HOURS * HOUR_MS);
  await internalAdapter.createVerificationValue({ identifier: `${RESET}${token}`, value: accountId, expiresAt });
  const link = new URL('/login', publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

async function libraryOf(store: Store, publicUrl: URL) {
  return createAccounts(store, await cookieSecret(store.db), { publicUrl }).$context;
}

/** Where links lead: before a league has its PUBLIC_URL, to this machine. @throws SettingsError */
export function linkBase(kind: Kind): URL {
  const local = `http://localhost:${process.env.PORT?.trim() || DEFAULT_PORT}`;
  return readSettings({ ...process.env, PUBLIC_URL: process.env.PUBLIC_URL?.trim() || local }, kind).publicUrl;
}
