import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { Side } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { loadOwnEntry } from './entry-reads.ts';
import { ownGuess } from './guesses.ts';
import { isLockedInPool } from './locks.ts';

/** To select picks by: joined with the games of a week instead, SQLite would go through every pick of the pool's season. */
export function gamesIn(db: Db, weekId: string) {
  return db.selectFrom('games').select('gid').where('week_id', '=', weekId);
}

/** A player's own picks of a week, by gid, with those taken back: their revision is what a later one is based on. */
export async function ownPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
): Promise<Record<string, OwnPick>> {
  const rows = await db
    .selectFrom('picks')
    .select(['gid', 'side', 'best', 'revision', 'bus_by', 'bus_reason'])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gamesIn(db, weekId))
    .where('user_id', '=', userId)
    .execute();
  return Object.fromEntries(
    rows.map(({ gid, side, best, revision, bus_by, bus_reason }) => [
      gid,
      {
        side,
        revision,
        ...(best === 1 && { best: true }),
        ...(side !== null && bus_by !== null && { bus: bus_reason ?? '' }),
      },
    ]),
  );
}

/**
 * What a player has entered in a week: their picks, and their guess where they ever made one; and until when (ms) that holds while nobody
 * writes.
 */
export async function loadOwnPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<{ readonly state: OwnPicksReply; readonly validUntil: number }> {
  const picks = await ownPicks(db, poolId, weekId, userId);
  const guess = await ownGuess(db, poolId, weekId, userId, now);
  const { state, validUntil } = await loadOwnEntry(db, poolId, weekId, userId, now);
  return { state: { picks, ...(guess && { guess }), ...state }, validUntil };
}

/** One member's pick of one game; `bus` where an admin entered it, `best` where it is marked as best bet. */
export interface PoolPick {
  readonly userId: string;
  readonly gid: string;
  readonly side: Side;
  readonly bus: boolean;
  readonly best: boolean;
}

/** Every pick of a pool in a week, sealed ones included: what leaves the server is for the caller to decide. */
export async function picksOfPool(db: Db, poolId: string, weekId: string): Promise<PoolPick[]> {
  const rows = await db
    .selectFrom('picks')
    .select(['user_id', 'gid', 'side', 'best', 'bus_by'])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gamesIn(db, weekId))
    .execute();
  return rows.flatMap(({ user_id, gid, side, best, bus_by }) =>
    side ? [{ userId: user_id, gid, side, bus: bus_by !== null, best: best === 1 }] : [],
  );
}

/** How many enabled members of a pool picked each side of some games, sealed ones included: the caller asks for locked games only. */
export async function pickCounts(
  db: Db,
  poolId: string,
  gids: readonly string[],
): Promise<{ gid: string; side: Side | null; count: number }[]> {
  if (gids.length === 0) return [];
  return db
    .selectFrom('picks')
    .innerJoin('pool_members', (join) =>
      join.onRef('pool_members.pool_id', '=', 'picks.pool_id').onRef('pool_members.user_id', '=', 'picks.user_id'),
    )
    .innerJoin('users', 'users.id', 'picks.user_id')
    .select(['picks.gid', 'picks.side', ({ fn }) => fn.countAll<number>().as('count')])
    .where('picks.pool_id', '=', poolId)
    .where('picks.gid', 'in', gids)
    .where('picks.side', 'is not', null)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .groupBy(['picks.gid', 'picks.side'])
    .execute();
}

/** One member's pick of a game that has locked. */
export interface RevealedPick {
  readonly userId: string;
  readonly gid: string;
  readonly side: Side;
  readonly best: boolean;
}

/** The picks of a pool in some weeks, of games that have locked by `now` only: the others are sealed (decisions, Picks). */
export async function revealedPicks(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<RevealedPick[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('picks')
    .innerJoin('games', 'games.gid', 'picks.gid')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'picks.pool_id').onRef('pool_locks.gid', '=', 'picks.gid'),
    )
    .select(['picks.user_id', 'picks.gid', 'picks.side', 'picks.best'])
    .where('picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  return rows.flatMap(({ user_id, gid, side, best }) =>
    side ? [{ userId: user_id, gid, side, best: best === 1 }] : [],
  );
}
