/**
 * Writes the people and pools of an export from Firebase. The id of the export is stored with each in the same transaction, so that an
 * import that is run again, or that was ended halfway, finds them and makes nothing twice.
 */
import type { HashConfig } from '#core/firebase/hash-config.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { firebaseHash, keepSigner } from '#server/accounts/signer-store.ts';
import type { ProviderIdentity } from '#server/accounts/store.ts';
import { addAccount, addIdentity } from '#server/accounts/store.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markMembersStale, markPoolStale } from '#server/journal/stale-store.ts';
import type { NewPool } from '#server/manage/store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact, writeInSlices } from '#server/platform/db/transactions.ts';
import { createUser } from '#server/users/store.ts';
import { importedKey } from './reads.ts';

/** A person of an export who was not imported before. */
export interface PersonToAdd {
  readonly uid: string;
  readonly displayName: string;
  readonly isEnabled: boolean;
  readonly isAdmin: boolean;
  /** Who they are here; null for a new user. */
  readonly userId: string | null;
  /** The account here that has no profile yet; null for others. */
  readonly accountId: string | null;
  /** The account to make; null for a player without one, or somebody who has one. */
  readonly account: AccountToAdd | null;
}

/** An account as it was at Firebase. */
export interface AccountToAdd {
  /** Lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly password: { readonly hash: string; readonly salt: string } | null;
  readonly identities: readonly ProviderIdentity[];
}

/** Somebody has signed up with the address of an account that was to be made. */
export class SignedUpMeanwhile extends Error {}

/** Adds people in short transactions. @param config how their passwords are hashed @returns their ids by uid */
export async function addPeople(
  store: Store,
  people: readonly PersonToAdd[],
  config: HashConfig | null,
  now: number,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const write = async (tx: Db, slice: readonly PersonToAdd[]) => {
    if (config !== null && slice.some(({ account }) => account?.password)) await keepSigner(tx, config);
    const added: [string, string][] = [];
    for (const person of slice) {
      const userId = person.userId ?? (await addPerson(store, tx, person, config, now));
      await remember(tx, 'users', person.uid, userId);
      added.push([person.uid, userId]);
    }
    return added;
  };
  await writeInSlices(store, people, write, (added) => {
    for (const [uid, userId] of added) ids.set(uid, userId);
  });
  return ids;
}

async function addPerson(
  store: Store,
  tx: Db,
  { displayName, isEnabled, isAdmin, accountId, account }: PersonToAdd,
  config: HashConfig | null,
  now: number,
): Promise<string> {
  const made = account === null ? accountId : await makeAccount(store, tx, { ...account, displayName }, config);
  const userId = await createUser(tx, { displayName, accountId: made, isEnabled, isAdmin }, now);
  if (isAdmin) {
    const change = { before: { isAdmin: false }, after: { isAdmin: true } };
    await writeAudit(tx, { act: 'admin.grant', actorId: null, userId, ...change }, now);
  }
  return userId;
}

/** @throws SignedUpMeanwhile */
async function makeAccount(
  store: Store,
  tx: Db,
  { password, identities, ...account }: AccountToAdd & { readonly displayName: string },
  config: HashConfig | null,
): Promise<string> {
  // Accounts have real times, also in a demo.
  const at = Date.now();
  const passwordHash = password && config && firebaseHash(config, password);
  const id = await addAccount(store, tx, { ...account, passwordHash }, at);
  if (id === null) throw new SignedUpMeanwhile();
  for (const identity of identities) await addIdentity(tx, id, identity, at);
  return id;
}

/** Inserts only: two imports at the same time make nothing twice, because the second fails. */
async function remember(tx: Db, kind: 'users' | 'pools', oldId: string, id: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: importedKey(kind, oldId), value: id })
    .execute();
}

/** A pool of an export that was not imported before. */
export interface PoolToAdd extends NewPool {
  readonly oldId: string;
  readonly rules: PoolRules;
  /** ms; now by default. */
  readonly createdAt: number | null;
}

/** Makes a pool without members and weeks, and logs it. @returns its id */
export function addImportedPool(store: Store, { oldId, ...pool }: PoolToAdd, now: number): Promise<string> {
  return transact(store, async (tx) => {
    const poolId = await createPool(tx, pool, now);
    await remember(tx, 'pools', oldId, poolId);
    await writeAudit(tx, { act: 'pool.create', actorId: null, poolId, after: { name: pool.name } }, now);
    return poolId;
  });
}

/** Enables and disables weeks of a pool. Weeks that are missing are added. */
export function setImportedWeeks(
  store: Store,
  poolId: string,
  weeks: ReadonlyMap<string, boolean>,
  now: number,
): Promise<void> {
  const planner = { engine: store.engine, now: () => now };
  return transact(store, async (tx) => {
    const ids = [...weeks.keys()];
    await addWeeks(tx, ids);
    for (const enabled of [true, false]) {
      const those = ids.filter((id) => weeks.get(id) === enabled);
      await setPoolWeeks(tx, planner, poolId, those, enabled);
    }
    await markPoolStale(tx, poolId, ids);
  });
}

/** A member of an imported pool. */
export interface ImportedMember {
  readonly userId: string;
  readonly enabled: boolean;
}

/** Adds, enables and disables members of a pool. Each gets an entry. @param joinedAt of new ones, ms */
export async function setImportedMembers(
  store: Store,
  poolId: string,
  members: readonly ImportedMember[],
  joinedAt: number,
): Promise<void> {
  await writeInSlices(store, members, async (tx, slice) => {
    const disabled = slice.filter(({ enabled }) => !enabled).map(({ userId }) => userId);
    // Only enabling a member makes their entry.
    await setMembers(
      tx,
      poolId,
      slice.map(({ userId }) => userId),
      joinedAt,
    );
    await setMembers(tx, poolId, disabled, joinedAt, false);
    await markMembersStale(tx, [poolId]);
  });
}
