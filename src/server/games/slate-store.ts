import { withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Slate, SlateGame } from '#core/slate.ts';
import { isInSlate, plannedSlate } from '#core/slate.ts';
import { writeAudit } from '#server/log/store.ts';
import { closeGate } from '#server/picks/store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { writeRows } from '#server/platform/db/json-rows.ts';
import { readRules } from '#server/pools/reads.ts';

/** A week of a pool with its slate. */
export interface SlateWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly rules: PoolRules;
  /** When the pool was created, ms. */
  readonly since: number;
  /** All games of the week, with the pool's locks. */
  readonly games: readonly (SlateGame & { readonly home: string; readonly away: string })[];
  readonly slate: Slate;
}

/** The games that left and entered the slate of a week that had one, as `DAL @ PHI`. */
export interface SlateChange {
  readonly poolId: string;
  readonly weekId: string;
  readonly leftOut: readonly string[];
  readonly takenIn: readonly string[];
}

/**
 * Recomputes the slates of pools' weeks, in the transaction that changed their games, rules or weeks, before their deadlines are planned.
 * @param time the time (ms) by which the transaction decides
 */
export async function planSlates(
  tx: Db,
  engine: Engine,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId?: string,
): Promise<SlateChange[]> {
  const weeks = (await slateWeeks(tx, weekIds, poolId)).filter(
    ({ rules, slate }) => rules.slate !== 'all' || slate.size > 0,
  );
  if (weeks.length === 0) return [];
  const now = await time();
  const changes: SlateChange[] = [];
  for (const week of weeks)
    changes.push(
      ...(await writeSlate(tx, engine, week, plannedSlate(week.rules, week.games, week.slate, now, week.since))),
    );
  return changes;
}

/** Stores the slate of a week. @returns what changed, unless the week had no slate before */
export async function writeSlate(tx: Db, engine: Engine, week: SlateWeek, next: Slate): Promise<SlateChange[]> {
  const { poolId, weekId, slate, games } = week;
  const isSame = next.size === slate.size && [...next].every(([gid, belongs]) => slate.get(gid) === belongs);
  if (isSame) return [];
  await closeGate(tx, engine);
  await tx.deleteFrom('slate_games').where('pool_id', '=', poolId).where('week_id', '=', weekId).execute();
  const rows = [...next].map(([gid, belongs]) => ({
    pool_id: poolId,
    gid,
    week_id: weekId,
    belongs: Number(belongs),
  }));
  await writeRows(tx, engine, 'slate_games', slateColumns, rows, ['pool_id', 'gid']);
  const labels = (was: boolean) =>
    games
      .filter((game) => isInSlate(game, slate) === was && isInSlate(game, next) !== was)
      .map(({ away, home }) => `${away} @ ${home}`);
  const change = { poolId, weekId, leftOut: labels(true), takenIn: labels(false) };
  return slate.size > 0 && change.leftOut.length + change.takenIn.length > 0 ? [change] : [];
}

/** The columns of `slate_games`. */
export const slateColumns = { pool_id: 'text', gid: 'text', week_id: 'text', belongs: 'integer' } as const;

/** Logs which games left or entered the slate of a week. @param actorId null if they moved to another day */
export async function noteSlate(
  tx: Db,
  actorId: string | null,
  { poolId, weekId, leftOut, takenIn }: SlateChange,
  now: number,
): Promise<void> {
  const after = {
    ...(leftOut.length > 0 && { leftOut: leftOut.join(', ') }),
    ...(takenIn.length > 0 && { takenIn: takenIn.join(', ') }),
  };
  await writeAudit(tx, { act: 'slate.change', actorId, poolId, weekId, after }, now);
}

/** The given weeks with their slates, in every pool that has them or in one. */
export async function slateWeeks(tx: Db, weekIds: readonly string[], poolId?: string): Promise<SlateWeek[]> {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'pools.created_at', 'pool_weeks.week_id', 'pool_weeks.deadline'])
    .where('pool_weeks.week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const games = Map.groupBy(await gamesOf(tx, weekIds), ({ weekId }) => weekId);
  const decided = await tx.selectFrom('slate_games').selectAll().where('week_id', 'in', weekIds).execute();
  const slates = Map.groupBy(decided, ({ pool_id, week_id }) => `${week_id} ${pool_id}`);
  return (await query.execute()).map(({ id, rules, created_at, week_id: weekId, deadline }) => {
    const own = games.get(weekId) ?? [];
    const rows = slates.get(`${weekId} ${id}`) ?? [];
    return {
      poolId: id,
      weekId,
      rules: readRules(rules),
      since: created_at ?? 0,
      games: own.map((game) => withPoolLock(game, deadline)),
      slate: new Map(rows.map(({ gid, belongs }) => [gid, belongs === 1])),
    };
  });
}

function gamesOf(tx: Db, weekIds: readonly string[]) {
  return tx
    .selectFrom('games')
    .select(['gid', 'week_id as weekId', 'kickoff', 'void', 'lock_at as lockAt', 'home', 'away'])
    .where('week_id', 'in', weekIds)
    .orderBy('kickoff')
    .orderBy('gid')
    .execute();
}
