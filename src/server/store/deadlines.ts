import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ChoiceKind } from '#core/choice.ts';
import type { DeadlineGame } from '#core/locks.ts';
import { weekDeadline } from '#core/locks.ts';
import type { Db, Engine } from './engine/connect.ts';
import { flag } from './ids.ts';
import { timeInTransaction } from './league-time.ts';
import { isLockedInPool } from './locks.ts';
import { readRules } from './pool-rules.ts';
import { planTiebreaks } from './tiebreak-plans.ts';

/** What plans deadlines beside the transaction: the engine, and the league's clock (ms). */
export interface Planner {
  readonly engine: Engine;
  readonly now: () => number;
}

/** Which weeks of which pools. */
interface PlannedWeeks {
  /** All weeks where nothing is said. */
  readonly weekIds?: readonly string[];
  /** All pools where nothing is said. */
  readonly poolId?: string;
}

/**
 * Holds weeks until the transaction ends, against others who plan deadlines in them: each then sees what the other wrote. Rows
 * of `pool_weeks` are written after that, by everybody who plans, so that none waits for another in a circle.
 */
export async function holdWeeks(tx: Db, engine: Engine, weekIds: readonly string[]): Promise<void> {
  if (engine === 'sqlite' || weekIds.length === 0) return;
  await tx.selectFrom('weeks').select('id').where('id', 'in', weekIds).orderBy('id').forNoKeyUpdate().execute();
}

/**
 * Plans the deadlines of pools' weeks anew, and with them their tiebreak games, in the transaction that changed their games, their rule or the weeks themselves.
 * Weeks that are taken out of a pool keep theirs up to date: they may come back. One that was reached stays (`weekDeadline`).
 */
export async function planDeadlines(tx: Db, { engine, now: clock }: Planner, which: PlannedWeeks): Promise<void> {
  const weekIds = which.weekIds ?? (await weeksWithPool(tx, which.poolId));
  await holdWeeks(tx, engine, weekIds);
  const time = () => timeInTransaction(tx, engine, clock);
  await writeDeadlines(tx, time, weekIds, which.poolId);
  await planTiebreaks(tx, time, weekIds, which.poolId);
}

async function writeDeadlines(
  tx: Db,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId: string | undefined,
): Promise<void> {
  const planned = await poolWeeksIn(tx, weekIds, poolId);
  if (planned.length === 0) return;
  const now = await time();
  const games = Map.groupBy(await gameTimes(tx, weekIds), (game) => game.weekId);
  for (const { poolId: id, weekId, rule, deadline } of planned) {
    const next = weekDeadline(rule, games.get(weekId) ?? [], now, deadline);
    if (next === deadline) continue;
    const query = tx.updateTable('pool_weeks').set({ deadline: next });
    await query.where('pool_id', '=', id).where('week_id', '=', weekId).execute();
  }
}

async function weeksWithPool(tx: Db, poolId = ''): Promise<string[]> {
  const rows = await tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  return rows.map((row) => row.week_id);
}

/** Those that have a deadline, or whose pool plays by one. */
async function poolWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'pool_weeks.week_id', 'pool_weeks.deadline'])
    .where('pool_weeks.week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map(({ id, rules, week_id: weekId, deadline }) => {
    return { poolId: id, weekId, rule: readRules(rules).deadline, deadline };
  });
  return rows.filter(({ rule, deadline }) => rule !== 'game' || deadline !== null);
}

async function gameTimes(tx: Db, weekIds: readonly string[]): Promise<(DeadlineGame & { readonly weekId: string })[]> {
  const query = tx.selectFrom('games').select(['week_id', 'kickoff', 'time_tbd', 'void']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map((row) => ({
    weekId: row.week_id,
    kickoff: row.kickoff,
    timeTbd: row.time_tbd === 1,
    void: row.void,
  }));
}

/**
 * Whether a game has reached the pool's lock: some rules no longer change then. It is one of an enabled week that locked after the pool
 * was made, or one that has picks here, also where its week was taken out.
 */
export async function hasPoolLocked(db: Db, poolId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ gid: string }>`
    select pool_locks.gid from pool_weeks
    join games on games.week_id = pool_weeks.week_id
    join pool_locks on pool_locks.pool_id = pool_weeks.pool_id and pool_locks.gid = games.gid
    join pools on pools.id = pool_weeks.pool_id
    where pool_weeks.pool_id = ${poolId} and ${isLockedInPool(now)}
      and (pool_weeks.enabled = 1 and (pools.created_at is null or pool_locks.lock_at > pools.created_at)
        or games.gid in (${pickedIn(poolId, ['pick'])}) or games.week_id in (${pickedIn(poolId, ['order', 'team'])}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** What is picked in a pool, read once, whatever is asked of it. */
function pickedIn(poolId: string, kinds: readonly ChoiceKind[]): RawBuilder<unknown> {
  return sql`
    select picks.about from entries join picks on picks.entry_id = entries.id
    where entries.pool_id = ${poolId} and picks.kind in (${sql.join(kinds)}) and picks.value is not null`;
}

/** Makes weeks part of a pool, or takes them out; no pick is touched. */
export async function setPoolWeeks(
  tx: Db,
  planner: Planner,
  poolId: string,
  weekIds: readonly string[],
  enabled = true,
): Promise<void> {
  if (weekIds.length === 0) return;
  await holdWeeks(tx, planner.engine, weekIds);
  const rows = weekIds.map((week_id) => ({
    pool_id: poolId,
    week_id,
    enabled: flag(enabled),
  }));
  const keys = ['pool_id', 'week_id'] as const;
  await tx
    .insertInto('pool_weeks')
    .values(rows)
    .onConflict((c) => c.columns([...keys]).doUpdateSet({ enabled: flag(enabled) }))
    .execute();
  await planDeadlines(tx, planner, { weekIds, poolId });
}
