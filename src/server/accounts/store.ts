import { randomBytes } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { seesPool } from '#core/pools.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import { DAY_MS } from '#core/time.ts';
import type { User } from '#core/types.ts';
import { writeAudit } from '#server/log/store.ts';
import { poolsSeenBy } from '#server/members/reads.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { GroupCommit } from '#server/platform/db/group-commit.ts';
import { flag, hashOf, newId, newToken } from '#server/platform/db/ids.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { readOrSet, writeMeta } from '#server/platform/db/meta.ts';
import type { MailTokenTable } from '#server/platform/db/schema.ts';
import { toUser } from './reads.ts';

/** The accounts library's name for signing in with a password. */
const PASSWORD_LOGIN = 'credential';

/** The sign-in methods of an account. */
export interface SignInMethods {
  readonly emailVerified: boolean;
  readonly hasPassword: boolean;
  readonly providers: readonly Provider[];
}

/** The sign-in methods of an account. @throws if there is no such account */
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

/** The verified addresses of the given users who are enabled, by user id. */
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

/** The account fields that signing in needs. */
export interface AccountCredentials {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null if it has no password. */
  readonly passwordHash: string | null;
  /** Signs the cookies of its known devices (`accounts/devices.ts`). */
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
  /** Null if it is set later, by a link. */
  readonly passwordHash: string | null;
}

