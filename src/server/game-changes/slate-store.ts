import { sql } from 'kysely';
import { gameCounts } from '#core/game.ts';
import type { PlannedWeek } from '#core/later-weeks.ts';
import { poolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Slate, SlateGame } from '#core/slate.ts';
import { isInSlate, plannedSlate, slateLock } from '#core/slate.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { unmarkReturned } from '#server/picks/rows-store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { writeRows } from '#server/platform/db/json-rows.ts';
import { readRulesOfWeek } from '#server/platform/db/values.ts';
import type { PoolWeekId } from '#server/receipts/reads.ts';

/** A week of a pool with its slate. */
export interface SlateWeek extends PlannedWeek {
  readonly poolId: string;
  /** As the week plays by them. */
  readonly rules: PoolRules;
  /** All games of the week, with the pool's locks. */
  readonly games: readonly (SlateGame & { readonly home: string; readonly away: string })[];
}

/** The games that left and entered the slate of a week, as `DAL @ PHI`. */
export interface SlateChange {
  readonly poolId: string;
  readonly weekId: string;
  /** Whether the week had no slate before: its games may be new. */
  readonly isFirst: boolean;
  /** The games that left it, by gid. */
  readonly gids: readonly string[];
  readonly leftOut: readonly string[];
  readonly takenIn: readonly string[];
  /** The owners of entries that lost marks of best bets. */
  readonly unmarked: readonly string[];
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
  for (const week of weeks) {
    const next = plannedSlate(week.rules, week.games, week.slate, now, week);
    changes.push(...(await writeSlate(tx, engine, week, next, now)));
  }
  return changes;
}

/** Recomputes when the slates of pools' weeks are settled, after their deadlines are planned. */
export async function planSettling(
  tx: Db,
  engine: Engine,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId?: string,
): Promise<void> {
  const weeks = (await slateWeeks(tx, weekIds, poolId)).filter(({ rules }) => rules.slate !== 'all');
  if (weeks.length === 0) return;
  const now = await time();
  const rows = weeks.flatMap((week) => {
    const settles_at = slateLock(week.games, week.slate, now, week);
    return settles_at === week.settlesAt ? [] : [{ pool_id: week.poolId, week_id: week.weekId, settles_at }];
  });
  await writeRows(tx, engine, 'slates', settlingColumns, rows, ['pool_id', 'week_id']);
}

/** The columns of `slates` that say when a slate is settled. */
export const settlingColumns = { pool_id: 'text', week_id: 'text', settles_at: 'integer' } as const;

/**
 * Stores the slate of a week. An entry that would have too many best bets loses the marks of games that return.
 * @returns what changed, if games left or entered the slate
 * @throws 40001 at the end of a transaction on PostgreSQL, if a game of the week has locked since `now`: `transact` retries
 */
export async function writeSlate(
  tx: Db,
  engine: Engine,
  week: SlateWeek,
  next: Slate,
  now: number,
): Promise<SlateChange[]> {
  const { poolId, weekId, rules, slate, games } = week;
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
  const row = { pool_id: poolId, week_id: weekId, changed_at: now };
  const changeColumns = { pool_id: 'text', week_id: 'text', changed_at: 'integer' } as const;
  await writeRows(tx, engine, 'slates', changeColumns, [row], ['pool_id', 'week_id']);
  const playing = games.filter((game) => gameCounts(game) && isInSlate(game, next)).map(({ gid }) => gid);
  const returned = playing.filter((gid) => !isInSlate({ gid }, slate));
  const unmarked = await unmarkReturned(tx, engine, { poolId, playing, returned, bestBets: rules.bestBets }, now);
  const moved = (was: boolean) =>
    games.filter((game) => isInSlate(game, slate) === was && isInSlate(game, next) !== was);
  const labels = (was: boolean) => moved(was).map(({ away, home }) => `${away} @ ${home}`);
  const gids = moved(true).map(({ gid }) => gid);
  const [leftOut, takenIn] = [labels(true), labels(false)];
  const change = { poolId, weekId, isFirst: slate.size === 0, gids, leftOut, takenIn, unmarked };
  return leftOut.length + takenIn.length > 0 ? [change] : [];
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

/**
 * The given weeks of pools that have receipts and whose slates are not settled: a game that was called off before its lock settles none, and
 * is listed.
 */
export async function listedOpenSlates(tx: Db, weekIds: readonly string[], now: number): Promise<PoolWeekId[]> {
  if (weekIds.length === 0) return [];
  const { rows } = await sql<PoolWeekId>`
    select slates.pool_id as "poolId", slates.week_id as "weekId" from slates
    join pools on pools.id = slates.pool_id and pools.deleted_at is null
    where slates.week_id in (${sql.join(weekIds)}) and (slates.settles_at is null or slates.settles_at > ${now})
      and exists (select 1 from lock_receipts
        where lock_receipts.pool_id = slates.pool_id and lock_receipts.week_id = slates.week_id)
    order by slates.pool_id, slates.week_id`.execute(tx);
  return rows;
}

/** The given weeks with their slates, in every pool that has them or in one. */
export async function slateWeeks(tx: Db, weekIds: readonly string[], poolId?: string): Promise<SlateWeek[]> {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'pools.created_at'])
    .select(['pool_weeks.week_id', 'pool_weeks.deadline', 'pool_weeks.kept_rules', 'pool_weeks.enabled'])
    .where('pool_weeks.week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('pool_weeks.week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const games = Map.groupBy(await gamesOf(tx, weekIds), ({ weekId }) => weekId);
  const decided = await tx.selectFrom('slate_games').selectAll().where('week_id', 'in', weekIds).execute();
  const settling = await tx.selectFrom('slates').selectAll().where('week_id', 'in', weekIds).execute();
  const locks = new Map(settling.map(({ pool_id, week_id, settles_at }) => [`${week_id} ${pool_id}`, settles_at]));
  const slates = Map.groupBy(decided, ({ pool_id, week_id }) => `${week_id} ${pool_id}`);
  return (await query.execute()).map(({ id, rules, created_at, week_id: weekId, deadline, kept_rules, enabled }) => {
    const own = games.get(weekId) ?? [];
    const rows = slates.get(`${weekId} ${id}`) ?? [];
    return {
      poolId: id,
      weekId,
      enabled: enabled === 1,
      rules: readRulesOfWeek(rules, kept_rules),
      deadline,
      since: created_at ?? 0,
      settlesAt: locks.get(`${weekId} ${id}`) ?? null,
      ownGames: own,
      games: poolWeek(weekId, own, { deadline }).games,
      slate: new Map(rows.map(({ gid, belongs }) => [gid, belongs === 1])),
    };
  });
}

async function gamesOf(tx: Db, weekIds: readonly string[]) {
  const rows = await tx
    .selectFrom('games')
    .select(['gid', 'week_id as weekId', 'kickoff', 'void', 'lock_at as lockAt', 'home', 'away'])
    .select(['frozen_spread as frozenSpread', 'time_tbd'])
    .where('week_id', 'in', weekIds)
    .orderBy('kickoff')
    .orderBy('gid')
    .execute();
  return rows.map(({ time_tbd, ...game }) => ({ ...game, timeTbd: time_tbd === 1 }));
}
