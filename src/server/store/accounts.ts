import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { flag, newId } from './ids.ts';
import { isSessionHeld } from './own-sessions.ts';

/** The accounts library's name for signing in with a password. */
const PASSWORD_LOGIN = 'credential';

/** How an account is signed in to. */
export interface SignInMethods {
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly providers: readonly Provider[];
}

/** The ways into an account. @throws where there is no such account */
export async function signInMethods(db: Db, accountId: string): Promise<SignInMethods> {
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

/** The addresses of some people that they have shown to be theirs, by the id of the person; of those who are enabled. */
export async function verifiedAddresses(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'accounts.email', 'accounts.emailVerified as verified'])
    .where('users.id', 'in', userIds)
    .where('users.is_enabled', '=', 1)
    .orderBy('users.id')
    .execute();
  return new Map(rows.filter(({ verified }) => Boolean(verified)).map(({ id, email }) => [id, email]));
}

/** An account as signing in needs it. */
export interface AccountCredentials {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null where it has no password. */
  readonly passwordHash: string | null;
  /** What makes a device known to it (`auth/known-device.ts`). */
  readonly deviceKey: string | null;
}

/** The account of an e-mail address (lower case). */
export function findCredentials(db: Db, email: string): Promise<AccountCredentials | null> {
  return entry(db, 'email', email);
}

/** An account by its id. */
export function findCredentialsById(db: Db, accountId: string): Promise<AccountCredentials | null> {
  return entry(db, 'id', accountId);
}

async function entry(db: Db, column: 'email' | 'id', value: string): Promise<AccountCredentials | null> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('logins', (join) =>
      join.onRef('logins.userId', '=', 'accounts.id').on('logins.providerId', '=', PASSWORD_LOGIN),
    )
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.deviceKey', 'logins.password'])
    .where(`accounts.${column}`, '=', value)
    .executeTakeFirst();
  if (!row) return null;
  const { id, name, email, deviceKey, password } = row;
  return { accountId: id, accountName: name, email, passwordHash: password, deviceKey };
}

/** The address of the account that an identity at a provider is connected to. */
export async function emailOfIdentity(db: Db, provider: Provider, identity: string): Promise<string | null> {
  const row = await db
    .selectFrom('logins')
    .innerJoin('accounts', 'accounts.id', 'logins.userId')
    .select('accounts.email')
    .where('logins.providerId', '=', provider)
    .where('logins.accountId', '=', identity)
    .executeTakeFirst();
  return row?.email ?? null;
}

export interface NewAccount {
  /** Lower case. */
  readonly email: string;
  readonly displayName: string;
  /** Null where it is set later, by a link. */
  readonly passwordHash: string | null;
}

/**
 * Creates an account with its password, if there is one, and its profile.
 * @param now real time in ms
 * @returns its id, or null where the address has an account already
 */
export function createAccount(store: Store, account: NewAccount, now: number): Promise<string | null> {
  const { email, displayName, passwordHash } = account;
  const id = newId();
  const at = new Date(now).toISOString();
  return store.db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto('accounts')
      .values({ id, name: displayName, email, emailVerified: libraryFlag(store, false), createdAt: at, updatedAt: at })
      .onConflict((c) => c.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) return null;
    if (passwordHash !== null) await addPassword(tx, id, passwordHash, at);
    await createUser(tx, { displayName, accountId: id }, now);
    return id;
  });
}

/** A password that an account gets. */
export interface NewPassword {
  readonly hash: string;
  /** Whether every provider is taken off the account, for an owner who may not be the only one in it. */
  readonly disconnectsProviders: boolean;
}

/** Who changes a password, and the hash that they showed to know; null where there was none. */
export interface PasswordOwner {
  readonly accountId: string;
  readonly sessionId: string;
  readonly before: string | null;
}

/**
 * Sets the password of an account as `replacePassword` does.
 * @param now real time in ms
 * @returns the new device key; null where the password was changed, or the session ended, meanwhile: then nothing is changed
 */
export function changePassword(
  store: Store,
  { accountId, sessionId, before }: PasswordOwner,
  password: NewPassword,
  now: number,
): Promise<string | null> {
  return store.db.transaction().execute(async (tx) => {
    if ((await heldPasswordHash(store.engine, tx, accountId)) !== before) return null;
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return null;
    return replacePassword(tx, accountId, password, now);
  });
}

/** The hash of an account's password, once nobody is changing it any more; null where it has none. */
export async function heldPasswordHash(engine: Engine, db: Db, accountId: string): Promise<string | null> {
  const login = db
    .selectFrom('logins')
    .select('password')
    .where('userId', '=', accountId)
    .where('providerId', '=', PASSWORD_LOGIN);
  const row = await (engine === 'postgres' ? login.forUpdate() : login).executeTakeFirst();
  return row?.password ?? null;
}

