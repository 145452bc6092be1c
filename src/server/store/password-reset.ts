import { leaveProviders, markVerified, replacePassword, waysIn } from './accounts.ts';
import type { Db, Store } from './connect.ts';
import type { FoundLink } from './links.ts';
import { takeLink } from './links.ts';

export interface NewPassword {
  readonly hash: string;
  /** Whether every provider is taken off the account, for an owner who may not be the only one in it. */
  readonly disconnectsProviders: boolean;
}

/**
 * Uses up a link for a new password: sets it, ends every session and every other such link of the account, and forgets its devices. A link that
 * came by mail also shows whose the address is. Where that was not known before, somebody else may have made the account
 * and connected a provider of their own, so providers are taken off.
 * @param now real time in ms
 * @returns the new device key; null where the link was used up meanwhile
 */
export function resetPassword(
  store: Store,
  link: FoundLink,
  password: NewPassword,
  now: number,
): Promise<string | null> {
  const { accountId, mailedTo } = link;
  return store.db.transaction().execute(async (tx) => {
    if (!(await takeLink(tx, link))) return null;
    await tx.deleteFrom('account_links').where('account_id', '=', accountId).where('purpose', '=', 'reset').execute();
    const deviceKey = await replacePassword(tx, accountId, password.hash, now);
    if (password.disconnectsProviders) await leaveProviders(tx, accountId);
    if (mailedTo !== null) await claimAddress(store, tx, accountId, mailedTo);
    return deviceKey;
  });
}

async function claimAddress(store: Store, tx: Db, accountId: string, email: string): Promise<void> {
  const { emailVerified } = await waysIn(tx, accountId);
  if (emailVerified || !(await markVerified(store, tx, accountId, email))) return;
  await leaveProviders(tx, accountId);
}