/**
 * Creates an account with its password, if there is one, and its profile.
 * @param now real time in ms
 * @returns its id, or null if the address already has an account
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

/** A new password of an account. */
export interface NewPassword {
  readonly hash: string;
  /** Whether to disconnect every provider, because the owner may not be the only one with access. */
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
): Promise<string | null> {
  return store.db.transaction().execute(async (tx) => {
    if ((await heldPasswordHash(store.engine, tx, accountId)) !== before) return null;
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return null;
    return replacePassword(tx, accountId, password, now);
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
async function replacePassword(tx: Db, accountId: string, password: NewPassword, now: number): Promise<string> {
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

/** Stores another hash of the same password, unless it was changed meanwhile. @returns whether it was stored */
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

/** Disconnects every provider of an account. */
async function disconnectProviders(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('logins').where('userId', '=', accountId).where('providerId', '!=', PASSWORD_LOGIN).execute();
}

/** Ends one session. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute();
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
    .set({ emailVerified: libraryFlag(store, true) })
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
  /** Null for a player without an account. */
  readonly accountId: string | null;
  readonly isAdmin?: boolean;
}

/**
 * Creates an enabled user with the defaults of specification section 3; an account that already has a user keeps it.
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

/** The rate of attempts under one key: `burst` at once, and one more per `everyMs`. */
export interface Allowance {
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

/**
 * Counts one attempt against every allowance, shared by all nodes. Each attempt uses `everyMs` of future time, up to the burst; time beyond
 * that, from a clock that was ahead, is cut back, so that no one waits longer than `everyMs`. A refused attempt writes nothing else. @param
 * now real time in ms @returns 0 if it is allowed, else how long to wait, in ms
 */
export async function charge(db: Db, allowances: readonly Allowance[], now: number): Promise<number> {
  const wait = await waitFor(db, allowances, now);
  if (wait > 0) return wait;
  for (const allowance of allowances) {
    // Other attempts may have come in between, so the statement that counts checks again.
    if (!(await spend(db, allowance, now))) return allowance.everyMs;
  }
  return 0;
}

/** Uncounts an attempt. */
export async function refund(db: Db, allowances: readonly Allowance[]): Promise<void> {
  for (const { key, everyMs } of allowances) {
    await sql`update attempts set spent_until = spent_until - ${everyMs} where key = ${key}`.execute(db);
  }
}

/** Clears the attempts of a key. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

/** Removes expired attempts. */
export async function deleteOldAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('attempts').where('spent_until', '<=', now).execute();
}

async function waitFor(db: Db, allowances: readonly Allowance[], now: number): Promise<number> {
  const keys = allowances.map(({ key }) => key);
  const rows = await db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute();
  const waits: number[] = [];
  for (const allowance of allowances) {
    const spentUntil = rows.find((row) => row.key === allowance.key)?.spent_until ?? 0;
    const furthest = latest(allowance, now) + allowance.everyMs;
    if (spentUntil > furthest) await cutBack(db, allowance.key, furthest);
    waits.push(Math.min(spentUntil, furthest) - latest(allowance, now));
  }
  return Math.max(0, ...waits);
}

async function cutBack(db: Db, key: string, furthest: number): Promise<void> {
  const update = db.updateTable('attempts').set({ spent_until: furthest }).where('key', '=', key);
  await update.where('spent_until', '>', furthest).execute();
}

/** An attempt is allowed while no time beyond this is used. */
function latest({ burst, everyMs }: Allowance, now: number): number {
  return now + (burst - 1) * everyMs;
}

async function spend(db: Db, allowance: Allowance, now: number): Promise<boolean> {
  const { key, everyMs } = allowance;
  const { rows } = await sql`
    insert into attempts (key, spent_until) values (${key}, ${now + everyMs})
    on conflict (key) do update
      set spent_until = case when attempts.spent_until > ${now} then attempts.spent_until else ${now} end + ${everyMs}
      where attempts.spent_until <= ${latest(allowance, now)}
    returning key`.execute(db);
  return rows.length > 0;
}

/** A session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  /** The address that used it last; null if unknown. */
  readonly address: string | null;
  /** The user agent at sign-in. */
  readonly userAgent: string | null;
  /** When it was last used, stored every few minutes; real time in ms. */
  readonly usedAt: number;
}

/** Maximum number of sessions per account; the least recently used are dropped. */
const MOST_SESSIONS = 50;

/** The active sessions of an account, most recently used first. @param now real time in ms */
export async function sessionsOfAccount(db: Db, accountId: string, now: number): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent'])
    .select(['expiresAt as expires_at', 'createdAt as created_at', 'updatedAt as used_at'])
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
  return rows
    .filter((row) => sessionEnd(row) > now)
    .map(({ id, ipAddress, userAgent, used_at }) => ({
      id,
      address: ipAddress,
      userAgent,
      usedAt: new Date(used_at).getTime(),
    }));
}

/** When a session began, real time in ms; null if it has ended. */
export async function sessionBegan(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('sessions').select('createdAt').where('id', '=', id).executeTakeFirst();
  return row ? new Date(row.createdAt).getTime() : null;
}

/** Whether a session is active, after concurrent changes have ended. Within a transaction it cannot end before the transaction does. */
export async function isSessionHeld(engine: Engine, db: Db, id: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('id').where('id', '=', id);
  return (await (engine === 'postgres' ? session.forUpdate() : session).executeTakeFirst()) !== undefined;
}

/** Ends one session of an account by its id. @returns whether there was one */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', accountId).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends every session of an account but one. @returns whether there were others */
export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<boolean> {
  const others = db.deleteFrom('sessions').where('userId', '=', accountId).where('id', '!=', keptId);
  return (await others.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes all but the 50 most recently used sessions of an account, so that signing in repeatedly cannot fill the table. */
export async function dropOldestSessions(db: Db, accountId: string): Promise<void> {
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS);
  await db.deleteFrom('sessions').where('userId', '=', accountId).where('id', 'not in', kept).execute();
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

/** An account and one of its sign-in providers. */
export interface ProviderLogin {
  readonly accountId: string;
  readonly provider: Provider;
}

/** The ids of an account's logins with a provider. */
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
 * Keeps a connection that the accounts library just made only if its session is still active. The owner may have ended all sessions and
 * disconnected all providers meanwhile. @param before the ids of the logins before the connection @returns null if the session has ended,
 * else whether there is a new login
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

/** Whether an account has a login with a provider, after concurrent changes have ended. */
export async function isStillConnected(
  { engine, db }: Store,
  { accountId, provider }: ProviderLogin,
): Promise<boolean> {
  const login = db.selectFrom('logins').select('id').where('userId', '=', accountId).where('providerId', '=', provider);
  return (await (engine === 'postgres' ? login.forUpdate() : login).execute()).length > 0;
}

/** A security event of an account, or an attempt. */
export interface SecurityNote {
  readonly event: SecurityEvent;
  /** The affected account; null if unknown. */
  readonly accountId: string | null;
  /** The network it came from (`networkOf` its address); null for the command line. */
  readonly network: string | null;
  /** The user who acted on another one, such as an admin. */
  readonly actorId?: string | null;
  /** Details in plain words, such as the provider or the route. Never user input. */
  readonly detail?: string;
}

/** A note with its time (real time in ms) and count. */
export interface SecurityRow extends SecurityNote {
  readonly at: number;
  readonly times: number;
}

/** A row of the log with the names of its users, or null. */
export interface LoggedEvent {
  readonly id: number;
  readonly at: number;
  readonly event: string;
  readonly accountId: string | null;
  /** The user of the account. */
  readonly userId: string | null;
  readonly userName: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly network: string | null;
  readonly detail: string;
  readonly times: number;
}

/** Rows are kept this long, in ms. */
export const SECURITY_KEPT_MS = 90 * DAY_MS;
/** Maximum number of old rows removed at once. */
const REMOVED_AT_ONCE = 2000;

/** Writes a row. @returns its id */
export async function addSecurityRow(db: Db, row: SecurityRow): Promise<number> {
  const { id } = await db
    .insertInto('security_log')
    .values({
      at: row.at,
      event: row.event,
      account_id: row.accountId,
      actor_id: row.actorId ?? null,
      network: row.network,
      detail: row.detail ?? '',
      times: row.times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts more events like those of a row. */
export async function countSecurityRow(db: Db, id: number, more: number): Promise<void> {
  await sql`update security_log set times = times + ${more} where id = ${id}`.execute(db);
}

/** Rows of the log, newest first: at most `limit` with an id below `before`, of one user or all. */
export async function readSecurityLog(
  db: Db,
  userId: string | undefined,
  page: { readonly before: number | null; readonly limit: number },
): Promise<LoggedEvent[]> {
  let query = db
    .selectFrom('security_log as log')
    .leftJoin('users as people', 'people.account_id', 'log.account_id')
    .leftJoin('users as actors', 'actors.id', 'log.actor_id')
    .select(['log.id', 'log.at', 'log.event', 'log.network', 'log.detail', 'log.times'])
    .select(['log.account_id as accountId', 'people.id as userId', 'people.display_name as userName'])
    .select(['log.actor_id as actorId', 'actors.display_name as actorName']);
  if (userId !== undefined) {
    const account = db.selectFrom('users').select('account_id').where('id', '=', userId);
    query = query.where('log.account_id', '=', account);
  }
  if (page.before !== null) query = query.where('log.id', '<', page.before);
  return query.orderBy('log.id', 'desc').limit(page.limit).execute();
}

/**
 * Removes some of the rows older than 90 days. Ids are in order of time, so only the first rows are checked. @returns whether there may be
 * more
 */
export async function removeOldSecurityRows(db: Db, now: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from security_log where at < ${now - SECURITY_KEPT_MS}
      and id in (select id from security_log order by id limit ${REMOVED_AT_ONCE})`.execute(db);
  return numAffectedRows >= REMOVED_AT_ONCE;
}

/** A session ends this long after it was last used, in ms. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** A session ends this long after it began, regardless of use, in ms. */
export const SESSION_LONGEST_MS = 90 * DAY_MS;

/** When a session ends, in ms. */
export function sessionEnd(row: { readonly expires_at: string | Date; readonly created_at: string | Date }): number {
  return Math.min(new Date(row.expires_at).getTime(), new Date(row.created_at).getTime() + SESSION_LONGEST_MS);
}

/** The user of a session token, and their role in the requested pool. */
export interface SessionRow {
  readonly sessionId: string;
  /** When it ends, in ms. */
  readonly endsAt: number;
  /** When its use was last stored, in ms. */
  readonly usedAt: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null before the profile is created. */
  readonly user: User | null;
  /** The requested pool; null if there was none, or they may not see it. */
  readonly poolId: string | null;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
  /** Whether the requested week is an enabled week of that pool. */
  readonly isPoolWeek: boolean;
  /** The owner of the requested entry; null if no such entry plays in that pool. */
  readonly entryOwnerId: string | null;
}

/** The ids that a request is about; empty for none. If only an entry is given, its pool is used. */
export interface Subject {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

interface Asked extends Subject {
  readonly token: string;
}

/**
 * Reads a session, its user, their membership of one pool and a week of it. Calls in the same turn of the event loop, or during the last
 * query, share the next query, so no result is older than its call.
 */
export function sessionReader({ db, engine }: Store): (token: string, subject: Subject) => Promise<SessionRow | null> {
  async function readSessions(asked: readonly Asked[]): Promise<(SessionRow | null)[]> {
    const found: (SessionRow | null)[] = asked.map(() => null);
    for (const row of (await sessionQuery(engine, asked).execute(db)).rows) found[row.at] = toSession(row);
    return found;
  }

  const reader = new GroupCommit({
    write: readSessions,
    keyOf: ({ token, poolId, weekId, entryId }) => `${token} ${poolId} ${weekId} ${entryId}`,
    replaces: () => true,
    failsForAll: (error) => faultOf(error) !== null,
  });
  return (token, { poolId, weekId, entryId }) => reader.add({ token, poolId, weekId, entryId });
}

interface Row {
  readonly at: number;
  readonly session_id: string;
  /** In the accounts library's format: ISO text on SQLite. */
  readonly expires_at: string | Date;
  readonly created_at: string | Date;
  readonly used_at: string | Date;
  readonly account_id: string;
  readonly account_name: string;
  readonly email: string;
  readonly user_id: string | null;
  readonly display_name: string;
  readonly is_enabled: number;
  readonly is_admin: number;
  readonly default_pool_id: string | null;
  readonly pool_id: string | null;
  readonly is_listed: number | null;
  readonly member: number | null;
  /** Their own id if they are a commissioner of the pool. */
  readonly commissioner: string | null;
  readonly pool_week: number | null;
  readonly entry_owner: string | null;
}

function sessionQuery(engine: Engine, asked: readonly Asked[]): RawBuilder<Row> {
  const keys = asked.map(({ token, poolId, weekId, entryId }, at) => {
    return { at, token, pool_id: poolId, week_id: weekId, entry_id: entryId };
  });
  const columns = { at: 'integer', token: 'text', pool_id: 'text', week_id: 'text', entry_id: 'text' } as const;
  return sql<Row>`
    select rows.at, sessions.id as session_id, sessions."expiresAt" as expires_at,
      sessions."createdAt" as created_at, sessions."updatedAt" as used_at,
      accounts.id as account_id, accounts.name as account_name, accounts.email,
      users.id as user_id, users.display_name, users.is_enabled, users.is_admin, users.default_pool_id,
      pools.id as pool_id, pools.is_listed, pool_members.enabled as member, pool_commissioners.user_id as commissioner,
      pool_weeks.enabled as pool_week,
      case when entries.pool_id = pools.id and entries.out_at is null then entries.owner_id end as entry_owner
    from ${jsonRows(engine, keys, columns)}
    join sessions on sessions.token = rows.token
    join accounts on accounts.id = sessions."userId"
    left join users on users.account_id = accounts.id
    left join entries on entries.id = rows.entry_id
    left join pools on pools.id = case when rows.pool_id = '' then entries.pool_id else rows.pool_id end
      and pools.deleted_at is null
    left join pool_members on pool_members.pool_id = pools.id and pool_members.user_id = users.id
    left join pool_commissioners on pool_commissioners.pool_id = pools.id and pool_commissioners.user_id = users.id
    left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = rows.week_id`;
}

/**
 * A left join returns all of its columns, or none. Fields are copied one by one, because copying a whole row costs as much as reading it.
 */
function toSession(row: Row): SessionRow {
  const pool = { isListed: row.is_listed === 1 };
  const [isMember, isCommissioner] = [row.member === 1, row.commissioner !== null];
  const isSeen = seesPool(pool, { isMember, isCommissioner, isAdmin: row.is_admin === 1 });
  return {
    sessionId: row.session_id,
    endsAt: sessionEnd(row),
    usedAt: new Date(row.used_at).getTime(),
    accountId: row.account_id,
    accountName: row.account_name,
    email: row.email,
    user: row.user_id === null ? null : userOf(row, row.user_id),
    poolId: isSeen ? row.pool_id : null,
    isMember,
    isCommissioner,
    isPoolWeek: row.pool_week === 1,
    entryOwnerId: row.entry_owner,
  };
}

function userOf({ display_name, is_enabled, is_admin, default_pool_id }: Row, id: string): User {
  return toUser({ id, display_name, is_enabled, is_admin, default_pool_id });
}

/** A use of a session. */
export interface SessionUse {
  readonly token: string;
  /** Real time in ms. */
  readonly at: number;
  readonly address: string;
}

/** Stores when and from where sessions were last used, which extends them; many in one statement. */
export function sessionUses({ db, engine }: Store): GroupCommit<SessionUse, undefined> {
  const date = sql.raw(engine === 'postgres' ? 'timestamptz' : 'text');
  return new GroupCommit({
    keyOf: ({ token }) => token,
    replaces: () => true,
    failsForAll: (error) => faultOf(error) !== null,
    async write(uses) {
      const used = uses.map(({ token, at, address }) => ({
        token,
        address,
        used_at: new Date(at).toISOString(),
        expires_at: new Date(at + SESSION_IDLE_MS).toISOString(),
      }));
      const rows = jsonRows(engine, used, { token: 'text', address: 'text', used_at: 'text', expires_at: 'text' });
      await sql`
        update sessions set "updatedAt" = cast(rows.used_at as ${date}), "expiresAt" = cast(rows.expires_at as ${date}),
          "ipAddress" = rows.address
        from ${rows} where sessions.token = rows.token`.execute(db);
      return uses.map(() => undefined);
    },
  });
}

const KEY = 'cookie_secret';

/** The secret that signs session cookies: created once per database, and shared by all nodes. */
export async function cookieSecret(db: Db): Promise<string> {
  return readOrSet(db, KEY, newSecret());
}

/** Replaces the secret and ends every session, because their cookies are signed with the old one. @returns how many sessions ended */
export function rotateCookieSecret({ db }: Store, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await writeMeta(tx, KEY, newSecret());
    const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirstOrThrow();
    await writeAudit(tx, { act: 'secret.rotate', actorId: null }, now);
    return Number(numDeletedRows);
  });
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export async function renameUser(db: Db, userId: string, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName }).where('id', '=', userId).execute();
}

/** Stores the pool with which a new device starts. @returns false if there is no such pool that they may see */
export async function setDefaultPool(db: Db, user: Pick<User, 'id' | 'isAdmin'>, poolId: string): Promise<boolean> {
  if (!(await poolsSeenBy(db, user)).some(({ id }) => id === poolId)) return false;
  const pool = db.selectFrom('pools').select('id').where('id', '=', poolId).where('deleted_at', 'is', null);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ default_pool_id: poolId })
    .where('id', '=', user.id)
    .where(({ exists }) => exists(pool))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
