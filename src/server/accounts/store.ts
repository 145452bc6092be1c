import { sql } from 'kysely';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import type { PoolViewer } from '#server/members/reads.ts';
import { poolsSeenBy } from '#server/members/reads.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { hashOf, newId, newToken } from '#server/platform/db/ids.ts';
import type { MailTokenTable } from '#server/platform/db/schema.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { endOtherSessions, endSessions, isSessionHeld } from '#server/platform/http/session-store.ts';
import { receiptOwner } from '#server/receipts/store.ts';
import { createUser } from '#server/users/store.ts';
import { forgetSigner } from './signer-store.ts';

/** The provider of a login with a password. */
const PASSWORD_LOGIN = 'credential';

/** The sign-in methods of an account. */
export interface SignInMethods {
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly providers: readonly Provider[];
  /** Null unless a second factor is turned on. */
  readonly secondFactor: SecondFactor | null;
}

/** The second factor of an account. */
export interface SecondFactor {
  readonly recoveryCodesLeft: number;
  /** Whether reminders have links that fill in picks all the same. */
  readonly wantsPickLinks: boolean;
}

/** The sign-in methods of an account. @throws if there is no such account */
export async function signInMethods(db: Db, accountId: string): Promise<SignInMethods> {
  const methods = await findSignInMethods(db, accountId);
  if (!methods) throw new Error(`There is no account ${accountId}.`);
  return methods;
}

/** The sign-in methods of an account; null if it was closed meanwhile. */
export async function findSignInMethods(db: Db, accountId: string): Promise<SignInMethods | null> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('logins', 'logins.userId', 'accounts.id')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.account_id', '=', 'accounts.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select(['accounts.emailVerified', 'logins.providerId', 'logins.password'])
    .select(['second_factors.wants_pick_links as wants_pick_links', recoveryCodesLeft])
    .where('accounts.id', '=', accountId)
    .execute();
  const [first] = rows;
  if (!first) return null;
  return {
    emailVerified: Boolean(first.emailVerified),
    hasPassword: rows.some((row) => row.providerId === PASSWORD_LOGIN && row.password !== null),
    providers: providers.filter((provider) => rows.some((row) => row.providerId === provider)),
    secondFactor:
      first.wants_pick_links === null
        ? null
        : { recoveryCodesLeft: Number(first.codes_left), wantsPickLinks: first.wants_pick_links === 1 },
  };
}

const recoveryCodesLeft = sql<number>`(select count(*) from recovery_codes where account_id = accounts.id)`.as(
  'codes_left',
);

/** The account fields that signing in needs. */
export interface AccountCredentials {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null if it has no password. */
  readonly passwordHash: string | null;
  /** Signs the cookies of its known devices (`accounts/devices.ts`). */
  readonly deviceKey: string | null;
  /** Whether it has a second factor, without which no password and no provider signs in. */
  readonly hasSecondFactor: boolean;
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
    .select(hasSecondFactor('accounts.id').as('has_second_factor'))
    .where(`accounts.${column}`, '=', value)
    .executeTakeFirst();
  if (!row) return null;
  const { id, name, email, deviceKey, password } = row;
  const account = { accountId: id, accountName: name, email, passwordHash: password, deviceKey };
  return { ...account, hasSecondFactor: Boolean(row.has_second_factor) };
}

export interface NewAccount {
  /** Lower case. */
  readonly email: string;
  readonly displayName: string;
  /** Null if it is set later, by a link. */
  readonly passwordHash: string | null;
  /** False by default. */
  readonly emailVerified?: boolean;
}

/** What is stored together with an account, or with its new password. */
type Alongside = (tx: Db, accountId: string) => Promise<void>;

const nothing: Alongside = async () => {};

/**
 * Creates an account with its password, if there is one, and its profile.
 * @param now real time in ms
 * @returns its id, or null if the address already has an account
 */
export function createAccount(
  store: Store,
  account: NewAccount,
  now: number,
  alongside = nothing,
): Promise<string | null> {
  return store.db.transaction().execute(async (tx) => {
    const id = await addAccountWithUser(store, tx, account, now);
    if (id === null) return null;
    await alongside(tx, id);
    return id;
  });
}

/** The same in the caller's transaction. */
export async function addAccountWithUser(
  store: Pick<Store, 'engine'>,
  tx: Db,
  account: NewAccount,
  now: number,
): Promise<string | null> {
  const id = await addAccount(store, tx, account, now);
  if (id !== null) await createUser(tx, { displayName: account.displayName, accountId: id }, now);
  return id;
}

/** The same without a profile. */
export async function addAccount(
  store: Pick<Store, 'engine'>,
  tx: Db,
  { email, displayName, passwordHash, emailVerified = false }: NewAccount,
  now: number,
): Promise<string | null> {
  const id = newId();
  const at = new Date(now).toISOString();
  const verified = accountFlag(store, emailVerified);
  const created = await tx
    .insertInto('accounts')
    .values({ id, name: displayName, email, emailVerified: verified, createdAt: at, updatedAt: at })
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return null;
  if (passwordHash !== null) await addPassword(tx, id, passwordHash, at);
  return id;
}

