/** Reads picks, guesses, orders and teams for pages, scores, mails and exports. They are stored by picks.ts. */
import type { Entry, OwnEntry } from '#contract/entries.ts';
import type { OwnGuess } from '#contract/guesses.ts';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { ChoiceKind } from '#core/choice.ts';
import type { Order } from '#core/formats/confidence.ts';
import { rebaseOrder } from '#core/formats/confidence.ts';
import type { SurvivorWeek, TeamChoice, TeamChoices } from '#core/formats/survivor.ts';
import type { WeekHolder } from '#core/formats/survivor-week.ts';
import { weekHolder } from '#core/formats/survivor-week.ts';
import type { GuessValue, OrderValue, PickValue, Stored } from '#core/judge.ts';
import { isLocked, nextLock, withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, GamePick, Picks, Pool, Side } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { Flag } from './engine/schema.ts';
import { gamesOfWeeks } from './game-reads.ts';
import { isLockedInPool } from './locks.ts';
import type { Member } from './members.ts';
import { asWholeWeek, deadlinesOf, gamesOfPoolWeek, tiebreakGames } from './pool-games.ts';
import { readRules } from './pool-rules.ts';
import { findPool, poolWeeks } from './pools.ts';

/** Until when something holds that no lock changes. */
const ALWAYS = Number.POSITIVE_INFINITY;

/** A value of `picks` from its text, of the kind that the caller read; null if it was taken back. */
export function parseValue<V>(text: string): V;
export function parseValue<V>(text: string | null): V | null;
export function parseValue<V>(text: string | null): V | null {
  return text === null ? null : (JSON.parse(text) as V);
}

/** To select picks by: joined with the games of a week instead, SQLite would go through every pick of the pool's season. */
export function gamesIn(db: Db, weekId: string) {
  return db.selectFrom('games').select('gid').where('week_id', '=', weekId);
}

/** A player's own picks of a week, by gid, with those taken back: their revision is what a later one is based on. */
export async function ownPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
): Promise<Record<string, OwnPick>> {
  const rows = await db
    .selectFrom('game_picks')
    .select(['gid', 'side', 'best', 'revision', 'entered_by', 'reason'])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gamesIn(db, weekId))
    .where('user_id', '=', userId)
    .execute();
  return Object.fromEntries(
    rows.map(({ gid, side, best, revision, entered_by, reason }) => [
      gid,
      {
        side,
        revision,
        ...(best === 1 && { best: true }),
        ...(side !== null && entered_by !== null && { bus: reason ?? '' }),
      },
    ]),
  );
}

/**
 * What a player has entered in a week: their picks, and their guess if they ever made one; and until when (ms) that holds while nobody
 * writes.
 */
export async function loadOwnPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<{ readonly state: OwnPicksReply; readonly validUntil: number }> {
  const picks = await ownPicks(db, poolId, weekId, userId);
  const guess = await ownGuess(db, poolId, weekId, userId, now);
  const { state, validUntil } = await loadOwnEntry(db, poolId, weekId, userId, now);
  return { state: { picks, ...(guess && { guess }), ...state }, validUntil };
}

/** One member's pick of one game; `bus` if somebody entered it for them, `best` if it is marked as best bet. */
export interface PoolPick {
  readonly userId: string;
  readonly gid: string;
  readonly side: Side;
  readonly bus: boolean;
  readonly best: boolean;
}

/** Every pick of a pool in a week, sealed ones included: what leaves the server is for the caller to decide. */
export async function picksOfPool(db: Db, poolId: string, weekId: string): Promise<PoolPick[]> {
  const rows = await db
    .selectFrom('game_picks')
    .select(['user_id', 'gid', 'side', 'best', 'entered_by'])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gamesIn(db, weekId))
    .execute();
  return rows.flatMap(({ user_id, gid, side, best, entered_by }) =>
    side ? [{ userId: user_id, gid, side, bus: entered_by !== null, best: best === 1 }] : [],
  );
}

