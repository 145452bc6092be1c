import { changedFields } from '#core/audit.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { isLinkedPlayer } from './entry-reads.ts';
import { renameUser } from './users.ts';

/** Somebody who came with an import, or was added by a commissioner, and has no account. */
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
  /** How many games are picked for the entry. */
  readonly picks: number;
  /** The account that it is linked to. */
  readonly linked: { readonly userId: string; readonly name: string; readonly at: number } | null;
}

/** Players without an account, by name: all, or the one of an id. */
export async function importedPlayers(db: Db, playerId?: string): Promise<ImportedPlayer[]> {
  const entries = Map.groupBy(await entriesOfPlayers(db, playerId), (row) => row.playerId);
  let query = db
    .selectFrom('users')
    .select(['users.id', 'users.display_name as name'])
    .where('users.account_id', 'is', null);
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
        .selectFrom('game_picks')
        .select(q.fn.countAll<number>().as('picks'))
        .whereRef('game_picks.entry_id', '=', 'entries.id')
        .where('game_picks.value', 'is not', null)
        .as('picks'),
    )
    .where('players.account_id', 'is', null)
    .where('pools.deleted_at', 'is', null)
    .where((q) => q.or([q('entries.out_at', 'is', null), q('entry_links.id', 'is not', null)]));
  if (playerId !== undefined) query = query.where('entries.player_id', '=', playerId);
  return query.orderBy('pools.name').orderBy('pools.id').orderBy('entries.number').execute();
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
  if (await isLinkedPlayer(tx, playerId)) return 'player_linked';
  const change = changedFields({ displayName: player.display_name }, { displayName });
  if (change.after.displayName === undefined) return null;
  await renameUser(tx, playerId, displayName);
  await writeAudit(tx, { act: 'user.rename', actorId: adminId, userId: playerId, ...change }, now);
  return null;
}
