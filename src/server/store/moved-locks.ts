import { gameCounts } from '#core/game.ts';
import { earlierGamesText, earlierWeekText, movesEarlier, withdrawnText } from '#core/lock-news.ts';
import { NO_LOCK, plannedLock } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { writeAudit } from './audit.ts';
import type { Db, Engine } from './engine/connect.ts';
import { isLockedInPool } from './locks.ts';
import { withdrawPicks } from './pick-rows.ts';

/** A game before and after a write. */
export interface GameStates {
  readonly before: Game;
  readonly after: Game;
}

/** A game that moves to another week, in a pool in which its picks were revealed in the old one. */
export interface RevealedGame {
  readonly poolId: string;
  readonly before: Game;
  readonly after: Game;
}

/** The deadlines of weeks in living pools that play them, by pool and week. */
export type PoolDeadlines = ReadonlyMap<string, PoolDeadline>;

interface PoolDeadline {
  readonly poolId: string;
  readonly weekId: string;
  /** ms; null where each game locks by itself. */
  readonly deadline: number | null;
}

/** The games that leave their week, in the pools in which they are locked there; to be asked before they are written. */
export async function revealedGames(tx: Db, states: readonly GameStates[], now: number): Promise<RevealedGame[]> {
  const moved = new Map(
    states.filter(({ before, after }) => before.weekId !== after.weekId).map((each) => [each.after.gid, each]),
  );
  const rows = await lockedIn(tx, [...moved.keys()], now);
  return rows.flatMap(({ poolId, gid }) => {
    const states = moved.get(gid);
    return states === undefined ? [] : [{ poolId, ...states }];
  });
}

/**
 * Withdraws what was picked of games whose picks were revealed in their old week and that are open in the new one, and notes it in the
 * log of each pool, by which its members hear of it. What was picked stays in the history.
 */
export async function withdrawReopened(
  tx: Db,
  engine: Engine,
  revealed: readonly RevealedGame[],
  now: number,
): Promise<void> {
  const gids = [...new Set(revealed.map(({ after }) => after.gid))];
  const locked = new Set((await lockedIn(tx, gids, now)).map(({ poolId, gid }) => `${poolId} ${gid}`));
  const reopened: RevealedGame[] = [];
  for (const each of revealed) {
    if (locked.has(`${each.poolId} ${each.after.gid}`)) continue;
    if (await withdrawPicks(tx, engine, { poolId: each.poolId, ...each.before }, now)) reopened.push(each);
  }
  for (const [poolId, own] of Map.groupBy(reopened, (each) => each.poolId))
    for (const [weekId, games] of Map.groupBy(own, (each) => each.before.weekId)) {
      const text = withdrawnText(
        weekId,
        games.map(({ after }) => after),
      );
      await writeAudit(tx, { act: 'picks.withdraw', actorId: null, poolId, weekId, after: { text } }, now);
    }
}

async function lockedIn(tx: Db, gids: readonly string[], now: number) {
  if (gids.length === 0) return [];
  return tx
    .selectFrom('pool_locks')
    .select(['pool_id as poolId', 'gid'])
    .where('gid', 'in', gids)
    .where(isLockedInPool(now))
    .orderBy('gid')
    .orderBy('pool_id')
    .execute();
}

/** The deadlines of some weeks, to be asked before their games are written and after they are planned. */
export async function poolDeadlines(tx: Db, weekIds: readonly string[]): Promise<PoolDeadlines> {
  if (weekIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pool_id as poolId', 'week_id as weekId', 'deadline'])
    .where('week_id', 'in', weekIds)
    .where('enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pool_id')
    .orderBy('week_id')
    .execute();
  return new Map(rows.map((row) => [keyOf(row.poolId, row.weekId), row]));
}

/**
 * Notes in the logs of pools that open locks moved forward, by which their members hear of it: one entry for a pool and week. A game that
 * locks early because it has begun is no such news.
 * @param before the deadlines of all weeks concerned, before the games were written
 */
export async function noteEarlierLocks(
  tx: Db,
  states: readonly GameStates[],
  before: PoolDeadlines,
  now: number,
): Promise<void> {
  if (before.size === 0) return;
  const after = await poolDeadlines(tx, [...new Set([...before.values()].map(({ weekId }) => weekId))]);
  for (const { poolId, weekId, deadline } of after.values()) {
    const text = earlierText({ poolId, weekId, deadline }, states, before, now);
    if (text !== null)
      await writeAudit(tx, { act: 'lock.earlier', actorId: null, poolId, weekId, after: { text } }, now);
  }
}

function earlierText(
  { poolId, weekId, deadline }: PoolDeadline,
  states: readonly GameStates[],
  before: PoolDeadlines,
  now: number,
): string | null {
  const old = before.get(keyOf(poolId, weekId))?.deadline ?? null;
  if (old !== null && deadline !== null && movesEarlier(old, deadline, now)) return earlierWeekText(weekId, deadline);
  const games = states.flatMap((each) => {
    const inPool = before.get(keyOf(poolId, each.before.weekId));
    if (each.after.weekId !== weekId || inPool === undefined || !gameCounts(each.after)) return [];
    const lockAt = Math.min(plannedLock(each.after), deadline ?? NO_LOCK);
    const earlier = movesEarlier(Math.min(each.before.lockAt, inPool.deadline ?? NO_LOCK), lockAt, now);
    return earlier ? [{ ...each.after, lockAt }] : [];
  });
  return games.length === 0 ? null : earlierGamesText(weekId, games);
}

function keyOf(poolId: string, weekId: string): string {
  return `${poolId} ${weekId}`;
}
