import { displayNameFor } from '#core/names.ts';
import { HOUR_MS } from '#core/time.ts';
import { DEFAULT_PORT, readSettings } from '#server/env/settings.ts';
import type { Db, Store } from '#server/store/engine/connect.ts';
import type { Kind } from '#server/store/engine/meta.ts';
import { linkTo } from '../auth/mails.ts';
import { createAccount } from '../store/accounts.ts';
import type { AccountState } from '../store/admins.ts';
import { findAccount } from '../store/admins.ts';
import { addMailToken } from '../store/mail-tokens.ts';

/** A link to set a password works for this long. */
export const LINK_HOURS = 24;

/** An account that nobody can sign in to yet; its address counts as not verified. */
export async function inviteAccount(store: Store, email: string): Promise<AccountState> {
  await createAccount(store, { email, displayName: displayNameFor({ email }), passwordHash: null }, Date.now());
  const account = await findAccount(store.db, email);
  if (!account) throw new Error(`The account ${email} could not be created.`);
  return account;
}

/** A link that lets whoever opens it set the password of an account, once. It says nothing of whose the address is. */
export async function passwordLink(db: Db, publicUrl: URL, accountId: string): Promise<string> {
  const now = Date.now();
  const expiresAt = now + LINK_HOURS * HOUR_MS;
  const token = await addMailToken(db, { accountId, purpose: 'reset', mailedTo: null, expiresAt }, now);
  return linkTo(publicUrl.origin, 'reset', token);
}

/** Where links lead: before a league has its PUBLIC_URL, to this machine. @throws SettingsError */
export function linkBase(kind: Kind): URL {
  const local = `http://localhost:${process.env.PORT?.trim() || DEFAULT_PORT}`;
  return readSettings({ ...process.env, PUBLIC_URL: process.env.PUBLIC_URL?.trim() || local }, kind).publicUrl;
}