/** How many enabled members of a pool picked each side of some games, sealed ones included: the caller asks for locked games only. */
export async function pickCounts(
  db: Db,
  poolId: string,
  gids: readonly string[],
): Promise<{ gid: string; side: Side | null; count: number }[]> {
  if (gids.length === 0) return [];
  return db
    .selectFrom('game_picks')
    .innerJoin('pool_members', (join) =>
      join
        .onRef('pool_members.pool_id', '=', 'game_picks.pool_id')
        .onRef('pool_members.user_id', '=', 'game_picks.user_id'),
    )
    .innerJoin('users', 'users.id', 'game_picks.user_id')
    .select(['game_picks.gid', 'game_picks.side', ({ fn }) => fn.countAll<number>().as('count')])
    .where('game_picks.pool_id', '=', poolId)
    .where('game_picks.gid', 'in', gids)
    .where('game_picks.value', 'is not', null)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .groupBy(['game_picks.gid', 'game_picks.side'])
    .execute();
}

/** One member's pick of a game that has locked. */
export interface RevealedPick {
  readonly userId: string;
  readonly gid: string;
  readonly side: Side;
  readonly best: boolean;
}

/** The picks of a pool in some weeks, of games that have locked by `now` only: the others are sealed (decisions, Picks). */
export async function revealedPicks(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<RevealedPick[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'game_picks.pool_id').onRef('pool_locks.gid', '=', 'game_picks.gid'),
    )
    .select(['game_picks.user_id', 'game_picks.gid', 'game_picks.side', 'game_picks.best'])
    .where('game_picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  return rows.flatMap(({ user_id, gid, side, best }) =>
    side ? [{ userId: user_id, gid, side, best: best === 1 }] : [],
  );
}

/** Who picked a game that counts, in some weeks of a pool. */
export async function pickersByWeek(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (weekIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select(['games.week_id as weekId', 'game_picks.user_id as userId'])
    .distinct()
    .where('game_picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where('game_picks.value', 'is not', null)
    .execute();
  const byWeek = Map.groupBy(rows, ({ weekId }) => weekId);
  return new Map([...byWeek].map(([weekId, own]) => [weekId, new Set(own.map(({ userId }) => userId))]));
}

/** Who has a pick in a week of a pool. */
export async function pickersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('game_picks').select('user_id').distinct().where('pool_id', '=', poolId);
  const rows = await query.where('gid', 'in', gamesIn(db, weekId)).where('value', 'is not', null).execute();
  return new Set(rows.map((row) => row.user_id));
}

/** How many of some games each player of a pool has picked. */
export async function picksMade(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, number>> {
  if (gids.length === 0) return new Map();
  const rows = await db
    .selectFrom('game_picks')
    .select(['user_id', (q) => q.fn.countAll<number>().as('made')])
    .where('pool_id', '=', poolId)
    .where('gid', 'in', gids)
    .where('value', 'is not', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.made]));
}

