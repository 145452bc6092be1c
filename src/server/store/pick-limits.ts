import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';
import type { Flag } from './engine/schema.ts';

/** The names by which the triggers of the limits refuse a statement (decision 026). */
const limitNames = ['too_many_picks', 'too_many_best_bets'];

/** Whether a statement was refused because a player would have more picks or best bets in a week than the pool allows. */
export function isOverLimit(error: unknown): boolean {
  return error instanceof Error && limitNames.includes(error.message);
}

/**
 * How many picks a player has of the other games of a week, for a statement that has `rows` of picks and their `games`. Games that
 * do not count take no place.
 * @param which a condition on `picks`
 */
export function placesTaken(which: string): RawBuilder<number> {
  return sql`(select count(*) from picks
    where picks.pool_id = rows.pool_id and picks.user_id = rows.user_id and picks.gid <> rows.gid and ${sql.raw(which)}
      and picks.gid in (select gid from games as others where others.week_id = games.week_id and others.void is null))`;
}

/**
 * Why the limits of a pool cannot change: a player has more picks in a week than the new rules let them, or there would be fewer best bets
 * while a pick is stored. Every member sees which games are picked; how many picks are marked is sealed, so nothing here depends on it.
 * On PostgreSQL nobody writes picks until the transaction ends.
 */
export async function limitRefusal(
  tx: Db,
  { engine }: Store,
  poolId: string,
  before: PoolRules,
  { games, bestBets }: PoolRules,
): Promise<'rule_below_picks' | 'best_bets_picked' | null> {
  if (games === before.games && bestBets >= before.bestBets) return null;
  if (engine === 'postgres') await sql`lock table picks in share mode`.execute(tx);
  const picks = tx.selectFrom('picks').where('picks.pool_id', '=', poolId).where('side', 'is not', null);
  if (bestBets < before.bestBets && (await picks.select('gid').limit(1).executeTakeFirst())) return 'best_bets_picked';
  if (games === 'all') return null;
  const counting = picks.innerJoin('games', 'games.gid', 'picks.gid').where('games.void', 'is', null).select('user_id');
  const weeks = counting.groupBy(['user_id', 'games.week_id']).having((q) => q.fn.countAll<number>(), '>', games);
  return (await weeks.limit(1).executeTakeFirst()) ? 'rule_below_picks' : null;
}

/** A pick that takes a place in a week. */
export interface PlacedGame {
  readonly userId: string;
  /** 1 where it is marked as best bet. */
  readonly best: Flag | null;
  readonly weekId: string;
  readonly gid: string;
}

/** Which games of some weeks the players of a pool have picked, those that count. */
export function storedGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<PlacedGame[]> {
  if (weekIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('picks')
    .innerJoin('games', 'games.gid', 'picks.gid')
    .select(['picks.user_id as userId', 'games.week_id as weekId', 'picks.gid', 'picks.best'])
    .where('picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where('picks.side', 'is not', null)
    .execute();
}

/** A pick that somebody is to get. */
interface GivenPick {
  readonly pool_id: string;
  readonly gid: string;
  readonly user_id: string;
}

/** The limits of a week: the column of `pools`, and which picks take a place. */
const limits = {
  picks: { column: 'max_picks', which: 'picks.side is not null' },
  bestBets: { column: 'max_best_bets', which: 'picks.side is not null and picks.best = 1' },
} as const;

/**
 * Those of some picks that the pools leave room for, as picks or as best bets, the first games first. A game of which the player
 * has a pick takes no further place. The players are held until the transaction ends.
 */
export async function picksWithRoom<P extends GivenPick>(
  tx: Db,
  engine: Engine,
  picks: readonly P[],
  limit: keyof typeof limits,
): Promise<P[]> {
  const { column, which } = limits[limit];
  const max = sql.ref(`pools.${column}`);
  const given = jsonRows(
    engine,
    picks.map(({ pool_id, gid, user_id }) => ({ pool_id, gid, user_id })),
    { pool_id: 'text', gid: 'text', user_id: 'text' },
  );
  if (engine === 'postgres') {
    await sql`select hold_limited_players(array_agg(pool_id), array_agg(user_id)) from ${given}`.execute(tx);
  }
  const { rows } = await sql<GivenPick & { week_id: string; room: number }>`
    select rows.pool_id, rows.gid, rows.user_id, games.week_id, ${max} - ${placesTaken(which)} as room
    from ${given}
    join games on games.gid = rows.gid and games.void is null
    join pools on pools.id = rows.pool_id and ${max} is not null
    where not exists (select 1 from picks
      where picks.pool_id = rows.pool_id and picks.gid = rows.gid and picks.user_id = rows.user_id)
    order by games.kickoff, games.gid`.execute(tx);
  const weeks = Map.groupBy(rows, ({ pool_id, user_id, week_id }) => `${pool_id} ${user_id} ${week_id}`);
  const refused = new Set(
    [...weeks.values()].flatMap((week) => week.slice(Math.max(0, week[0]?.room ?? 0)).map(keyOf)),
  );
  return picks.filter((pick) => !refused.has(keyOf(pick)));
}

function keyOf({ pool_id, gid, user_id }: GivenPick): string {
  return `${pool_id} ${gid} ${user_id}`;
}
