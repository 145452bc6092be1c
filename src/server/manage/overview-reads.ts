import type { ExpressionBuilder } from 'kysely';
import type { Announcement, LeagueSummary, PoolReply } from '#contract/pools.ts';
import { activeWeek, nextCalendarTurn, unscoredWeek } from '#core/active-week.ts';
import { isAnnouncedField } from '#core/announcements.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { compareByEmail } from '#core/names.ts';
import { sortPools, visiblePools } from '#core/pools.ts';
import { isWeekDecided } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { followerOf } from '#server/almanac/reads.ts';
import { isLinkedAway } from '#server/entries/reads.ts';
import { latestSeason } from '#server/games/reads.ts';
import { auditFields } from '#server/log/reads.ts';
import { announcementsOf, membersOfPool } from '#server/members/reads.ts';
import { poolsWithMoney, readPlan } from '#server/money/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { findPool, poolWeeks, sideTablesOf, toPool } from '#server/pools/reads.ts';
import {
  deadlinesOf,
  gameStates,
  isLeftOut,
  leftOutGames,
  poolLines,
  scalesOf,
  slateLocks,
  tiebreakGames,
  weekRulesIn,
} from '#server/pools/week-reads.ts';
import { latestReceipt } from '#server/receipts/reads.ts';
import { hasTiebreak } from '#server/standings/reads.ts';
import { lastMessage } from '#server/talk/store.ts';

/** Enabled members who are enabled themselves, and enabled weeks. */
export interface PoolNumbers {
  readonly activeUsers: number;
  readonly activeWeeks: number;
}

/** The progress of a pool. */
export interface PoolProgress {
  /** The year of its last week; null if it has no weeks. */
  readonly season: number | null;
  /** Whether that week is decided. */
  readonly isOver: boolean;
}

/** A pool with its numbers; `requests` counts the open ones. */
export type PoolWithNumbers = Pool & PoolNumbers & PoolProgress & { readonly requests: number };

/** A page of pools: at most `limit` that are older than the one with the id `before`, and have a text in their name. */
export interface PoolPage {
  readonly search: string;
  readonly before: string | undefined;
  readonly limit: number;
}

type Builder = ExpressionBuilder<Schema, 'pools'>;

const activeUsers = (q: Builder) =>
  q
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select((c) => c.fn.countAll<number>().as('number'))
    .whereRef('pool_members.pool_id', '=', 'pools.id')
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .as('active_users');

const activeWeeks = (q: Builder) =>
  q
    .selectFrom('pool_weeks')
    .select((c) => c.fn.countAll<number>().as('number'))
    .whereRef('pool_weeks.pool_id', '=', 'pools.id')
    .where('pool_weeks.enabled', '=', 1)
    .as('active_weeks');

const requests = (q: Builder) =>
  q
    .selectFrom('join_requests')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .select((c) => c.fn.countAll<number>().as('number'))
    .whereRef('join_requests.pool_id', '=', 'pools.id')
    .where('users.is_enabled', '=', 1)
    .as('requests');

