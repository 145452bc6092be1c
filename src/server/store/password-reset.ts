import type { NewPassword, SignInMethods } from './accounts.ts';
import { disconnectProviders, markVerified, replacePassword, signInMethods } from './accounts.ts';
import type { Db, Store } from './engine/connect.ts';
import type { FoundMailToken } from './mail-tokens.ts';
import { takeMailToken } from './mail-tokens.ts';

/**
 * Uses up a link for a new password and sets it, as `replacePassword` does. A link that
 * came by mail also shows whose the address is. Where that was not known before, somebody else may have made the account
 * and connected a provider of their own, so providers are taken off.
 * @param now real time in ms
 * @returns the new device key, and how the owner could sign in before; null where the link was used up meanwhile
 */
export function resetPassword(
  store: Store,
  link: FoundMailToken,
  password: NewPassword,
  now: number,
): Promise<{ readonly deviceKey: string; readonly before: SignInMethods } | null> {
  const { accountId, mailedTo } = link;
  return store.db.transaction().execute(async (tx) => {
    if (!(await takeMailToken(tx, link))) return null;
    const before = await signInMethods(tx, accountId);
    const deviceKey = await replacePassword(tx, accountId, password, now);
    if (mailedTo !== null) await claimAddress(store, tx, accountId, mailedTo);
    return { deviceKey, before };
  });
}

async function claimAddress(store: Store, tx: Db, accountId: string, email: string): Promise<void> {
  const { emailVerified } = await signInMethods(tx, accountId);
  if (emailVerified || !(await markVerified(store, tx, accountId, email))) return;
  await disconnectProviders(tx, accountId);
}
