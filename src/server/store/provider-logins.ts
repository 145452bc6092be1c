import type { Provider } from '#contract/shapes.ts';
import type { Db, Store } from './engine/connect.ts';
import { isSessionHeld } from './own-sessions.ts';

/** An account and a provider that it is signed in to with. */
export interface ProviderLogin {
  readonly accountId: string;
  readonly provider: Provider;
}

/** The ids of the logins that an account has by a provider. */
export async function providerLogins(db: Db, { accountId, provider }: ProviderLogin): Promise<string[]> {
  const rows = await db
    .selectFrom('logins')
    .select('id')
    .where('userId', '=', accountId)
    .where('providerId', '=', provider)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Keeps a connection that the accounts library just made only where the session that it was made in goes on. The owner may have ended
 * all sessions meanwhile, and taken all providers off.
 * @param before the ids of the logins before the connection
 * @returns null where the session has ended, else whether there is a new login
 */
export function keepConnectedProvider(
  store: Store,
  login: ProviderLogin,
  sessionId: string,
  before: readonly string[],
): Promise<boolean | null> {
  return store.db.transaction().execute(async (tx) => {
    const isHeld = await isSessionHeld(store.engine, tx, sessionId);
    const added = (await providerLogins(tx, login)).filter((id) => !before.includes(id));
    if (isHeld) return added.length > 0;
    if (added.length > 0) await tx.deleteFrom('logins').where('id', 'in', added).execute();
    return null;
  });
}

/** Whether an account has a login by a provider, once nobody is changing it any more. */
export async function isStillConnected(
  { engine, db }: Store,
  { accountId, provider }: ProviderLogin,
): Promise<boolean> {
  const login = db.selectFrom('logins').select('id').where('userId', '=', accountId).where('providerId', '=', provider);
  return (await (engine === 'postgres' ? login.forUpdate() : login).execute()).length > 0;
}
