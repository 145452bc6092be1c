import { sql } from 'kysely';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';
import { transact } from './engine/transactions.ts';
import type { LinkRefusal, PlayerLink } from './link-preview.ts';
import { describeLink, hasEnteredLate, membershipsOf, pickKey, picksToTake } from './link-preview.ts';
import type { Moved, MovedMembership, MovedPick } from './linked-players.ts';
import { holdLink, holdLinkPair, isLinkedOver, linkOf } from './linked-players.ts';
import { isLockedInPool } from './locks.ts';
import { openGate } from './picks.ts';
import { markMembersStale, markPoolStale } from './stale-weeks.ts';
import { addWaitingPicks, copyLockedPicksOf } from './waiting-picks.ts';

/**
 * Links a player to an account, which gets their memberships, and each of their picks for which it has none of its own; a pick that was
 * cleared counts as one (decisions, People). Only picks of locked games are copied now, the others at their lock (decision 016). The
 * player's own picks stay where they are, out of every standing. Refused if the account entered a guess, an order or a team for the player
 * after its lock: nobody enters anything for themselves then.
 */
export function linkPlayer(
  store: Store,
  playerId: string,
  userId: string,
  adminId: string,
  now: number,
): Promise<PlayerLink | LinkRefusal> {
  const link = async (tx: Db): Promise<PlayerLink | LinkRefusal> => {
    await openGate(tx, store.engine);
    const pair = await holdLinkPair(tx, store, playerId, userId);
    if (!pair) return 'player_not_found';
    if (await linkOf(tx, playerId)) return 'player_linked';
    const memberships = await membershipsOf(tx, playerId, userId);
    const moved: Moved = { wasEnabled: pair.player.isEnabled, memberships, picks: [] };
    const row = { player_id: playerId, user_id: userId, linked_by: adminId, linked_at: now, undone_at: null };
    const held = await tx
      .insertInto('player_links')
      .values({ ...row, moved: JSON.stringify(moved) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addWaitingPicks(tx, held.id, picksToTake(playerId, userId));
    await takeMemberships(tx, playerId, userId);
    const picks = await copyLockedPicksOf(tx, store, held.id, now);
    const described = await describeLink(tx, pair, memberships, new Set(picks.map(pickKey)), now);
    // Looked at now, because nobody can enter anything for the player once the memberships are taken.
    if (await hasEnteredLate(tx, playerId, userId)) throw new EnteredLate();
    await markMembersStale(tx, poolsOf(memberships));
    await markEntriesStale(tx, playerId);
    await tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', playerId).execute();

    const { taken, waiting, same, differing, sealed } = described;
    const after = { name: pair.player.name, taken, waiting, same, differing, sealed };
    await writeAudit(tx, { act: 'player.link', actorId: adminId, userId, after }, now);
    return described;
  };
  return transact(store, link).catch(unlessEnteredLate);
}

/** Undoes what was written: the account entered something for the player after its lock. */
class EnteredLate extends Error {}

function unlessEnteredLate(error: unknown): LinkRefusal {
  if (error instanceof EnteredLate) return 'entered_late';
  throw error;
}

/**
 * Undoes a link; of several links of an account in one pool the last must be undone first. Copied picks that were changed since stay with
 * the account, and so do its picks of games that are not locked. The player has their own back in any case.
 * @returns how many picks went back, and how many stayed
 */
export function unlinkPlayer(
  store: Store,
  playerId: string,
  userId: string,
  adminId: string,
  now: number,
): Promise<{ returned: number; kept: number } | 'player_not_found' | 'player_not_linked' | 'later_link'> {
  return transact(store, async (tx) => {
    await openGate(tx, store.engine);
    const pair = await holdLinkPair(tx, store, playerId, userId);
    if (!pair) return 'player_not_found';
    const link = await holdLink(tx, store, playerId);
    if (link?.userId !== userId) return 'player_not_linked';
    if (await isLinkedOver(tx, link)) return 'later_link';
    const { picks, memberships, wasEnabled } = link.moved;
    await tx.updateTable('player_links').set({ undone_at: now }).where('id', '=', link.id).execute();
    await tx.deleteFrom('waiting_picks').where('link_id', '=', link.id).execute();
    const returned = await returnPicks(tx, store, userId, picks, now);
    for (const membership of memberships) await returnMembership(tx, playerId, userId, membership);
    await tx.updateTable('users').set({ is_enabled: wasEnabled }).where('id', '=', playerId).execute();

    await markPicksStale(tx, store, picks);
    await markMembersStale(tx, poolsOf(memberships));
    await markEntriesStale(tx, playerId);
    const counts = { returned, kept: picks.length - returned };
    const after = { name: pair.player.name, ...counts };
    await writeAudit(tx, { act: 'player.unlink', actorId: adminId, userId, after }, now);
    return counts;
  });
}

function poolsOf(memberships: readonly MovedMembership[]): string[] {
  return memberships.map(({ poolId }) => poolId);
}

/** Gives the memberships of a player to the account, and removes its join requests where it is a member now. */
async function takeMemberships(tx: Db, playerId: string, userId: string): Promise<void> {
  await sql`
    insert into pool_members (pool_id, user_id, enabled, joined_at)
    select pool_id, ${userId}, enabled, joined_at from pool_members where user_id = ${playerId} order by pool_id
    on conflict (pool_id, user_id) do update
      set enabled = case when excluded.enabled = 1 then 1 else pool_members.enabled end`.execute(tx);
  await tx.updateTable('pool_members').set({ enabled: 0 }).where('user_id', '=', playerId).execute();
  const memberOf = tx
    .selectFrom('pool_members')
    .select('pool_id')
    .where('user_id', '=', userId)
    .where('enabled', '=', 1);
  await tx.deleteFrom('join_requests').where('user_id', '=', userId).where('pool_id', 'in', memberOf).execute();
}

/** Takes a membership back if it is still as the link left it: a later change by an admin stays. */
async function returnMembership(
  tx: Db,
  playerId: string,
  userId: string,
  { poolId, player, account }: MovedMembership,
): Promise<void> {
  await tx
    .updateTable('pool_members')
    .set({ enabled: player })
    .where('pool_id', '=', poolId)
    .where('user_id', '=', playerId)
    .where('enabled', '=', 0)
    .execute();
  const given = player === 1 ? 1 : (account ?? 0);
  const isGiven = { pool_id: poolId, user_id: userId, enabled: given };
  if (account === null) {
    await tx
      .deleteFrom('pool_members')
      .where((q) => q.and(isGiven))
      .execute();
  } else {
    await tx
      .updateTable('pool_members')
      .set({ enabled: account })
      .where((q) => q.and(isGiven))
      .execute();
  }
}

/** Takes copied picks of locked games back that are still as the link wrote them. @returns how many */
async function returnPicks(
  tx: Db,
  { engine }: Store,
  userId: string,
  picks: readonly MovedPick[],
  now: number,
): Promise<number> {
  const rows = picks.map(({ poolId, gid, side }) => ({ pool_id: poolId, gid, side }));
  const given = jsonRows(engine, rows, { pool_id: 'text', gid: 'text', side: 'text' });
  const { numAffectedRows } = await sql`
    delete from picks where kind = 'pick' and (entry_id, about) in (
      select given.entry_id, given.gid from game_picks as given
      join ${given} on rows.pool_id = given.pool_id and rows.gid = given.gid and rows.side = given.side
      join pool_locks on pool_locks.pool_id = rows.pool_id and pool_locks.gid = rows.gid and ${isLockedInPool(now)}
      where given.user_id = ${userId} and given.revision = 1)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Marks the weeks for which a player has an order or a team: they count for somebody else now. */
async function markEntriesStale(tx: Db, playerId: string): Promise<void> {
  const rows = await tx
    .selectFrom('entries')
    .innerJoin('picks', 'picks.entry_id', 'entries.id')
    .select(['entries.pool_id', 'picks.about as week_id'])
    .where('entries.player_id', '=', playerId)
    .where('picks.kind', 'in', ['order', 'team'])
    .execute();
  for (const [poolId, own] of Map.groupBy(rows, (row) => row.pool_id)) {
    await markPoolStale(
      tx,
      poolId,
      own.map((row) => row.week_id),
    );
  }
}

/** Marks the weeks of some picks, whose scores may change. */
async function markPicksStale(tx: Db, { engine }: Store, picks: readonly MovedPick[]): Promise<void> {
  for (const [poolId, own] of Map.groupBy(picks, (pick) => pick.poolId)) {
    const gids = jsonRows(
      engine,
      own.map(({ gid }) => ({ gid })),
      { gid: 'text' },
    );
    const { rows } = await sql<{ week_id: string }>`
      select distinct week_id from games where gid in (select gid from ${gids})`.execute(tx);
    await markPoolStale(
      tx,
      poolId,
      rows.map((row) => row.week_id),
    );
  }
}
