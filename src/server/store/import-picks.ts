import { sql } from 'kysely';
import { isLocked } from '#core/game.ts';
import type { Side } from '#core/types.ts';
import type { Db, Store } from './connect.ts';
import { jsonRows } from './json-rows.ts';
import { setMembers } from './members.ts';
import { importPicks } from './picks.ts';
import type { NewPool } from './pools.ts';
import { createPool, setPoolWeeks } from './pools.ts';
import { writeInSlices } from './slices.ts';
import { markStale } from './stale-weeks.ts';
import { createUser } from './users.ts';

/** Somebody who is or was a member of a pool. Who came with an import and was joined to an account is that account, under the imported name. */
export interface Player {
  readonly id: string;
  readonly name: string;
  /** Whether he is known by the name of an account. */
  readonly hasAccount: boolean;
  /** Not removed from the pool. */
  readonly isMember: boolean;
}

/** All who are or were members of a pool. */
export async function playersOfPool(db: Db, poolId: string): Promise<Player[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .leftJoin('player_joins', (on) =>
      on.onRef('player_joins.player_id', '=', 'users.id').on('player_joins.undone_at', 'is', null),
    )
    .leftJoin('pool_members as joined', (on) =>
      on.onRef('joined.user_id', '=', 'player_joins.user_id').onRef('joined.pool_id', '=', 'pool_members.pool_id'),
    )
    .select(['users.id', 'users.display_name', 'users.account_id', 'pool_members.enabled'])
    .select(['player_joins.user_id as joined_id', 'joined.enabled as joined_enabled'])
    .where('pool_members.pool_id', '=', poolId)
    .execute();
  return rows.map((row) => ({
    id: row.joined_id ?? row.id,
    name: row.display_name,
    hasAccount: row.account_id !== null,
    isMember: (row.joined_id === null ? row.enabled : row.joined_enabled) === 1,
  }));
}

/** Creates a pool with its weeks. @returns its id */
export function createPoolWithWeeks(
  store: Store,
  pool: NewPool,
  weekIds: readonly string[],
  now: number,
): Promise<string> {
  return store.db.transaction().execute(async (tx) => {
    const poolId = await createPool(tx, pool, now);
    await setPoolWeeks(tx, poolId, weekIds);
    return poolId;
  });
}

/** Adds weeks to a pool; picks made in them before count again. */
export function addPoolWeeks(store: Store, poolId: string, weekIds: readonly string[]): Promise<void> {
  return store.db.transaction().execute(async (tx) => {
    await setPoolWeeks(tx, poolId, weekIds);
    await markStale(tx, weekIds);
  });
}

/** Creates players without an account as members of a pool. @returns their ids by name */
export async function addPlayers(
  store: Store,
  poolId: string,
  names: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  await writeInSlices(store, names, async (tx, slice) => {
    for (const name of slice) ids.set(name, await createUser(tx, { displayName: name, accountId: null }, now));
    await setMembers(
      tx,
      poolId,
      slice.flatMap((name) => ids.get(name) ?? []),
      now,
    );
  });
  return ids;
}

/** A pick to import. */
export interface PickToImport {
  readonly gid: string;
  readonly weekId: string;
  readonly userId: string;
  readonly side: Side;
}

/**
 * Writes picks of one pool in short transactions, whatever the lock says, and marks their weeks for `rescoreStale`. The
 * picks of people with an account stay theirs, and bus picks stay too: there only missing ones are filled in.
 * @returns how many were written, and how many were left as they are though the file has them otherwise; of games that
 * are not locked all that were left, so that no count tells a sealed side
 */
export async function importPoolPicks(
  store: Store,
  poolId: string,
  picks: readonly PickToImport[],
  now: number,
  onProgress: (written: number) => void,
): Promise<{ changed: number; kept: number }> {
  const total = { changed: 0, kept: 0 };
  await writeInSlices(
    store,
    picks,
    async (tx, slice) => {
      const owned = await ownedPicks(tx, store, poolId, slice);
      const rows = slice.map(({ gid, userId, side }) => ({ poolId, gid, userId, side, madeAt: now }));
      const changed = await importPicks(tx, store.engine, rows);
      if (changed > 0) await markStale(tx, [...new Set(slice.map((pick) => pick.weekId))]);
      total.changed += changed;
      total.kept += slice.filter((pick) => {
        const own = owned.get(keyOf(pick));
        return own !== undefined && (!isLocked(own, now) || own.side !== pick.side);
      }).length;
    },
    onProgress,
  );
  return total;
}

function keyOf({ gid, userId }: { gid: string; userId: string }): string {
  return `${gid} ${userId}`;
}

/** A pick that an import leaves. */
interface OwnedPick {
  readonly side: Side | null;
  readonly lockAt: number;
}

/** Those of some picks that people with an account have made, or cleared, themselves, and those an admin entered. */
async function ownedPicks(
  tx: Db,
  { engine }: Store,
  poolId: string,
  picks: readonly PickToImport[],
): Promise<Map<string, OwnedPick>> {
  const wanted = jsonRows(
    engine,
    picks.map(({ gid, userId }) => ({ gid, user_id: userId })),
    { gid: 'text', user_id: 'text' },
  );
  const { rows } = await sql<OwnedPick & { gid: string; userId: string }>`
    select picks.gid, picks.user_id as "userId", picks.side, games.lock_at as "lockAt"
    from ${wanted}
    join users on users.id = rows.user_id
    join picks on picks.pool_id = ${poolId} and picks.gid = rows.gid and picks.user_id = rows.user_id
    join games on games.gid = picks.gid
    where users.account_id is not null or picks.bus_by is not null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}
