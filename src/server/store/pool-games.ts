import { withPoolLock, withWeekLocks } from '#core/locks.ts';
import { withPoolLine } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from './engine/connect.ts';
import { gamesOfWeek } from './games.ts';
import { poolWeeks } from './pools.ts';

/** The games of a week as a pool has them, by kick-off: their lock is the pool's, and so is a line that was corrected. */
export async function gamesOfPoolWeek(db: Db, poolId: string, weekId: string): Promise<Game[]> {
  const deadline = await deadlineOf(db, poolId, weekId);
  const lines = await poolLines(db, poolId);
  return (await gamesOfWeek(db, weekId)).map((game) => withPoolLine(withPoolLock(game, deadline), lines));
}

/** The frozen lines that were corrected in a pool, by gid. */
export async function poolLines(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('pool_lines').select(['gid', 'spread']).where('pool_id', '=', poolId);
  return Object.fromEntries((await query.orderBy('gid').execute()).map(({ gid, spread }) => [gid, spread]));
}

/** The moment (ms) at which a pool's week locks as a whole; null where each game locks by itself. */
export async function deadlineOf(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const query = db.selectFrom('pool_weeks').select('deadline').where('pool_id', '=', poolId);
  return (await query.where('week_id', '=', weekId).executeTakeFirst())?.deadline ?? null;
}

/** The games of a pool's week, with its locks, as questions about the whole week see them (`withWeekLocks`). */
export async function asWholeWeek<G extends Pick<Game, 'lockAt' | 'void'>>(
  db: Db,
  poolId: string,
  weekId: string,
  games: readonly G[],
): Promise<readonly G[]> {
  if (games.every((game) => game.void !== 'postponed')) return games;
  return withWeekLocks(games, await nextWeekLock(db, poolId, weekId));
}

/** The first lock (ms) in the pool of the week after one; null if there is none. */
export async function nextWeekLock(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const next = (await poolWeeks(db, poolId)).find((each) => compareWeeks(each, weekId) > 0);
  if (next === undefined) return null;
  const query = db.selectFrom('games').select((q) => q.fn.min<number | null>('lock_at').as('first'));
  const row = await query.where('week_id', '=', next).where('void', 'is', null).executeTakeFirst();
  const locks = [row?.first ?? null, await deadlineOf(db, poolId, next)].filter((each) => each !== null);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** The tiebreak games of a pool's enabled weeks, by week; those without one are not there. */
export async function tiebreakGames(db: Db, poolId: string): Promise<Record<string, string>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'tiebreak_gid']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('tiebreak_gid', 'is not', null).execute();
  return Object.fromEntries(
    rows.flatMap((row) => (row.tiebreak_gid === null ? [] : [[row.week_id, row.tiebreak_gid]])),
  );
}