/**
 * Sets the password of an account within a transaction, ends all of its sessions and its links for a new one, and forgets its known
 * devices.
 * @returns the new device key
 */
export async function replacePassword(tx: Db, accountId: string, password: NewPassword, now: number): Promise<string> {
  const { hash, disconnectsProviders } = password;
  const at = new Date(now).toISOString();
  const changed = await tx
    .updateTable('logins')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', accountId)
    .where('providerId', '=', PASSWORD_LOGIN)
    .returning('id')
    .execute();
  if (changed.length === 0) await addPassword(tx, accountId, hash, at);
  if (disconnectsProviders) await disconnectProviders(tx, accountId);
  await tx.deleteFrom('mail_tokens').where('account_id', '=', accountId).where('purpose', '=', 'reset').execute();
  await endSessions(tx, accountId);
  return forgetDevices(tx, accountId);
}

/** Keeps a password under another hash, unless it was changed meanwhile. @returns whether it is kept so */
export async function replaceHash(db: Db, accountId: string, before: string, after: string): Promise<boolean> {
  const replaced = await db
    .updateTable('logins')
    .set({ password: after })
    .where('userId', '=', accountId)
    .where('providerId', '=', PASSWORD_LOGIN)
    .where('password', '=', before)
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

async function addPassword(tx: Db, accountId: string, password: string, at: string): Promise<void> {
  await tx
    .insertInto('logins')
    .values({
      id: newId(),
      userId: accountId,
      providerId: PASSWORD_LOGIN,
      accountId,
      password,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** Ends every session of an account. @returns how many there were */
export async function endSessions(db: Db, accountId: string): Promise<number> {
  const ended = await db.deleteFrom('sessions').where('userId', '=', accountId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Forgets the devices that are known to an account. @returns its new device key */
export async function forgetDevices(db: Db, accountId: string): Promise<string> {
  const deviceKey = newId();
  await db.updateTable('accounts').set({ deviceKey }).where('id', '=', accountId).execute();
  return deviceKey;
}

/** Takes every provider off an account. */
export async function disconnectProviders(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('logins').where('userId', '=', accountId).where('providerId', '!=', PASSWORD_LOGIN).execute();
}

/** Ends one session. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute();
}

/** Marks the address of an account as verified, as long as it is still this one. @returns whether it is */
export async function markVerified(
  store: Pick<Store, 'engine'>,
  db: Db,
  accountId: string,
  email: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('accounts')
    .set({ emailVerified: libraryFlag(store, true) })
    .where('id', '=', accountId)
    .where('email', '=', email)
    .returning('id')
    .execute();
  return marked.length > 0;
}

/**
 * Takes a provider off an account, unless no other way to sign in would remain; two who try at once are taken one after
 * the other.
 * @param usable the providers that work in this league
 * @returns whether the account is without it now
 */
export function disconnectProvider(
  store: Store,
  accountId: string,
  provider: Provider,
  usable: readonly Provider[],
): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const account = tx.selectFrom('accounts').select('id').where('id', '=', accountId);
    await (store.engine === 'postgres' ? account.forUpdate() : account).execute();
    const ways = await signInMethods(tx, accountId);
    if (!ways.providers.includes(provider)) return true;
    const others = ways.providers.filter((other) => other !== provider && usable.includes(other));
    if (!ways.hasPassword && others.length === 0) return false;
    await tx.deleteFrom('logins').where('userId', '=', accountId).where('providerId', '=', provider).execute();
    return true;
  });
}

/** Integer on SQLite, boolean on PostgreSQL. */
function libraryFlag({ engine }: Pick<Store, 'engine'>, value: boolean): number | boolean {
  return engine === 'sqlite' ? Number(value) : value;
}

export interface NewUser {
  readonly displayName: string;
  /** Null for a player who has no account yet. */
  readonly accountId: string | null;
  readonly isAdmin?: boolean;
}

/**
 * Creates an enabled user with the defaults of specification section 3; an account that has a user already keeps it.
 * @returns the id of the new user
 */
export async function createUser(db: Db, user: NewUser, now: number): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({
      id,
      account_id: user.accountId,
      display_name: user.displayName,
      is_enabled: 1,
      is_admin: flag(user.isAdmin ?? false),
      default_pool_id: null,
      created_at: now,
    })
    .onConflict((c) => c.column('account_id').doNothing())
    .execute();
  return id;
}