/** The picks of some games in a pool, by user; who took all of them back has none. */
export async function picksByUser(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, Picks>> {
  if (gids.length === 0) return new Map();
  const query = db.selectFrom('game_picks').select(['user_id', 'gid', 'side', 'best']).where('pool_id', '=', poolId);
  const byUser = Map.groupBy(await query.where('gid', 'in', gids).execute(), ({ user_id }) => user_id);
  const pickOf = ({ gid, side, best }: { gid: string; side: Side | null; best: Flag }): [string, GamePick][] =>
    side ? [[gid, { side, bus: false, best: best === 1 }]] : [];
  return new Map([...byUser].map(([userId, own]) => [userId, Object.fromEntries(own.flatMap(pickOf))]));
}

/** Whether anybody has a pick in a pool. */
export async function hasPicks(db: Db, poolId: string): Promise<boolean> {
  const query = db.selectFrom('game_picks').select('gid').where('pool_id', '=', poolId);
  return (await query.where('value', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a player of a pool has more than so many picks of games that count in a week. */
export async function hasWeekWithMore(db: Db, poolId: string, most: number): Promise<boolean> {
  const row = await db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select('user_id')
    .where('game_picks.pool_id', '=', poolId)
    .where('value', 'is not', null)
    .where('games.void', 'is', null)
    .groupBy(['user_id', 'games.week_id'])
    .having((q) => q.fn.countAll<number>(), '>', most)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A guess, an order or a team that counts for a player in a week of a pool: their own, or that of a player who is linked to them. */
export interface CountingPick extends Stored<GuessValue | OrderValue | TeamChoice> {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  readonly kind: Exclude<ChoiceKind, 'pick'>;
  readonly isLinked: boolean;
}

/** Which of them to read; all if a field is missing. */
interface Wanted {
  readonly poolIds: readonly string[];
  /** Those for whom they count. */
  readonly userIds?: readonly string[];
  readonly weekIds?: readonly string[];
  readonly kinds?: readonly CountingPick['kind'][];
}

/**
 * The guesses, orders and teams that count in some pools, sealed values included: what leaves the server is for the caller to decide. What
 * a linked player entered counts for the account, unless the account has, or had, its own of that kind for the week; of several players
 * that of the one who was linked first.
 */
export async function countingPicks(
  db: Db,
  { poolIds, userIds, weekIds, kinds = ['guess', 'order', 'team'] }: Wanted,
): Promise<CountingPick[]> {
  if (poolIds.length === 0 || userIds?.length === 0 || weekIds?.length === 0) return [];
  let query = db
    .selectFrom('entries')
    .innerJoin('picks', 'picks.entry_id', 'entries.id')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'entries.player_id').on('player_links.undone_at', 'is', null),
    )
    .select(['entries.pool_id', 'entries.player_id', 'picks.kind', 'picks.about', 'picks.value', 'picks.revision'])
    .select(['picks.entered_by', 'picks.reason', 'player_links.user_id as account_id', 'player_links.id as link_id'])
    .where('entries.pool_id', 'in', poolIds)
    .where('picks.kind', 'in', kinds);
  if (userIds !== undefined) query = query.where('entries.player_id', 'in', withLinkedPlayers(db, userIds));
  if (weekIds !== undefined) query = query.where('picks.about', 'in', weekIds);
  const counting = new Map<string, CountingPick>();
  // Own ones first, then those of the player who was linked first.
  for (const row of (await query.execute()).toSorted((a, b) => (a.link_id ?? 0) - (b.link_id ?? 0))) {
    const userId = row.account_id ?? row.player_id;
    const key = `${row.pool_id} ${row.kind} ${row.about} ${userId}`;
    if (counting.has(key)) continue;
    const isLinked = row.link_id !== null;
    counting.set(key, {
      poolId: row.pool_id,
      weekId: row.about,
      userId,
      kind: row.kind as CountingPick['kind'],
      value: parseValue(row.value),
      revision: isLinked ? 0 : row.revision,
      enteredBy: row.entered_by,
      reason: row.reason,
      isLinked,
    });
  }
  return [...counting.values()];
}

function withLinkedPlayers(db: Db, userIds: readonly string[]) {
  const linked = db.selectFrom('player_links').select('player_id as id').where('undone_at', 'is', null);
  return db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .unionAll(linked.where('user_id', 'in', userIds));
}

/** The teams among the picks that count for one player, by week. */
export function teamsOf(counting: readonly CountingPick[]): TeamChoices {
  return Object.fromEntries(counting.flatMap((each) => (isTeam(each) ? [[each.weekId, each.value]] : [])));
}

function isTeam(pick: CountingPick): pick is CountingPick & { readonly value: TeamChoice } {
  return pick.kind === 'team' && pick.value !== null;
}

/**
 * The teams that the player may see: one that a linked player chose is sealed until its game locks.
 * @param weeks of the pool, with its locks
 */
export function shownTeams(weeks: readonly GamesOfWeek[], counting: readonly CountingPick[], now: number): TeamChoices {
  const open = weeks.flatMap(({ games }) => games.filter((game) => !isLocked(game, now)));
  const sealed = new Set(open.map(({ gid }) => gid));
  return teamsOf(counting.filter((each) => !(each.isLinked && isTeam(each) && sealed.has(each.value.gid))));
}

/** The orders of a pool's week, by user. */
export async function ordersOfWeek(db: Db, poolId: string, weekId: string): Promise<ReadonlyMap<string, Order>> {
  const counting = await countingPicks(db, { poolIds: [poolId], weekIds: [weekId], kinds: ['order'] });
  return new Map(
    counting.flatMap(({ userId, value }): [string, Order][] =>
      value && 'order' in value ? [[userId, value.order]] : [],
    ),
  );
}

/** The teams that the players of a survivor pool chose, by user and week. */
export async function teamsOfPool(
  db: Db,
  poolId: string,
  weekIds?: readonly string[],
): Promise<ReadonlyMap<string, TeamChoices>> {
  const counting = await countingPicks(db, { poolIds: [poolId], kinds: ['team'], ...(weekIds && { weekIds }) });
  const byUser = Map.groupBy(counting, ({ userId }) => userId);
  const teams = [...byUser].map(([userId, own]) => [userId, teamsOf(own)] as const);
  return new Map(teams.filter(([, own]) => Object.keys(own).length > 0));
}

/** The teams that players chose in some weeks, by user and week, of games that are locked in the pool only. */
export async function revealedTeams(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, TeamChoices>> {
  if (weekIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.gid')
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  const locked = new Set(rows.map(({ gid }) => gid));
  const teams = await teamsOfPool(db, poolId, weekIds);
  const isLockedTeam = ([, { gid }]: [string, TeamChoice]) => locked.has(gid);
  return new Map(
    [...teams].map(([userId, own]) => [userId, Object.fromEntries(Object.entries(own).filter(isLockedTeam))]),
  );
}

/** A week with its games by kick-off, with the pool's locks. */
export interface GamesOfWeek extends SurvivorWeek {
  readonly games: readonly Game[];
}

/** The enabled weeks of a pool in order, with their games. */
export async function gamesOfPool(db: Db, poolId: string): Promise<GamesOfWeek[]> {
  const weekIds = await poolWeeks(db, poolId);
  const deadlines = await deadlinesOf(db, poolId);
  const games = Map.groupBy(await gamesOfWeeks(db, weekIds), (game) => game.weekId);
  return weekIds.map((id) => ({
    id,
    games: (games.get(id) ?? []).map((game) => withPoolLock(game, deadlines[id])),
  }));
}

/**
 * A player's own guess of a week; null if they never made one. One that was taken back keeps its revision. From the lock on an account
 * has the guess of the player who is linked to it.
 */
async function ownGuess(db: Db, poolId: string, weekId: string, userId: string, now: number): Promise<OwnGuess | null> {
  const gid = (await tiebreakGames(db, poolId))[weekId];
  if (gid === undefined) return null;
  const wanted = { poolIds: [poolId], userIds: [userId], weekIds: [weekId], kinds: ['guess'] } as const;
  const [found] = await countingPicks(db, wanted);
  const value = found?.value ?? null;
  if (found === undefined || found.isLinked) {
    const given = (await lockedGuesses(db, poolId, [weekId], now)).find((each) => each.userId === userId);
    return given ? { gid, guess: given.guess, revision: 0 } : null;
  }
  if (value === null || !('total' in value)) return null;
  const guess = value.gid === gid ? value.total : null;
  return {
    gid: value.gid,
    guess,
    revision: found.revision,
    ...(value.cleared && { cleared: true as const }),
    ...(guess !== null && found.enteredBy !== null && { bus: found.reason ?? '' }),
  };
}

/** The guesses of tiebreak games that are locked, with the user for whom each counts. */
export async function lockedGuesses(
  db: Db,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<{ readonly weekId: string; readonly userId: string; readonly guess: number }[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('pool_weeks')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'pool_weeks.pool_id').onRef('pool_locks.gid', '=', 'pool_weeks.tiebreak_gid'),
    )
    .select(['pool_weeks.week_id', 'pool_weeks.tiebreak_gid'])
    .where('pool_weeks.pool_id', '=', poolId)
    .where('pool_weeks.week_id', 'in', weekIds)
    .where(isLockedInPool(now))
    .execute();
  const games = new Map(rows.map((row) => [row.week_id, row.tiebreak_gid]));
  const guesses = await countingPicks(db, { poolIds: [poolId], weekIds: [...games.keys()], kinds: ['guess'] });
  return guesses.flatMap(({ weekId, userId, value }) =>
    value && 'total' in value && value.total !== null && value.gid === games.get(weekId)
      ? [{ weekId, userId, guess: value.total }]
      : [],
  );
}

/**
 * A player's own order or team of a week, if their pool asks for one, and what they can no longer choose; and until when (ms) that holds
 * while nobody writes: what a linked player entered is revealed at the locks.
 */
async function loadOwnEntry(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
  now: number,
): Promise<{ readonly state: Omit<OwnPicksReply, 'picks' | 'guess'>; readonly validUntil: number }> {
  const pool = await db.selectFrom('pools').select('rules').where('id', '=', poolId).executeTakeFirst();
  const rules = pool && readRules(pool.rules);
  if (rules === undefined || rules.format === 'pickem') return { state: {}, validUntil: ALWAYS };
  const kind = kindOf(rules);
  const counting = await countingPicks(db, { poolIds: [poolId], userIds: [userId], kinds: [kind] });
  const found = counting.find((each) => each.weekId === weekId);
  if (rules.format === 'survivor') {
    const weeks = await gamesOfPool(db, poolId);
    const { choice, used, outWeekId } = teamHolder(weeks, counting, weekId, rules, now);
    const entry = found?.isLinked ? choice && { entry: choice, revision: 0 } : ownEntry(found);
    const out = outWeekId !== null && { outWeekId };
    const state = { ...(entry && { entry }), used: Object.fromEntries(used), ...out };
    const sealing = counting.some((each) => each.isLinked) ? weeks.flatMap(({ games }) => games) : [];
    return { state, validUntil: nextLock(sealing, now) };
  }
  if (found?.isLinked) return linkedOrder(db, found, now);
  const entry = ownEntry(found);
  return { state: entry ? { entry } : {}, validUntil: ALWAYS };
}

/** Whether a pool asks for an order or a team, if it asks for either. */
function kindOf({ format }: Pick<PoolRules, 'format'>): 'order' | 'team' {
  return format === 'survivor' ? 'team' : 'order';
}

function ownEntry(own: CountingPick | undefined): OwnEntry | undefined {
  if (own === undefined) return undefined;
  const { value, revision, enteredBy, reason } = own;
  const entry = entryOf(value);
  return { entry, revision, ...(entry !== null && enteredBy !== null && { bus: reason ?? '' }) };
}

/** An order or a team as players enter it; null for another value. */
export function entryOf(value: PickValue | CountingPick['value']): Entry | null {
  if (value === null || 'total' in value || 'side' in value) return null;
  return 'order' in value ? { order: [...value.order] } : value;
}

/** What an account without an order sees of a linked player's: locked games have their places, open ones stand as without an order. */
async function linkedOrder(
  db: Db,
  { poolId, weekId, value }: CountingPick,
  now: number,
): ReturnType<typeof loadOwnEntry> {
  if (value === null || !('order' in value)) return { state: {}, validUntil: ALWAYS };
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const order = rebaseOrder(games, value.order, [], now);
  return { state: { entry: { entry: { order }, revision: 0 } }, validUntil: nextLock(games, now) };
}

/** What a player of a survivor pool may know of their week. Lives follow from all teams, also sealed ones, as in the standings that everybody sees. */
function teamHolder(
  weeks: readonly GamesOfWeek[],
  counting: readonly CountingPick[],
  weekId: string,
  rules: Pick<PoolRules, 'lives'>,
  now: number,
): WeekHolder {
  return weekHolder(weeks, teamsOf(counting), weekId, rules, shownTeams(weeks, counting, now));
}

/** For how many of some games of a pool each account has a pick that waits and none of its own. */
export async function picksThatWait(db: Db, poolId: string, gids: readonly string[]): Promise<Map<string, number>> {
  if (gids.length === 0) return new Map();
  const rows = await waitingIn(db, poolId)
    .select(['links.user_id', (q) => q.fn.count<number>('waiting_picks.gid').distinct().as('waiting')])
    .where('waiting_picks.gid', 'in', gids)
    .groupBy('links.user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.waiting]));
}

/** The picks of a pool that wait for an account, if it has none of its own, by gid; sides are sealed. */
export async function waitingPicksOf(db: Db, poolId: string, userId: string): Promise<ReadonlyMap<string, GamePick>> {
  const rows = await waitingIn(db, poolId)
    .innerJoin('game_picks as given', (on) =>
      on
        .onRef('given.pool_id', '=', 'waiting_picks.pool_id')
        .onRef('given.gid', '=', 'waiting_picks.gid')
        .onRef('given.user_id', '=', 'links.player_id'),
    )
    .select(['given.gid', 'given.side', 'given.entered_by'])
    .where('links.user_id', '=', userId)
    .orderBy('links.id', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ gid, side, entered_by }) => (side ? [[gid, { side, bus: entered_by !== null }]] : [])),
  );
}

function waitingIn(db: Db, poolId: string) {
  return db
    .selectFrom('waiting_picks')
    .innerJoin('player_links as links', 'links.id', 'waiting_picks.link_id')
    .where('waiting_picks.pool_id', '=', poolId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('game_picks as own')
            .select('own.gid')
            .whereRef('own.pool_id', '=', 'waiting_picks.pool_id')
            .whereRef('own.gid', '=', 'waiting_picks.gid')
            .whereRef('own.user_id', '=', 'links.user_id'),
        ),
      ),
    );
}

