import type { ExpressionBuilder } from 'kysely';
import { changedFields } from '#core/audit.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import type { Schema } from './engine/schema.ts';
import { transact } from './engine/transactions.ts';
import { linkOf } from './linked-players.ts';
import { renameUser } from './users.ts';

/** Somebody who came with an import and has no account. */
export interface ImportedPlayer {
  readonly id: string;
  readonly name: string;
  /** Living pools that they are or were a member of, by name. */
  readonly pools: readonly { readonly id: string; readonly name: string; readonly picks: number }[];
  readonly linked: { readonly userId: string; readonly name: string; readonly at: number } | null;
}

/** Players without an account, by name: all, or the one of an id. */
export async function importedPlayers(db: Db, playerId?: string): Promise<ImportedPlayer[]> {
  const pools = Map.groupBy(await poolsOfPlayers(db, playerId), (row) => row.userId);
  let query = db
    .selectFrom('users')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'users.id').on('player_links.undone_at', 'is', null),
    )
    .leftJoin('users as accounts', 'accounts.id', 'player_links.user_id')
    .select(['users.id', 'users.display_name as name', 'player_links.linked_at as at'])
    .select(['accounts.id as userId', 'accounts.display_name as accountName'])
    .where('users.account_id', 'is', null);
  if (playerId !== undefined) query = query.where('users.id', '=', playerId);
  const rows = await query.orderBy('users.display_name').orderBy('users.id').execute();
  return rows.map(({ id, name, userId, accountName, at }) => ({
    id,
    name,
    pools: (pools.get(id) ?? []).map(({ poolId, poolName, picks }) => ({
      id: poolId,
      name: poolName,
      picks: picks ?? 0,
    })),
    linked: userId === null ? null : { userId, name: accountName ?? '', at: at ?? 0 },
  }));
}

function poolsOfPlayers(db: Db, playerId: string | undefined) {
  let query = db
    .selectFrom('users')
    .innerJoin('pool_members', 'pool_members.user_id', 'users.id')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .select(['users.id as userId', 'pools.id as poolId', 'pools.name as poolName'])
    .select((q) => picksOfMember(q).as('picks'))
    .where('users.account_id', 'is', null)
    .where('pools.deleted_at', 'is', null);
  if (playerId !== undefined) query = query.where('users.id', '=', playerId);
  return query.orderBy('pools.name').orderBy('pools.id').execute();
}

/** How many picks the member of a row of `pool_members` has. */
function picksOfMember(q: ExpressionBuilder<Schema, 'pool_members'>) {
  return q
    .selectFrom('game_picks')
    .select(q.fn.countAll<number>().as('picks'))
    .whereRef('game_picks.pool_id', '=', 'pool_members.pool_id')
    .whereRef('game_picks.user_id', '=', 'pool_members.user_id')
    .where('game_picks.value', 'is not', null);
}

/**
 * Renames a player without an account. One who is linked keeps the name under which imports find them.
 * @returns null where that was done
 */
export function renamePlayer(
  store: Store,
  playerId: string,
  displayName: string,
  adminId: string,
  now: number,
): Promise<'player_not_found' | 'player_linked' | null> {
  return transact(store, (tx) => renameInTransaction(tx, store.engine, playerId, displayName, { adminId, now }));
}

/** The same, in the transaction of an act. */
export async function renameInTransaction(
  tx: Db,
  engine: Engine,
  playerId: string,
  displayName: string,
  { adminId, now }: Actor,
): Promise<'player_not_found' | 'player_linked' | null> {
  let held = tx.selectFrom('users').select('display_name').where('id', '=', playerId).where('account_id', 'is', null);
  if (engine === 'postgres') held = held.forNoKeyUpdate();
  const player = await held.executeTakeFirst();
  if (!player) return 'player_not_found';
  if (await linkOf(tx, playerId)) return 'player_linked';
  const change = changedFields({ displayName: player.display_name }, { displayName });
  if (change.after.displayName === undefined) return null;
  await renameUser(tx, playerId, displayName);
  await writeAudit(tx, { act: 'user.rename', actorId: adminId, userId: playerId, ...change }, now);
  return null;
}
