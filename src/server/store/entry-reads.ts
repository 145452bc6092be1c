import type { OwnEntry } from '#contract/entries.ts';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import type { SurvivorWeek, TeamChoices } from '#core/formats/survivor.ts';
import type { WeekHolder } from '#core/formats/survivor-week.ts';
import { weekHolder } from '#core/formats/survivor-week.ts';
import { isLocked, nextLock, withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import type { CountingEntry } from './counting-entries.ts';
import { countingEntries, teamChoices } from './counting-entries.ts';
import { deadlinesOf } from './deadlines.ts';
import type { Db } from './engine/connect.ts';
import { gamesOfWeeks } from './games.ts';
import { gamesOfPoolWeek } from './pool-games.ts';
import { readRules } from './pool-rules.ts';
import { poolWeeks } from './pools.ts';

/** For what only a writer can change. */
const ALWAYS = Number.POSITIVE_INFINITY;

/** The orders of a pool's week, by user. */
export async function ordersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlyMap<string, Order>> {
  const entries = await countingEntries(db, { poolIds: [poolId], weekIds: [weekId] });
  return new Map(
    entries.flatMap(({ userId, entry }): [string, Order][] =>
      entry && 'order' in entry ? [[userId, entry.order]] : [],
    ),
  );
}

/** The teams that the players of a survivor pool chose, by user and week. */
export async function choicesOfPool(
  db: Db,
  poolId: string,
  weekIds?: readonly string[],
): Promise<ReadonlyMap<string, TeamChoices>> {
  const entries = await countingEntries(db, { poolIds: [poolId], ...(weekIds && { weekIds }) });
  const byUser = Map.groupBy(entries, ({ userId }) => userId);
  const teams = [...byUser].map(([userId, own]) => [userId, teamChoices(own)] as const);
  return new Map(teams.filter(([, own]) => Object.keys(own).length > 0));
}

/** A week with its games by kick-off, with the pool's locks. */
export interface GamesOfWeek extends SurvivorWeek {
  readonly games: readonly Game[];
}

/** The enabled weeks of a pool in order, with their games. */
export async function survivorWeeks(db: Db, poolId: string): Promise<GamesOfWeek[]> {
  const weekIds = await poolWeeks(db, poolId);
  const deadlines = await deadlinesOf(db, poolId);
  const games = Map.groupBy(await gamesOfWeeks(db, weekIds), (game) => game.weekId);
  return weekIds.map((id) => ({
    id,
    games: (games.get(id) ?? []).map((game) => withPoolLock(game, deadlines[id])),
  }));
}

/**
 * What a player entered for a week as a whole, where their pool asks for that, and what they cannot choose any more; and until when (ms)
 * that holds while nobody writes: what a linked player entered is told at the locks.
 */
export async function loadOwnEntry(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<{ readonly state: Omit<OwnPicksReply, 'picks' | 'guess'>; readonly validUntil: number }> {
  const pool = await db.selectFrom('pools').select('rules').where('id', '=', poolId).executeTakeFirst();
  const rules = pool && readRules(pool.rules);
  if (rules === undefined || rules.format === 'pickem') return { state: {}, validUntil: ALWAYS };
  const entries = await countingEntries(db, { poolIds: [poolId], userIds: [userId] });
  const found = entries.find((each) => each.weekId === weekId);
  if (rules.format === 'survivor') {
    const weeks = await survivorWeeks(db, poolId);
    const { choice, used, outWeekId } = holderOf(weeks, entries, weekId, rules, now);
    const entry = found?.isLinked ? choice && { entry: choice, revision: 0 } : ownEntry(found);
    const out = outWeekId !== null && { outWeekId };
    const state = { ...(entry && { entry }), used: Object.fromEntries(used), ...out };
    const sealing = entries.some((each) => each.isLinked) ? weeks.flatMap(({ games }) => games) : [];
    return { state, validUntil: nextLock(sealing, now) };
  }
  if (found?.isLinked) return linkedOrder(db, found, now);
  const entry = ownEntry(found);
  return { state: entry ? { entry } : {}, validUntil: ALWAYS };
}

function ownEntry(own: CountingEntry | undefined): OwnEntry | undefined {
  if (own === undefined) return undefined;
  const { entry, revision, busBy, busReason } = own;
  return { entry, revision, ...(entry !== null && busBy !== null && { bus: busReason ?? '' }) };
}

/** The order of a player who is linked to an account that has none, as far as it is locked: the open games stand as they do without an order. */
async function linkedOrder(
  db: Db,
  { poolId, weekId, entry }: CountingEntry,
  now: number,
): ReturnType<typeof loadOwnEntry> {
  if (entry === null || !('order' in entry)) return { state: {}, validUntil: ALWAYS };
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const order = rebaseOrder(games, entry.order, [], now);
  return { state: { entry: { entry: { order }, revision: 0 } }, validUntil: nextLock(games, now) };
}

/**
 * A player of a survivor pool as a week asks. What a linked player has chosen is told to the account, and binds it, from the lock on; the
 * lives follow from all that counts, as the standings tell everybody.
 * @param entries those that count for the player in the pool
 */
export function holderOf(
  weeks: readonly GamesOfWeek[],
  entries: readonly CountingEntry[],
  weekId: string,
  rules: Pick<PoolRules, 'lives'>,
  now: number,
): WeekHolder {
  const open = weeks.flatMap(({ games }) => games.filter((game) => !isLocked(game, now)));
  const sealed = new Set(open.map(({ gid }) => gid));
  const known = entries.filter(
    ({ isLinked, entry }) => !isLinked || !(entry && 'team' in entry && sealed.has(entry.gid)),
  );
  return weekHolder(weeks, teamChoices(entries), weekId, rules, teamChoices(known));
}
