import { isWeekDecided } from '#core/scoring.ts';
import { weekWinners } from '#core/standings.ts';
import type { WeekTiebreak, WeekWinner } from '#core/tiebreak.ts';
import { breakTie, decideWeek, totalPoints } from '#core/tiebreak.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesOfWeek } from './game-reads.ts';
import { lockedGuesses } from './pick-reads.ts';
import { findPool } from './pools.ts';
import type { Season } from './standings.ts';

/** Who won the finished weeks of a pool, by week, also those that are not decided yet; nobody wins a week of a survivor pool. */
export async function weekWinnersOf(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  { weeks, entrants, late }: Pick<Season, 'weeks' | 'entrants' | 'late'>,
  now: number,
): Promise<Record<string, WeekWinner[]>> {
  if (pool.rules.format === 'survivor') return {};
  const finished = weeks.filter(({ isFinished }) => isFinished).map(({ id }) => id);
  const tiebreaks = await tiebreaksOf(db, pool, finished, now);
  return Object.fromEntries(
    finished.map((week) => {
      const played = entrants.filter(({ id }) => late.get(id)?.[week] === undefined);
      const best = weekWinners(played.map(({ id, weeks: scores }) => ({ id, score: scores[week] ?? 0 })));
      return [week, decideWeek(best, tiebreaks.get(week) ?? null)];
    }),
  );
}

/** Those entries at the top of a week to which it goes: all of them until it is decided. */
export async function leadersOf(
  db: Db,
  poolId: string,
  weekId: string,
  top: readonly string[],
  now: number,
): Promise<string[]> {
  const pool = top.length > 1 ? await findPool(db, poolId) : null;
  if (pool === null || pool.rules.tiebreak === 'none' || !isWeekDecided(await gamesOfWeek(db, weekId), false))
    return [...top];
  const tiebreak = (await tiebreaksOf(db, pool, [weekId], now)).get(weekId);
  return tiebreak === undefined ? [...top] : breakTie(top, tiebreak);
}

/**
 * What decides some weeks of a pool, by week; nothing where it plays by no tiebreak. Guesses of games that are not locked in it at `now`
 * stay out of it.
 */
async function tiebreaksOf(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, WeekTiebreak>> {
  if (rules.tiebreak === 'none' || weekIds.length === 0) return new Map();
  const games = await db
    .selectFrom('pool_weeks')
    .innerJoin('games', 'games.gid', 'pool_weeks.tiebreak_gid')
    .select(['pool_weeks.week_id as weekId', 'games.status', 'games.void'])
    .select(['games.home_score as homeScore', 'games.away_score as awayScore'])
    .where('pool_weeks.pool_id', '=', id)
    .where('pool_weeks.week_id', 'in', weekIds)
    .execute();
  const guesses = Map.groupBy(await lockedGuesses(db, id, weekIds, now), (row) => row.weekId);
  return new Map(
    games.map(({ weekId, ...game }) => {
      const own = new Map((guesses.get(weekId) ?? []).map(({ entryId, guess }) => [entryId, guess]));
      return [weekId, { rule: rules.tiebreak, total: totalPoints(game), guesses: own }];
    }),
  );
}
