import { changedFields } from '#core/audit.ts';
import { normalizeName } from '#core/names.ts';
import { closedAccount, isLinkedPlayer } from '#server/entries/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isClosedToNewcomers } from '#server/pools/begun-store.ts';
import { holdPool, holdPools } from '#server/pools/reads.ts';
import { byAdmin, receiptOwner } from '#server/receipts/store.ts';
import { createUser, renameUser } from '#server/users/store.ts';
import { enableMember } from './store.ts';

/** A player without an account, from an import or added by a commissioner. */
export interface ImportedPlayer {
  readonly id: string;
  readonly name: string;
  /** Living pools in which they have an entry, by name. */
  readonly pools: readonly PlayerPool[];
}

interface PlayerPool {
  readonly id: string;
  readonly name: string;
  readonly entryId: string;
  /** Number of picked games; in a survivor pool of teams. */
  readonly picks: number;
  /** The linked account. */
  readonly linked: { readonly userId: string; readonly name: string; readonly at: number } | null;
}

/** Players without an account, by name: all, or the one with an id. */
export async function importedPlayers(db: Db, playerId?: string): Promise<ImportedPlayer[]> {
  const entries = Map.groupBy(await entriesOfPlayers(db, playerId), (row) => row.playerId);
  let query = db
    .selectFrom('users')
    .select(['users.id', 'users.display_name as name'])
    .where('users.account_id', 'is', null)
    .where(({ not }) => not(closedAccount()));
  if (playerId !== undefined) query = query.where('users.id', '=', playerId);
  const rows = await query.orderBy('users.display_name').orderBy('users.id').execute();
  return rows.map(({ id, name }) => ({
    id,
    name,
    pools: (entries.get(id) ?? []).map((entry) => ({
      id: entry.poolId,
      name: entry.poolName,
      entryId: entry.entryId,
      picks: entry.picks ?? 0,
      linked: entry.userId === null ? null : { userId: entry.userId, name: entry.accountName ?? '', at: entry.at ?? 0 },
    })),
  }));
}

function entriesOfPlayers(db: Db, playerId: string | undefined) {
  let query = db
    .selectFrom('entries')
    .innerJoin('users as players', 'players.id', 'entries.player_id')
    .innerJoin('pools', 'pools.id', 'entries.pool_id')
    .leftJoin('entry_links', (on) =>
      on.onRef('entry_links.entry_id', '=', 'entries.id').on('entry_links.undone_at', 'is', null),
    )
    .leftJoin('users as accounts', 'accounts.id', 'entry_links.user_id')
    .select(['entries.player_id as playerId', 'entries.id as entryId', 'pools.id as poolId', 'pools.name as poolName'])
    .select(['accounts.id as userId', 'accounts.display_name as accountName', 'entry_links.linked_at as at'])
    .select((q) =>
      q
        .selectFrom('picks')
        .select(q.fn.countAll<number>().as('picks'))
        .whereRef('picks.entry_id', '=', 'entries.id')
        .where('picks.kind', 'in', ['pick', 'team'])
        .where('picks.value', 'is not', null)
        .as('picks'),
    )
    .where('players.account_id', 'is', null)
    .where('pools.deleted_at', 'is', null)
    .where((q) => q.or([q('entries.out_at', 'is', null), q('entry_links.id', 'is not', null)]));
  if (playerId !== undefined) query = query.where('entries.player_id', '=', playerId);
  return query.orderBy('pools.name').orderBy('pools.id').orderBy('entries.number').execute();
}

/** Renames a player without an account. A linked player keeps the name by which imports find them. @returns null on success */
export function renamePlayer(
  store: Store,
  playerId: string,
  displayName: string,
  adminId: string,
  now: number,
): Promise<'player_not_found' | 'player_linked' | null> {
  return transact(store, (tx) => renameInTransaction(tx, store.engine, playerId, displayName, { adminId, now }));
}

