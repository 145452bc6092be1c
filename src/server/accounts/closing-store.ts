/** Closes an account: deletes credentials and personal data, keeps what the standings need. */

import { storedState } from '#core/audit-details.ts';
import { MIN_ENABLED_ADMINS } from '#core/permissions.ts';
import { closedAccount } from '#server/entries/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { dropCommissioner, isLastCommissioner } from '#server/members/store.ts';
import { dropDefaults } from '#server/picks/default-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isSessionHeld } from '#server/platform/http/session-store.ts';
import { holdPools } from '#server/pools/reads.ts';
import { eraseSalts, receiptOwner } from '#server/receipts/store.ts';
import { holdAdmins } from '#server/users/store.ts';
import { addSecurityRow } from './security-store.ts';
import { forgetSigner } from './signer-store.ts';
import type { PasswordOwner } from './store.ts';
import { heldPasswordHash } from './store.ts';

/** The name of everybody who closed their account. */
const FORMER_PLAYER = 'Former player';

/** Who closes their account, and where they are. */
export interface Closer extends PasswordOwner {
  readonly userId: string;
  readonly network: string;
}

/** When an account is closed, in ms. */
interface ClosedAt {
  /** By the league's clock. */
  readonly now: number;
  readonly realNow: number;
}

/** A closed account with its pools; or why it stays. `pools` are the names of those without another commissioner. */
export type Closing =
  | { readonly poolIds: readonly string[] }
  | { readonly refusal: 'wrong_password' | 'sign_in_again' | 'last_admin' }
  | { readonly refusal: 'last_commissioner'; readonly pools: readonly string[] };

/**
 * Closes an account. The user stays without it, under another name, with memberships, entries, picks, payments and messages. An entry
 * keeps its `user_id`, so that nobody can link it to another account.
 */
export function closeAccount(store: Store, closer: Closer, at: ClosedAt): Promise<Closing> {
  const { accountId, sessionId, before, userId } = closer;
  return transact(store, async (tx) => {
    const admins = await holdAdmins(tx, store, userId);
    const pools = await holdPools(tx, store, () => poolsWith(tx, userId));
    const poolIds = [...pools.keys()];
    if ((await heldPasswordHash(store.engine, tx, accountId)) !== before) return { refusal: 'wrong_password' };
    if (!(await isSessionHeld(store.engine, tx, sessionId))) return { refusal: 'sign_in_again' };
    const isAdmin = admins.includes(userId);
    if (isAdmin && admins.length <= MIN_ENABLED_ADMINS) return { refusal: 'last_admin' };
    const left: string[] = [];
    for (const pool of pools.values())
      if (pool && (await isLastCommissioner(tx, pool.id, userId))) left.push(pool.name);
    if (left.length > 0) return { refusal: 'last_commissioner', pools: left };
    await endRoles(tx, { userId, isAdmin, poolIds }, at.now);
    await forgetNames(tx, userId);
    await forgetPerson(tx, userId, at.now);
    await eraseSalts(tx, store.engine, userId);
    await receiptOwner(tx, store.engine, userId, { userId }, at.now);
    await forgetAccount(tx, accountId);
    const { network } = closer;
    await addSecurityRow(tx, { event: 'account-closed', accountId, network, at: at.realNow, times: 1 });
    await forgetSigner(tx, store.engine, before);
    return { poolIds };
  });
}

/** The pools that know a user. */
async function poolsWith(tx: Db, userId: string): Promise<string[]> {
  const member = tx.selectFrom('pool_members').select('pool_id as id').where('user_id', '=', userId);
  const runner = tx.selectFrom('pool_commissioners').select('pool_id as id').where('user_id', '=', userId);
  const typed = tx.selectFrom('typed_places').select('pool_id as id').where('person_id', '=', userId);
  return (await member.union(runner).union(typed).execute()).map(({ id }) => id);
}

interface Roles {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly poolIds: readonly string[];
}

async function endRoles(tx: Db, { userId, isAdmin, poolIds }: Roles, now: number): Promise<void> {
  for (const poolId of poolIds) await dropCommissioner(tx, { adminId: userId, now }, { poolId, userId });
  if (!isAdmin) return;
  const change = { before: { isAdmin: true }, after: { isAdmin: false } };
  await writeAudit(tx, { act: 'admin.revoke', actorId: userId, userId, ...change }, now);
}

/** Their name, and those of their entries, in records of the log about them, and in those that say who a player is. */
async function forgetNames(tx: Db, userId: string): Promise<void> {
  const user = tx.selectFrom('users').select('display_name as name').where('id', '=', userId);
  const { name } = await user.executeTakeFirstOrThrow();
  const entries = tx.selectFrom('entries').select('id').where('owner_id', '=', userId);
  const records = await tx
    .selectFrom('audit_log')
    .select(['id', 'before', 'after'])
    .where((q) => q.or([q('user_id', '=', userId), q('entry_id', 'in', entries), q('act', '=', 'almanac.person')]))
    .execute();
  for (const { id, ...states } of records) {
    const [before, after] = [withoutNames(states.before, name), withoutNames(states.after, name)];
    if (before === states.before && after === states.after) continue;
    await tx.updateTable('audit_log').set({ before, after }).where('id', '=', id).execute();
  }
}

/** JSON of changed fields without names of entries, and without fields that are a person's name. Nothing is kept of what can't be read. */
function withoutNames(state: string, name: string): string {
  const isName = (field: string, value: unknown) => field === 'entryName' || value === name;
  return JSON.stringify(storedState(state), (field, value: unknown) => (isName(field, value) ? undefined : value));
}

/** Their name in typed tables, also where it means a player whom they are. */
async function forgetTypedNames(tx: Db, userId: string): Promise<void> {
  const linked = tx.selectFrom('entries').select('player_id').where('owner_id', '=', userId);
  const matched = tx.selectFrom('same_people').select('user_id').where('person_id', '=', userId);
  await tx
    .updateTable('typed_places')
    .set({ name: FORMER_PLAYER })
    .where((q) => q.or([q('person_id', '=', userId), q('person_id', 'in', linked), q('person_id', 'in', matched)]))
    .execute();
}

async function forgetPerson(tx: Db, userId: string, now: number): Promise<void> {
  const former = { display_name: FORMER_PLAYER, account_id: null, is_admin: 0, default_pool_id: null };
  await tx.updateTable('users').set(former).where('id', '=', userId).execute();
  await forgetTypedNames(tx, userId);
  // Their entries tell them from players who never had an account; without any, nobody can add them to a pool either.
  const stranger = tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', userId);
  await stranger.where(({ not }) => not(closedAccount())).execute();
  const entries = tx.updateTable('entries').set({ name: null }).where('owner_id', '=', userId).returning('id');
  await dropDefaults(
    tx,
    (await entries.execute()).map(({ id }) => id),
    now,
  );
  const own = [
    'join_requests',
    'push_subscriptions',
    'calendars',
    'notifications',
    'notification_choices',
    'notification_settings',
    'faces',
    'hidden_faces',
    'stopped_faces',
  ] as const;
  for (const table of own) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Its sessions, logins and links in mails go with it. */
async function forgetAccount(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute();
}
