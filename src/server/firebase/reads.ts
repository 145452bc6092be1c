/** Reads what an import from Firebase compares its files with. */
import type { Side } from '#core/types.ts';
import { closedAccount } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** Which user and pool here came from which of an export, by the ids of the export. */
export interface ImportedIds {
  readonly users: ReadonlyMap<string, string>;
  readonly pools: ReadonlyMap<string, string>;
}

const kinds = { users: 'firebase user ', pools: 'firebase pool ' } as const;

/** The key under which the id of an imported user or pool is stored. */
export function importedKey(kind: keyof ImportedIds, oldId: string): string {
  return `${kinds[kind]}${oldId}`;
}

/** The ids of earlier imports. */
export async function importedIds(db: Db): Promise<ImportedIds> {
  const read = async (kind: keyof ImportedIds) => {
    const query = db.selectFrom('meta').select(['key', 'value']).where('key', 'like', `${kinds[kind]}%`);
    return new Map((await query.execute()).map(({ key, value }) => [key.slice(kinds[kind].length), value]));
  };
  return { users: await read('users'), pools: await read('pools') };
}

/** An account here. */
export interface KnownAccount {
  readonly accountId: string;
  readonly isVerified: boolean;
  /** Null if it has no profile yet. */
  readonly userId: string | null;
}

/** All accounts by their address. */
export async function accountsByEmail(db: Db): Promise<ReadonlyMap<string, KnownAccount>> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('users', 'users.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.email', 'accounts.emailVerified', 'users.id as userId'])
    .execute();
  return new Map(
    rows.map(({ id, email, emailVerified, userId }) => [
      email,
      { accountId: id, isVerified: Boolean(emailVerified), userId },
    ]),
  );
}

/** The ids of all users with an account. */
export async function usersWithAccount(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('users').select('id').where('account_id', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The ids of those who closed their account. */
export async function closedUsers(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('users').select('id').where(closedAccount()).execute();
  return new Set(rows.map(({ id }) => id));
}

/** All identities at providers that are connected to an account, by `identityKey`. */
export async function connectedIdentities(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('logins').select(['providerId', 'accountId']).execute();
  return new Set(rows.map(({ providerId, accountId }) => identityKey({ provider: providerId, id: accountId })));
}

/** A key for an identity at a provider. */
export function identityKey({ provider, id }: { readonly provider: string; readonly id: string }): string {
  return `${provider} ${id}`;
}

/** The members and the weeks of a pool, each with whether it is enabled. */
export interface PoolState {
  readonly members: ReadonlyMap<string, boolean>;
  readonly weeks: ReadonlyMap<string, boolean>;
}

export async function poolState(db: Db, poolId: string): Promise<PoolState> {
  const members = db.selectFrom('pool_members').select(['user_id as id', 'enabled']).where('pool_id', '=', poolId);
  const weeks = db.selectFrom('pool_weeks').select(['week_id as id', 'enabled']).where('pool_id', '=', poolId);
  const [ofMembers, ofWeeks] = [await members.execute(), await weeks.execute()];
  const stateOf = (rows: typeof ofMembers) => new Map(rows.map(({ id, enabled }) => [id, enabled === 1]));
  return { members: stateOf(ofMembers), weeks: stateOf(ofWeeks) };
}

/** A stored pick of a game. */
export interface StoredPick {
  readonly entryId: string;
  readonly gid: string;
  /** Null if it was taken back. */
  readonly side: Side | null;
  /** Whether a file leaves it as it is: it is that of an account, or was entered by an admin. */
  readonly isKept: boolean;
}

/** Every pick of a pool, sealed ones included: reports name no side of them. */
export async function storedPicks(db: Db, poolId: string): Promise<StoredPick[]> {
  const rows = await db
    .selectFrom('game_picks as picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.gid', 'picks.side', 'picks.entered_by', 'entries.user_id'])
    .where('picks.pool_id', '=', poolId)
    .execute();
  return rows.map(({ entry_id, gid, side, entered_by, user_id }) => {
    return { entryId: entry_id, gid, side, isKept: entered_by !== null || user_id !== null };
  });
}
