import { sql } from 'kysely';
import { gameCounts } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import { busPickRefusal } from '#core/picks.ts';
import type { Game, GamePick, Side } from '#core/types.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { holdGames } from './games.ts';
import { timeInTransaction } from './league-time.ts';
import type { Member } from './members.ts';
import { isOverLimit } from './pick-limits.ts';
import { gamesIn } from './pick-reads.ts';
import { inPool } from './pool-games.ts';
import { isSurvivor, isWeekOfPool } from './pools.ts';
import { markPoolStale } from './stale-weeks.ts';
import { waitingPicksOf } from './waiting-picks.ts';

/** A pick that an admin enters for a player. */
export interface BusPickWrite {
  readonly poolId: string;
  readonly gid: string;
  readonly userId: string;
  /** Null clears the pick. */
  readonly side: Side | null;
  readonly adminId: string;
  readonly reason: string;
}

/** What became of it, and when (ms); `game` and `pick` are those of then, `changed` is false where that side stood there already. */
export type BusPickOutcome =
  | { readonly game: Game; readonly pick: GamePick | undefined; readonly changed: boolean; readonly now: number }
  | {
      readonly refusal:
        | BusPickRefusal
        | 'game_not_found'
        | 'player_not_found'
        | 'game_void'
        | 'player_has_all_picks'
        | 'other_format';
    };

/**
 * Enters or clears a pick for a player, whether the game is locked or not (decisions, Picks), and notes it in the log. Every
 * rule is held inside the transaction; a pick that the player saves at the same moment is never replaced before the lock.
 */
export async function writeBusPick(store: Store, write: BusPickWrite, clock: () => number): Promise<BusPickOutcome> {
  try {
    return await enterPick(store, write, clock);
  } catch (error) {
    if (isOverLimit(error)) return { refusal: 'player_has_all_picks' };
    throw error;
  }
}

function enterPick(store: Store, write: BusPickWrite, clock: () => number): Promise<BusPickOutcome> {
  return transact(store, async (tx): Promise<BusPickOutcome> => {
    const { poolId, gid, userId, adminId, side } = write;
    const held = (await holdGames(tx, store.engine, [gid])).get(gid);
    if (!held || !(await isWeekOfPool(tx, poolId, held.weekId))) return { refusal: 'game_not_found' };
    if (await isSurvivor(tx, poolId)) return { refusal: 'other_format' };
    const game = await inPool(tx, poolId, held);
    if (!(await findMember(tx, poolId, userId))) return { refusal: 'player_not_found' };
    if (!gameCounts(game)) return { refusal: 'game_void' };

    const own = await holdPick(tx, store, write);
    // A waiting pick counts as the player's own pick. Its side is not written to the log.
    const existing = own ?? (await waitingPicksOf(tx, poolId, userId)).get(gid);
    const now = await timeInTransaction(tx, store.engine, clock);
    const refusal = busPickRefusal({ adminId, playerId: userId, existing }, game, now);
    if (refusal) return { refusal };
    if (leavesAsItIs(existing, side, isLocked(game, now))) return { game, pick: existing, changed: false, now };
    if (!(await writePick(tx, write, isLocked(game, now), now))) return { refusal: 'players-own-pick' };
    await note(tx, write, game, own, now);
    if (game.status === 'Final') await markPoolStale(tx, poolId, [game.weekId]);
    return { game, pick: side ? { side, bus: true } : undefined, changed: true, now };
  });
}

/** An enabled member of a pool whose account, if they have one, is enabled; null for others. */
export async function findMember(db: Db, poolId: string, userId: string): Promise<Member | null> {
  const row = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name', 'pool_members.joined_at as joinedAt'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

/** A player's picks of a week with their marks, by gid, also those that wait for their lock; those that were cleared are not there. */
export async function markedPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
): Promise<ReadonlyMap<string, GamePick>> {
  const query = db.selectFrom('picks').select(['gid', 'side', 'bus_by']).where('pool_id', '=', poolId);
  const rows = await query.where('gid', 'in', gamesIn(db, weekId)).where('user_id', '=', userId).execute();
  const own = rows.flatMap(({ gid, side, bus_by }): [string, GamePick][] =>
    side ? [[gid, { side, bus: bus_by !== null }]] : [],
  );
  return new Map([...(await waitingPicksOf(db, poolId, userId)), ...own]);
}

/**
 * After the lock, who wants what is there already changes nothing. Before it even that is written again: else an admin
 * could learn a sealed side by trying.
 */
function leavesAsItIs(existing: GamePick | undefined, side: Side | null, locked: boolean): boolean {
  if (existing === undefined) return side === null;
  return locked && existing.side === side;
}

async function holdPick(
  tx: Db,
  { engine }: Store,
  { poolId, gid, userId }: BusPickWrite,
): Promise<GamePick | undefined> {
  let query = tx.selectFrom('picks').select(['side', 'bus_by']).where('pool_id', '=', poolId);
  query = query.where('gid', '=', gid).where('user_id', '=', userId);
  if (engine === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row?.side ? { side: row.side, bus: row.bus_by !== null } : undefined;
}

/** @returns whether it was written: not where the player has just saved a pick of their own */
async function writePick(tx: Db, write: BusPickWrite, locked: boolean, now: number): Promise<boolean> {
  const written = await sql`
    insert into picks (pool_id, gid, user_id, side, revision, made_at, based_on, bus_by, bus_reason)
    values (${write.poolId}, ${write.gid}, ${write.userId}, ${write.side}, 1, cast(${now} as bigint), null, ${write.adminId},
      ${write.reason})
    on conflict (pool_id, gid, user_id) do update
      set side = excluded.side, best = case when excluded.side is not null then picks.best end,
          revision = picks.revision + 1, made_at = excluded.made_at, based_on = null,
          bus_by = excluded.bus_by, bus_reason = excluded.bus_reason
      where picks.side is null or picks.bus_by is not null or cast(${Number(locked)} as integer) = 1`.execute(tx);
  return Number(written.numAffectedRows ?? 0) > 0;
}

async function note(tx: Db, write: BusPickWrite, game: Game, own: GamePick | undefined, now: number): Promise<void> {
  const { poolId, gid, userId, adminId, side, reason } = write;
  const subject = { poolId, weekId: game.weekId, gid, userId };
  const before = { side: own?.side ?? null };
  const after = { side, reason };
  await writeAudit(tx, { act: side ? 'bus.enter' : 'bus.clear', actorId: adminId, ...subject, before, after }, now);
}