/** A person's identity at a provider. */
export interface ProviderIdentity {
  readonly provider: Provider;
  /** Their id at the provider. */
  readonly id: string;
}

/**
 * Connects an identity to an account, in the caller's transaction. One that is connected already stays where it is.
 * @returns whether it was not connected before
 */
export async function addIdentity(tx: Db, userId: string, identity: ProviderIdentity, now: number): Promise<boolean> {
  const at = new Date(now).toISOString();
  const added = await tx
    .insertInto('logins')
    .values({
      id: newId(),
      userId,
      providerId: identity.provider,
      accountId: identity.id,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((c) => c.columns(['providerId', 'accountId']).doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/**
 * Holds an account until the caller's transaction ends. What changes its sign-in methods, or signs in by one of them, holds it first, so
 * that each sees what the other has done.
 */
export async function holdAccount({ engine }: Pick<Store, 'engine'>, tx: Db, accountId: string): Promise<void> {
  const account = tx.selectFrom('accounts').select('id').where('id', '=', accountId);
  await (engine === 'postgres' ? account.forNoKeyUpdate() : account).execute();
}

/** A new password of an account. */
export interface NewPassword {
  readonly hash: string;
  /** Whether to disconnect every provider and remove every passkey, because the owner may not be the only one with access. */
  readonly disconnectsProviders: boolean;
}

/** Who changes a password, and the current hash that they proved to know; null if there was none. */
export interface PasswordOwner {
  readonly accountId: string;
  readonly sessionId: string;
  readonly before: string | null;
}

/**
 * Sets the password of an account as `replacePassword` does.
 * @param now real time in ms
 * @returns the new device key; null if the password was changed, or the session ended, meanwhile: then nothing is changed
 */
export function changePassword(
  store: Store,
  { accountId, sessionId, before }: PasswordOwner,
  password: NewPassword,
  now: number,
  alongside = nothing,
): Promise<string | null> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    if ((await heldPasswordHash(store.engine, tx, accountId)) !== before) return null;
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return null;
    const deviceKey = await replacePassword(store, tx, accountId, password, now);
    await alongside(tx, accountId);
    return deviceKey;
  });
}

/** The hash of an account's password, after concurrent changes have ended; null if it has none. */
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
 * Sets the password of an account in the caller's transaction, ends all of its sessions and password links, and forgets its known devices.
 * @returns the new device key
 */
async function replacePassword(
  { engine }: Store,
  tx: Db,
  accountId: string,
  password: NewPassword,
  now: number,
): Promise<string> {
  const { hash, disconnectsProviders } = password;
  const at = new Date(now).toISOString();
  const before = await heldPasswordHash(engine, tx, accountId);
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
  const deviceKey = await forgetDevices(tx, accountId);
  await forgetSigner(tx, engine, before);
  return deviceKey;
}

/** Stores another hash of the same password, unless it was changed meanwhile. @returns whether it was stored */
export function replaceHash(store: Store, accountId: string, before: string, after: string): Promise<boolean> {
  return store.db.transaction().execute(async (tx) => {
    const replaced = await tx
      .updateTable('logins')
      .set({ password: after })
      .where('userId', '=', accountId)
      .where('providerId', '=', PASSWORD_LOGIN)
      .where('password', '=', before)
      .executeTakeFirst();
    if (replaced.numUpdatedRows === 0n) return false;
    await forgetSigner(tx, store.engine, before);
    return true;
  });
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

/** Ends all sessions of an account, or all but one, and forgets its known devices. @returns its new device key, and whether any session ended */
export function endDevices(
  store: Store,
  accountId: string,
  keptId: string | null,
): Promise<{ readonly deviceKey: string; readonly ended: boolean }> {
  return transact(store, async (tx) => {
    const deviceKey = await forgetDevices(tx, accountId);
    const ended =
      keptId === null ? (await endSessions(tx, accountId)) > 0 : await endOtherSessions(tx, accountId, keptId);
    return { deviceKey, ended };
  });
}

/** Forgets the devices that are known to an account. @returns its new device key */
export async function forgetDevices(db: Db, accountId: string): Promise<string> {
  const deviceKey = newId();
  await db.updateTable('accounts').set({ deviceKey }).where('id', '=', accountId).execute();
  return deviceKey;
}

/** Disconnects every provider of an account, and removes its passkeys. */
async function disconnectProviders(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  await db.deleteFrom('logins').where('userId', '=', accountId).where('providerId', '!=', PASSWORD_LOGIN).execute();
}

/** Marks the address of an account as verified, if it is still the same. @returns whether it is */
export async function markVerified(
  store: Pick<Store, 'engine'>,
  db: Db,
  accountId: string,
  email: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('accounts')
    .set({ emailVerified: accountFlag(store, true) })
    .where('id', '=', accountId)
    .where('email', '=', email)
    .returning('id')
    .execute();
  return marked.length > 0;
}

/**
 * Disconnects a provider from an account, unless no other sign-in method would remain; concurrent calls are serialized. @param usable the
 * providers that work in this league @returns whether it is disconnected
 */
export function disconnectProvider(
  store: Store,
  accountId: string,
  provider: Provider,
  usable: readonly Provider[],
): Promise<boolean> {
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    const ways = await signInMethods(tx, accountId);
    if (!ways.providers.includes(provider)) return true;
    const others = ways.providers.filter((other) => other !== provider && usable.includes(other));
    if (!ways.hasPassword && others.length === 0) return false;
    await tx.deleteFrom('logins').where('userId', '=', accountId).where('providerId', '=', provider).execute();
    return true;
  });
}

