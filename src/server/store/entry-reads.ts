import type { Entry, OwnEntry } from '#contract/entries.ts';
import type { OwnPicksReply } from '#contract/picks.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import type { SurvivorWeek, TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import { survivorSeason, usedTeams } from '#core/formats/survivor.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { gamesOfWeeks } from './games.ts';
import { gamesOfPoolWeek } from './pool-games.ts';
import { readRules } from './pool-rules.ts';
import { poolWeeks } from './pools.ts';

/** An entry as it is stored. */
export function parseEntry(text: string | null): Entry | null {
  return text === null ? null : (JSON.parse(text) as Entry);
}

/** An entry of a pool, by who plays with it. */
export interface PoolEntry {
  readonly userId: string;
  readonly weekId: string;
  readonly entry: Entry;
  /** Whether somebody entered it for the player. */
  readonly bus: boolean;
}

/**
 * The entries of a pool, of all weeks or of some, sealed ones included: what leaves the server is for the caller to decide. A player who
 * is linked to an account has entered for it, unless it has an entry of the week, or had one, itself.
 */
export async function entriesOfPool(db: Db, poolId: string, weekIds?: readonly string[]): Promise<PoolEntry[]> {
  let query = db
    .selectFrom('entries')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'entries.user_id').on('player_links.undone_at', 'is', null),
    )
    .select(['entries.week_id as weekId', 'entries.user_id as userId', 'entries.entry', 'entries.bus_by as busBy'])
    .select(['player_links.user_id as accountId', 'player_links.id as linkId'])
    .where('entries.pool_id', '=', poolId);
  if (weekIds !== undefined) {
    if (weekIds.length === 0) return [];
    query = query.where('entries.week_id', 'in', weekIds);
  }
  const taken = new Map<string, PoolEntry | null>();
  // Own ones first, then those of the player who was linked first.
  for (const row of (await query.execute()).toSorted((a, b) => (a.linkId ?? 0) - (b.linkId ?? 0))) {
    const { weekId } = row;
    const userId = row.accountId ?? row.userId;
    const key = `${weekId} ${userId}`;
    const entry = parseEntry(row.entry);
    if (!taken.has(key)) taken.set(key, entry && { userId, weekId, entry, bus: row.busBy !== null });
  }
  return [...taken.values()].filter((each) => each !== null);
}

/** The orders of a pool's week, by user. */
export async function ordersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlyMap<string, Order>> {
  const entries = await entriesOfPool(db, poolId, [weekId]);
  return new Map(
    entries.flatMap(({ userId, entry }): [string, Order][] => ('order' in entry ? [[userId, entry.order]] : [])),
  );
}

/**
 * The orders that players who are linked to some accounts have entered, by `orderKey` of the account; of several the one linked first. They count
 * where the account has no entry itself.
 */
export async function linkedOrders(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const rows = await db
    .selectFrom('player_links')
    .innerJoin('entries', 'entries.user_id', 'player_links.player_id')
    .select([
      'player_links.user_id as userId',
      'entries.pool_id as poolId',
      'entries.week_id as weekId',
      'entries.entry',
    ])
    .where('player_links.user_id', 'in', userIds)
    .where('player_links.undone_at', 'is', null)
    .orderBy('player_links.id', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ entry: text, ...key }): [string, Order][] => {
      const entry = parseEntry(text);
      return entry && 'order' in entry ? [[orderKey(key), entry.order]] : [];
    }),
  );
}

/** Whose order, of which week. */
export function orderKey({ poolId, weekId, userId }: Record<'poolId' | 'weekId' | 'userId', string>): string {
  return `${poolId} ${weekId} ${userId}`;
}

/** The teams that the players of a survivor pool chose, by user and week. */
export async function choicesOfPool(
  db: Db,
  poolId: string,
  weekIds?: readonly string[],
): Promise<ReadonlyMap<string, TeamChoices>> {
  const byUser = new Map<string, Record<string, TeamChoice>>();
  for (const { userId, weekId, entry } of await entriesOfPool(db, poolId, weekIds)) {
    if ('team' in entry) byUser.set(userId, { ...byUser.get(userId), [weekId]: entry });
  }
  return byUser;
}

/** A week with its games by kick-off. */
export interface GamesOfWeek extends SurvivorWeek {
  readonly games: readonly Game[];
}

/** The enabled weeks of a pool in order, with their games. */
export async function survivorWeeks(db: Db, poolId: string): Promise<GamesOfWeek[]> {
  const weekIds = await poolWeeks(db, poolId);
  const games = Map.groupBy(await gamesOfWeeks(db, weekIds), (game) => game.weekId);
  return weekIds.map((id) => ({ id, games: games.get(id) ?? [] }));
}

/** What a player entered for a week as a whole, where their pool asks for that, and what they cannot choose any more. */
export async function ownEntryReply(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<Omit<OwnPicksReply, 'picks' | 'guess'>> {
  const pool = await db.selectFrom('pools').select('rules').where('id', '=', poolId).executeTakeFirst();
  const rules = pool && readRules(pool.rules);
  if (rules === undefined || rules.format === 'pickem') return {};
  const rows = await db
    .selectFrom('entries')
    .select(['week_id', 'entry', 'revision', 'bus_by', 'bus_reason'])
    .where('pool_id', '=', poolId)
    .where('user_id', '=', userId)
    .execute();
  const own = rows.find((row) => row.week_id === weekId);
  const entry: OwnEntry | undefined = own && {
    entry: parseEntry(own.entry),
    revision: own.revision,
    ...(own.entry !== null && own.bus_by !== null && { bus: own.bus_reason ?? '' }),
  };
  if (rules.format === 'survivor')
    return { ...(entry && { entry }), ...(await ownSurvival(db, poolId, weekId, rows, rules)) };
  const shown = entry ?? (await linkedEntry(db, { poolId, weekId, userId }, now));
  return shown ? { entry: shown } : {};
}

/** The order of a player who is linked to an account that has none, as far as it is locked: the open games stand as they do without an order. */
async function linkedEntry(
  db: Db,
  whose: Record<'poolId' | 'weekId' | 'userId', string>,
  now: number,
): Promise<OwnEntry | undefined> {
  const order = (await linkedOrders(db, [whose.userId])).get(orderKey(whose));
  if (order === undefined) return undefined;
  const games = await gamesOfPoolWeek(db, whose.poolId, whose.weekId);
  return { entry: { order: rebaseOrder(games, order, [], now) }, revision: 0 };
}

async function ownSurvival(
  db: Db,
  poolId: string,
  weekId: string,
  rows: readonly { readonly week_id: string; readonly entry: string | null }[],
  rules: PoolRules,
): Promise<Pick<OwnPicksReply, 'used' | 'outWeekId'>> {
  const weeks = await survivorWeeks(db, poolId);
  const choices: TeamChoices = Object.fromEntries(
    rows.flatMap((row) => {
      const entry = parseEntry(row.entry);
      return entry && 'team' in entry ? [[row.week_id, entry]] : [];
    }),
  );
  const { outWeekId } = survivorSeason(weeks, choices, rules);
  return { used: Object.fromEntries(usedTeams(weeks, choices, weekId)), ...(outWeekId !== null && { outWeekId }) };
}