/** Like `renamePlayer`, in the caller's transaction. */
async function renameInTransaction(
  tx: Db,
  engine: Engine,
  playerId: string,
  displayName: string,
  { adminId, now }: Actor,
): Promise<'player_not_found' | 'player_linked' | null> {
  let held = tx.selectFrom('users').select('display_name').where('id', '=', playerId);
  held = held.where('account_id', 'is', null).where(({ not }) => not(closedAccount()));
  if (engine === 'postgres') held = held.forNoKeyUpdate();
  const player = await held.executeTakeFirst();
  if (!player) return 'player_not_found';
  if (await isLinkedPlayer(tx, playerId)) return 'player_linked';
  const change = changedFields({ displayName: player.display_name }, { displayName });
  if (change.after.displayName === undefined) return null;
  await renameUser(tx, playerId, displayName);
  await receiptOwner(tx, engine, playerId, byAdmin({ adminId }), now);
  await writeAudit(tx, { act: 'user.rename', actorId: adminId, userId: playerId, ...change }, now);
  return null;
}

/** Maximum number of players without an account in a pool, removed ones included. */
const MOST_PLAYERS = 300;

/** Why no player was added. */
type AddRefusal = 'pool_not_found' | 'name_taken' | 'survivor_begun' | 'too_many_players';

/** Adds a player without an account to a pool, and logs it. @returns the id, or why it was refused */
export function addPlayer(
  store: Store,
  { adminId }: Actor,
  poolId: string,
  displayName: string,
  clock: () => number,
): Promise<{ readonly id: string } | { readonly refusal: AddRefusal }> {
  return transact(store, async (tx) => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return { refusal: 'pool_not_found' };
    const now = await timeInTransaction(tx, store.engine, clock);
    if (await isClosedToNewcomers(tx, { engine: store.engine, now: clock }, poolId))
      return { refusal: 'survivor_begun' };
    const people = await everMembers(tx, [poolId]);
    if (people.some(({ name }) => normalizeName(name) === normalizeName(displayName))) return { refusal: 'name_taken' };
    if (people.filter(({ accountId }) => accountId === null).length >= MOST_PLAYERS)
      return { refusal: 'too_many_players' };
    const id = await createUser(tx, { displayName, accountId: null }, now);
    await enableMember(tx, poolId, id, now);
    const change = { before: { member: false }, after: { member: true } };
    await writeAudit(tx, { act: 'player.add', actorId: adminId, poolId, userId: id, ...change }, now);
    return { id };
  });
}

/**
 * Renames a player without an account who is or was a member of this pool. A commissioner renames only players all of whose pools they run.
 * @returns the pools whose names change
 */
export function renamePoolPlayer(
  store: Store,
  actor: Actor & { readonly isAdmin: boolean },
  { poolId, playerId }: { readonly poolId: string; readonly playerId: string },
  displayName: string,
): Promise<
  | { readonly poolIds: readonly string[] }
  | 'pool_not_found'
  | 'player_not_found'
  | 'player_elsewhere'
  | 'player_linked'
  | 'name_taken'
> {
  return transact(store, async (tx) => {
    const memberships = tx.selectFrom('pool_members').select('pool_id').where('user_id', '=', playerId);
    const poolIdsOf = async () => (await memberships.execute()).map(({ pool_id }) => pool_id);
    const pools = await holdPools(tx, store, poolIdsOf);
    const pool = pools.get(poolId);
    if (pool === undefined) return 'player_not_found';
    if (pool === null) return 'pool_not_found';
    const poolIds = [...pools.keys()];
    if (!actor.isAdmin && !(await runsAll(tx, actor.adminId, poolIds))) return 'player_elsewhere';
    const others = (await everMembers(tx, poolIds)).filter(({ id }) => id !== playerId);
    if (others.some(({ name }) => normalizeName(name) === normalizeName(displayName))) return 'name_taken';
    return (await renameInTransaction(tx, store.engine, playerId, displayName, actor)) ?? { poolIds };
  });
}

async function runsAll(tx: Db, userId: string | null, poolIds: readonly string[]): Promise<boolean> {
  const runs = tx.selectFrom('pool_commissioners').select('pool_id').where('user_id', '=', userId);
  return (await runs.where('pool_id', 'in', poolIds).execute()).length === poolIds.length;
}

/** All current and former members of pools. */
function everMembers(db: Db, poolIds: readonly string[]) {
  return db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name', 'users.account_id as accountId'])
    .where('pool_members.pool_id', 'in', poolIds)
    .execute();
}