/** Integer on SQLite, boolean on PostgreSQL. */
function accountFlag({ engine }: Pick<Store, 'engine'>, value: boolean): number | boolean {
  return engine === 'sqlite' ? Number(value) : value;
}

export type MailTokenPurpose = MailTokenTable['purpose'];

export interface NewMailToken {
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  /** The address it is mailed to; null if an admin hands it over. */
  readonly mailedTo: string | null;
  /** Real time in ms. */
  readonly expiresAt: number;
}

/** A valid token and its account. */
export interface FoundMailToken {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly mailedTo: string | null;
}

/** Creates a token and stores its hash. @returns the token */
export async function addMailToken(db: Db, wanted: NewMailToken, now: number): Promise<string> {
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute();
  const token = newToken();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: hashOf(token),
      account_id: wanted.accountId,
      purpose: wanted.purpose,
      mailed_to: wanted.mailedTo,
      expires_at: wanted.expiresAt,
    })
    .execute();
  return token;
}

/** Finds a token that has not expired. */
export async function findMailToken(
  db: Db,
  purpose: MailTokenPurpose,
  token: string,
  now: number,
): Promise<FoundMailToken | null> {
  const row = await db
    .selectFrom('mail_tokens')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? { tokenHash: row.token_hash, accountId: row.account_id, mailedTo: row.mailed_to } : null;
}

/** Consumes a token. @returns false if it was consumed meanwhile */
async function takeMailToken(db: Db, { tokenHash }: FoundMailToken): Promise<boolean> {
  const taken = await db
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .execute();
  return taken.length > 0;
}

/**
 * Consumes a link for a new password and sets it, as `replacePassword` does. A mailed link also verifies the address. If the address was
 * not verified before, someone else may have created the account and connected their own provider, so providers are disconnected.
 * @param now real time in ms
 * @returns the new device key, and how the owner could sign in before; null if the link was consumed meanwhile
 */
export function resetPassword(
  store: Store,
  link: FoundMailToken,
  password: NewPassword,
  now: number,
  alongside: (tx: Db, before: SignInMethods) => Promise<void>,
): Promise<{ readonly deviceKey: string; readonly before: SignInMethods } | null> {
  const { accountId, mailedTo } = link;
  return transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    if (!(await takeMailToken(tx, link))) return null;
    const before = await signInMethods(tx, accountId);
    const deviceKey = await replacePassword(store, tx, accountId, password, now);
    if (mailedTo !== null) await claimAddress(store, tx, accountId, mailedTo);
    await alongside(tx, before);
    return { deviceKey, before };
  });
}

async function claimAddress(store: Store, tx: Db, accountId: string, email: string): Promise<void> {
  const { emailVerified } = await signInMethods(tx, accountId);
  if (emailVerified || !(await markVerified(store, tx, accountId, email))) return;
  await disconnectProviders(tx, accountId);
}

/** Renames somebody with an account, in the caller's transaction. @returns false if they closed it meanwhile */
export async function renameOwner(
  tx: Db,
  engine: Engine,
  { userId, displayName }: { readonly userId: string; readonly displayName: string },
  now: number,
): Promise<boolean> {
  const user = tx.updateTable('users').set({ display_name: displayName }).where('id', '=', userId);
  if ((await user.where('account_id', 'is not', null).returning('id').execute()).length === 0) return false;
  await receiptOwner(tx, engine, userId, { userId }, now);
  return true;
}

/** Stores the pool with which a new device starts. @returns false if there is no such pool that they may see */
export async function setDefaultPool(db: Db, viewer: PoolViewer, poolId: string): Promise<boolean> {
  if (!(await poolsSeenBy(db, viewer)).some(({ id }) => id === poolId)) return false;
  const pool = db.selectFrom('pools').select('id').where('id', '=', poolId).where('deleted_at', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ default_pool_id: poolId })
    .where('id', '=', viewer.user.id)
    .where(({ exists }) => exists(pool))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