/** An enabled member of a pool whose account, if they have one, is enabled; null for others. */
export async function findMember(db: Db, poolId: string, userId: string): Promise<Member | null> {
  const row = await db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(['users.id', 'users.display_name as name', 'pool_members.joined_at as joinedAt'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.user_id', '=', userId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

/** A player's picks of a week with their marks, by gid, those that wait for their lock included, without those that were taken back. */
export async function markedPicks(
  db: Db,
  poolId: string,
  weekId: string,
  userId: string,
): Promise<ReadonlyMap<string, GamePick>> {
  const query = db.selectFrom('game_picks').select(['gid', 'side', 'entered_by']).where('pool_id', '=', poolId);
  const rows = await query.where('gid', 'in', gamesIn(db, weekId)).where('user_id', '=', userId).execute();
  const own = rows.flatMap(({ gid, side, entered_by }): [string, GamePick][] =>
    side ? [[gid, { side, bus: entered_by !== null }]] : [],
  );
  return new Map([...(await waitingPicksOf(db, poolId, userId)), ...own]);
}

type PlayerWeek = Readonly<Record<'poolId' | 'weekId' | 'userId', string>>;

/** The tiebreak game of a week as the pool has it, and what a player, or one who is linked to them, guessed of it. */
export interface GuessedWeek {
  readonly game: Game;
  readonly existing: { readonly guess: number; readonly bus: boolean } | undefined;
}

/** What a player has guessed, as commissioners enter it; null if a week has no tiebreak. */
export async function guessedWeek(db: Db, { poolId, weekId, userId }: PlayerWeek): Promise<GuessedWeek | null> {
  const gid = (await tiebreakGames(db, poolId))[weekId];
  const game = (await gamesOfPoolWeek(db, poolId, weekId)).find((each) => each.gid === gid);
  if (game === undefined) return null;
  const wanted = { poolIds: [poolId], userIds: [userId], weekIds: [weekId], kinds: ['guess'] } as const;
  const [found] = await countingPicks(db, wanted);
  const value = found?.value ?? null;
  if (found === undefined || value === null || !('total' in value)) return { game, existing: undefined };
  if (value.total === null || value.gid !== game.gid) return { game, existing: undefined };
  return { game, existing: { guess: value.total, bus: found.enteredBy !== null && !found.isLinked } };
}

/** What a player has in a week of a pool that asks for orders or teams, by the locks of that pool (ms). */
export interface EnteredWeek {
  readonly pool: Pool;
  readonly games: readonly Game[];
  /** The games with their locks for questions about the whole week (`asWholeWeek`). */
  readonly wholeWeek: readonly Game[];
  /** Also what a linked player entered; undefined for nothing. */
  readonly existing: { readonly entry: Entry; readonly bus: boolean } | undefined;
}

/** A player's order or team of a week, as commissioners enter it; null in pools that ask for neither. */
export async function enteredWeek(db: Db, { poolId, weekId, userId }: PlayerWeek): Promise<EnteredWeek | null> {
  const pool = await findPool(db, poolId);
  if (pool === null || pool.rules.format === 'pickem') return null;
  const kinds = [kindOf(pool.rules)];
  const [found] = await countingPicks(db, { poolIds: [poolId], userIds: [userId], weekIds: [weekId], kinds });
  const games = await gamesOfPoolWeek(db, poolId, weekId);
  const entry = entryOf(found?.value ?? null);
  return {
    pool,
    games,
    wholeWeek: await asWholeWeek(db, poolId, weekId, games),
    existing: entry === null || found === undefined ? undefined : { entry, bus: found.enteredBy !== null },
  };
}

/** A pick that takes a place in a week that has a limit. */
export interface PlacedGame {
  readonly userId: string;
  /** 1 if it is marked as best bet. */
  readonly best: Flag;
  readonly weekId: string;
  readonly gid: string;
}

/** The picks of a pool's players in some weeks that take a place: those of games that count. */
export function placedGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<PlacedGame[]> {
  if (weekIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('game_picks')
    .innerJoin('games', 'games.gid', 'game_picks.gid')
    .select(['game_picks.user_id as userId', 'games.week_id as weekId', 'game_picks.gid', 'game_picks.best'])
    .where('game_picks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where('game_picks.value', 'is not', null)
    .execute();
}
