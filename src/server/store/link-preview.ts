import { sql } from 'kysely';
import type { GuessValue } from '#core/judge.ts';
import { isLocked } from '#core/locks.ts';
import type { Side } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { LinkPair, MovedMembership, MovedPick } from './linked-players.ts';
import { findLinkPair, linkOf } from './linked-players.ts';
import { isLockedInPool } from './locks.ts';
import { parseValue } from './pick-reads.ts';

/**
 * What becomes of a player's picks, as numbers: `taken` are copied to the account, `waiting` wait for their lock, for `same` and `differing`
 * the account has its own. For games that are not locked `sealed` counts these two together: which it is would reveal a side.
 */
export interface LinkCounts {
  readonly taken: number;
  readonly waiting: number;
  readonly same: number;
  readonly differing: number;
  readonly sealed: number;
}

/** What linking a player does, or would do. */
export interface PlayerLink extends LinkCounts, LinkPair {
  readonly pools: readonly (LinkCounts & {
    readonly id: string;
    readonly name: string;
    readonly becomesMember: boolean;
  })[];
}

/** Why a player cannot be linked. */
export type LinkRefusal = 'player_not_found' | 'player_linked' | 'entered_late';

/** What linking a player to an account would do. Changes nothing. */
export async function previewLink(
  db: Db,
  playerId: string,
  userId: string,
  now: number,
): Promise<PlayerLink | LinkRefusal> {
  const pair = await findLinkPair(db, playerId, userId);
  if (!pair) return 'player_not_found';
  if (await linkOf(db, playerId)) return 'player_linked';
  if (await hasEnteredLate(db, playerId, userId)) return 'entered_late';
  return describeLink(db, pair, await membershipsOf(db, playerId, userId), new Set(), now);
}

/**
 * Whether a person entered a guess for a player after its lock, or an order or a team after the first lock of its week. It would count for
 * themselves if they were linked. Picks that they entered late are left out instead (`picksToTake`).
 */
export async function hasEnteredLate(db: Db, playerId: string, userId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('pick_history as late')
    .innerJoin('entries', 'entries.id', 'late.entry_id')
    .select(['late.kind', 'late.about', 'late.value', 'late.made_at', 'entries.pool_id'])
    .where('entries.player_id', '=', playerId)
    .where('late.entered_by', '=', userId)
    .where('late.kind', '<>', 'pick')
    .execute();
  for (const { kind, about, value, made_at, pool_id } of rows) {
    const guess = kind === 'guess' ? parseValue<GuessValue>(value) : null;
    // Whoever named another game took the guess back; they did not make one.
    if (guess?.cleared) continue;
    let locks = db
      .selectFrom('games')
      .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
      .select('games.gid')
      .where('pool_locks.pool_id', '=', pool_id)
      .where(isLockedInPool(made_at));
    locks =
      kind === 'guess'
        ? locks.where('games.gid', '=', guess?.gid ?? null)
        : locks.where('games.week_id', '=', about).where('games.void', 'is', null);
    if (await locks.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** The memberships of a player, beside those of the account. */
export async function membershipsOf(db: Db, playerId: string, userId: string): Promise<MovedMembership[]> {
  return db
    .selectFrom('pool_members as theirs')
    .leftJoin('pool_members as own', (on) =>
      on.onRef('own.pool_id', '=', 'theirs.pool_id').on('own.user_id', '=', userId),
    )
    .select(['theirs.pool_id as poolId', 'theirs.enabled as player', 'own.enabled as account'])
    .where('theirs.user_id', '=', playerId)
    .orderBy('theirs.pool_id')
    .execute();
}

/**
 * A condition on `game_picks`, named `picks`: which of them a link is about. These are the player's, but for those that the person
 * entered for the player after the lock, since nobody enters one for themselves then (decisions, Picks). Naming the player's pools lets
 * an index be used.
 */
export function picksToTake(playerId: string, userId: string) {
  return sql`picks.user_id = ${playerId} and picks.side is not null
    and picks.pool_id in (select pool_id from pool_members where user_id = ${playerId})
    and (picks.entered_by is null or picks.entered_by <> ${userId}
      or picks.made_at < (select lock_at from pool_locks
        where pool_locks.pool_id = picks.pool_id and pool_locks.gid = picks.gid))`;
}

/**
 * A link in numbers.
 * @param taken keys of the picks that the account has just got
 */
export async function describeLink(
  db: Db,
  pair: LinkPair,
  memberships: readonly MovedMembership[],
  taken: ReadonlySet<string>,
  now: number,
): Promise<PlayerLink> {
  const picks = await comparedPicks(db, pair.player.id, pair.account.id);
  const ids = memberships.map((membership) => membership.poolId);
  const pools =
    ids.length === 0
      ? []
      : await db
          .selectFrom('pools')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .orderBy('name')
          .orderBy('id')
          .execute();
  return {
    ...pair,
    ...countsOf(picks, taken, now),
    pools: pools.map(({ id, name }) => {
      const membership = memberships.find((each) => each.poolId === id);
      const becomesMember = membership?.player === 1 && membership.account !== 1;
      return {
        id,
        name,
        becomesMember,
        ...countsOf(
          picks.filter((pick) => pick.poolId === id),
          taken,
          now,
        ),
      };
    }),
  };
}

interface ComparedPick extends MovedPick {
  /** The account's own pick of the game, if there is one; a null side was cleared. */
  readonly ownGid: string | null;
  readonly ownSide: Side | null;
  readonly lockAt: number;
}

async function comparedPicks(db: Db, playerId: string, userId: string): Promise<ComparedPick[]> {
  const { rows } = await sql<ComparedPick>`
    select picks.pool_id as "poolId", picks.gid, picks.side, own.gid as "ownGid", own.side as "ownSide",
      pool_locks.lock_at as "lockAt"
    from game_picks as picks
    join pool_locks on pool_locks.pool_id = picks.pool_id and pool_locks.gid = picks.gid
    left join game_picks as own on own.pool_id = picks.pool_id and own.gid = picks.gid and own.user_id = ${userId}
    where ${picksToTake(playerId, userId)}`.execute(db);
  return rows;
}

function countsOf(picks: readonly ComparedPick[], taken: ReadonlySet<string>, now: number): LinkCounts {
  const isTaken = (pick: ComparedPick) => pick.ownGid === null || taken.has(pickKey(pick));
  const locked = picks.filter((pick) => isLocked(pick, now));
  const open = picks.filter((pick) => !isLocked(pick, now));
  const others = locked.filter((pick) => !isTaken(pick));
  const same = others.filter((pick) => pick.ownSide === pick.side).length;
  const waiting = open.filter(isTaken).length;
  return {
    taken: locked.length - others.length,
    waiting,
    same,
    differing: others.length - same,
    sealed: open.length - waiting,
  };
}

/** The key of a player's pick among all their picks. */
export function pickKey({ poolId, gid }: { readonly poolId: string; readonly gid: string }): string {
  return `${poolId} ${gid}`;
}