/** The pools of a page, newest first, without deleted ones; and the `before` of the next page, null at the end. */
export async function pageOfPools(
  db: Db,
  { search, before, limit }: PoolPage,
): Promise<{ readonly pools: PoolWithNumbers[]; readonly next: string | null }> {
  const text = search.trim().toLowerCase();
  const all = sortPools(await poolNames(db));
  // The last pool of a page may have been deleted since.
  const older = all.slice(all.findIndex(({ id }) => id === before) + 1);
  const found = visiblePools(older).filter(({ name }) => name.toLowerCase().includes(text));
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { pools: await poolsWithNumbers(db, ids), next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

/** The names and ages of all pools, also of deleted ones, in no particular order. */
async function poolNames(db: Db): Promise<Pick<Pool, 'id' | 'name' | 'createdAt' | 'deletedAt'>[]> {
  const rows = await db.selectFrom('pools').select(['id', 'name', 'created_at', 'deleted_at']).execute();
  return rows.map(({ id, name, created_at, deleted_at }) => ({
    id,
    name,
    createdAt: created_at,
    deletedAt: deleted_at,
  }));
}

/** The pools of the league in numbers, and how far it is set up. */
export async function leagueSummary(db: Db): Promise<LeagueSummary> {
  const pools = visiblePools(await poolNames(db));
  const [newest = null] = pools;
  const waiting = await db
    .selectFrom('pools')
    .innerJoin('join_requests', 'join_requests.pool_id', 'pools.id')
    .innerJoin('users', 'users.id', 'join_requests.user_id')
    .select((q) => q.fn.countAll<number>().as('number'))
    .where('pools.deleted_at', 'is', null)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirstOrThrow();
  return {
    pools: pools.length,
    requests: Number(waiting.number),
    isOpen: await isLeagueOpen(db),
    newest: newest && { id: newest.id, name: newest.name },
    season: await latestSeason(db),
  };
}

/** Whether a pool has an invite link, or more than one player. */
async function isLeagueOpen(db: Db): Promise<boolean> {
  const invited = db
    .selectFrom('pools')
    .innerJoin('pool_invites', 'pool_invites.pool_id', 'pools.id')
    .select('pools.id')
    .where('pools.deleted_at', 'is', null);
  const played = db
    .selectFrom('pools')
    .innerJoin('pool_members', 'pool_members.pool_id', 'pools.id')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select('pools.id')
    .where('pools.deleted_at', 'is', null)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .groupBy('pools.id')
    .having((q) => q.fn.countAll(), '>', 1);
  return [await invited.limit(1).execute(), await played.limit(1).execute()].some((rows) => rows.length > 0);
}

/** Pools by id, newest first. */
async function poolsWithNumbers(db: Db, ids: readonly string[]): Promise<PoolWithNumbers[]> {
  if (ids.length === 0) return [];
  const query = db.selectFrom('pools').selectAll('pools').where('id', 'in', ids);
  const rows = await query.select([activeUsers, activeWeeks, requests]).execute();
  const progress = await progressOfPools(db, ids);
  const pools = rows.map((row) => ({
    ...toPool(row),
    ...(progress.get(row.id) ?? { season: null, isOver: false }),
    activeUsers: row.active_users ?? 0,
    activeWeeks: row.active_weeks ?? 0,
    requests: row.requests ?? 0,
  }));
  return sortPools(pools);
}

export async function poolNumbers(db: Db, poolId: string): Promise<PoolNumbers> {
  const query = db.selectFrom('pools').select([activeUsers, activeWeeks]).where('id', '=', poolId);
  const row = await query.executeTakeFirst();
  return { activeUsers: row?.active_users ?? 0, activeWeeks: row?.active_weeks ?? 0 };
}

/** The season of a pool's last week; null for a pool without weeks. */
export async function seasonOfPool(db: Db, poolId: string): Promise<number | null> {
  const row = await enabledWeeks(db)
    .where('pool_weeks.pool_id', '=', poolId)
    .orderBy('season', 'desc')
    .executeTakeFirst();
  return row?.season ?? null;
}

/** The progress of those pools that have weeks. */
async function progressOfPools(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PoolProgress>> {
  const rows = await enabledWeeks(db)
    .where('pool_weeks.pool_id', 'in', ids)
    .orderBy('season')
    .orderBy('number')
    .execute();
  const last = new Map(rows.map((row) => [row.pool_id, row]));
  const progress = new Map<string, PoolProgress>();
  for (const [poolId, { season, week_id }] of last)
    progress.set(poolId, { season, isOver: isWeekDecided(await gameStates(db, poolId, [week_id]), false) });
  return progress;
}

function enabledWeeks(db: Db) {
  return db
    .selectFrom('pool_weeks')
    .innerJoin('weeks', 'weeks.id', 'pool_weeks.week_id')
    .select(['pool_weeks.pool_id', 'pool_weeks.week_id', 'weeks.season'])
    .where('pool_weeks.enabled', '=', 1);
}

export interface WeekOfPool {
  readonly id: string;
  readonly enabled: boolean;
  /** Number of games that belong to the pool. */
  readonly games: number;
}

/** Every known week, newest first, and whether the pool plays it. */
export async function weeksForPool(db: Db, poolId: string): Promise<WeekOfPool[]> {
  const rows = await db
    .selectFrom('weeks')
    .leftJoin('pool_weeks', (join) =>
      join.onRef('pool_weeks.week_id', '=', 'weeks.id').on('pool_weeks.pool_id', '=', poolId),
    )
    .select(['weeks.id', 'pool_weeks.enabled'])
    .select((q) =>
      q
        .selectFrom('games')
        .select((c) => c.fn.countAll<number>().as('number'))
        .whereRef('games.week_id', '=', 'weeks.id')
        .where(({ not }) => not(isLeftOut(poolId)))
        .as('games'),
    )
    .execute();
  return rows
    .map((row) => ({ id: row.id, enabled: row.enabled === 1, games: row.games ?? 0 }))
    .sort((a, b) => compareWeeks(b.id, a.id));
}

export interface UserForPool {
  readonly id: string;
  readonly email: string | null;
  readonly displayName: string;
  readonly isEnabled: boolean;
  readonly isMember: boolean;
}

/** The users that an admin can make members, who are enabled (section 6), and the disabled members; by e-mail. */
export async function usersForPool(db: Db, poolId: string): Promise<UserForPool[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('pool_members', (join) =>
      join.onRef('pool_members.user_id', '=', 'users.id').on('pool_members.pool_id', '=', poolId),
    )
    .select(['users.id', 'users.display_name', 'users.is_enabled', 'accounts.email', 'pool_members.enabled as member'])
    .where((q) => q.or([q('users.is_enabled', '=', 1), q('pool_members.enabled', '=', 1)]))
    .where(({ not }) => not(isLinkedAway(poolId)))
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      email: row.email,
      displayName: row.display_name,
      isEnabled: row.is_enabled === 1,
      isMember: row.member === 1,
    }))
    .sort(compareByEmail);
}

/** The members of a pool, and removed members who can be let back in, by name and without e-mail addresses. */
export async function ownUsersOfPool(db: Db, poolId: string): Promise<UserForPool[]> {
  const rows = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name', 'users.is_enabled', 'pool_members.enabled as member'])
    .where('pool_members.pool_id', '=', poolId)
    .where((q) => q.or([q('users.is_enabled', '=', 1), q('pool_members.enabled', '=', 1)]))
    .where(({ not }) => not(isLinkedAway(poolId)))
    .orderBy('users.display_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: null,
    displayName: row.display_name,
    isEnabled: row.is_enabled === 1,
    isMember: row.member === 1,
  }));
}

/** A pool with its weeks; null if it is deleted. */
export async function loadPool(db: Db, poolId: string, now: number): Promise<Loaded<PoolReply | null>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: null, validUntil: ALWAYS };
  const { id, name, description, moneyUrl, rules } = pool;
  const weeks = await poolWeeks(db, id);
  const games = await gameStates(db, id, weeks);
  const activeWeekId = activeWeek(weeks, games, pool.activeWeekId, now);
  const unscoredWeekId = unscoredWeek(games, now);
  const memberCount = (await membersOfPool(db, id)).length;
  const deadlines = await deadlinesOf(db, id);
  const leftOut = await leftOutGames(db, id, weeks);
  const weekRules = await weekRulesIn(db, id);
  const kept = Object.values(weekRules);
  const lines = rules.line === 'frozen' ? await poolLines(db, id) : {};
  const scales = traitsOf(rules).hasValues ? await scalesOf(db, id, weeks) : {};
  const tiebreaks = hasTiebreak(pool) ? { tiebreaks: await tiebreakGames(db, id) } : {};
  const hasMoney = (await poolsWithMoney(db, [id])).has(id);
  const weekFee = rules.weekly ? (await readPlan(db, pool)).fee : 0;
  const about = { id, name, description, moneyUrl, hasMoney, rules, memberCount };
  const announcements = await announced(db, id);
  const last = await lastMessage(db, id);
  const receipt = await latestReceipt(db, id);
  const sideTables = await sideTablesOf(db, id);
  const continuedBy = await followerOf(db, id);
  const state = {
    ...about,
    ...(continuedBy !== null && { continuedBy }),
    ...(weekFee > 0 && { weekFee }),
    ...announcements,
    ...(sideTables.length > 0 && { sideTables }),
    ...(receipt && { receipt }),
    ...(last !== null && { lastMessage: last }),
    ...(kept.length > 0 && { weekRules }),
    weeks,
    deadlines,
    ...(leftOut.length > 0 && { leftOut }),
    ...([rules, ...kept].some(({ slate }) => slate !== 'all') && { slateLocks: await slateLocks(db, id) }),
    lines,
    ...(Object.keys(scales).length > 0 && { scales }),
    ...tiebreaks,
    activeWeekId,
    unscoredWeekId,
  };
  return { state, validUntil: nextCalendarTurn(games, now) };
}

/** The announcements of a pool, if there are any. */
async function announced(db: Db, poolId: string): Promise<Pick<PoolReply, 'announcements'>> {
  const announcements = (await announcementsOf(db, poolId)).map(
    ({ id, at, by, weekId, before, after }): Announcement => {
      const fields = auditFields(before, after).filter(({ name }) => isAnnouncedField(name));
      return { id, at, ...(by && { by }), ...(weekId === null ? {} : { weekId }), fields };
    },
  );
  return announcements.length > 0 ? { announcements } : {};
}
