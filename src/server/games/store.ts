import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { changedFields, changedMeanwhile, fieldWords } from '#core/audit.ts';
import type { ChoiceKind } from '#core/choice.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { DEFAULT_SITUATION, DEFAULT_SPREAD_NOTE, DEFAULT_STATUS, gameCounts, situationOf } from '#core/game.ts';
import type { GuessValue } from '#core/judge.ts';
import { earlierGamesText, earlierWeekText, movesEarlier, withdrawnText } from '#core/lock-news.ts';
import type { DeadlineGame } from '#core/locks.ts';
import { firstLock, lockMoment, NO_LOCK, plannedLock, weekDeadline, withPoolLock } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { withPoolLine } from '#core/spread.ts';
import type { WeekTiebreakGame } from '#core/tiebreak.ts';
import { plannedTiebreak } from '#core/tiebreak.ts';
import type { FeedField, Game } from '#core/types.ts';
import { feedFields } from '#core/types.ts';
import type { Actor } from '#server/log/store.ts';
import { writeAudit } from '#server/log/store.ts';
import { clearGuesses, closeGate, withdrawPicks } from '#server/picks/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import { storeLeagueTime, timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool, isWeekOfPool, poolWeeks, readRules } from '#server/pools/reads.ts';
import { markPoolStale, markStale } from '#server/standings/store.ts';
import type { GameRow } from './reads.ts';
import { gamesOfWeek, isLockedInPool, poolLines, toGame, unbegunWeeks } from './reads.ts';

/**
 * Recomputes the tiebreak games of pools' weeks, in the transaction that changed their games, rule or weeks, after their deadlines are
 * planned. A game stays if it was guessed, named by an admin, or its week has locked (`plannedTiebreak`).
 * @param time the time (ms) by which the transaction decides
 */
async function planTiebreaks(
  tx: Db,
  time: () => Promise<number>,
  weekIds: readonly string[],
  poolId?: string,
): Promise<void> {
  const planned = await tiebreakWeeksIn(tx, weekIds, poolId);
  if (planned.length === 0) return;
  const now = await time();
  const games = Map.groupBy(await gamesOf(tx, weekIds), (game) => game.weekId);
  for (const { deadline, hasRule, ...week } of planned) {
    const own = (games.get(week.weekId) ?? []).map((game) => withPoolLock(game, deadline));
    const before = hasRule && week.gid === null ? await guessedGame(tx, week, own) : week;
    const next = hasRule ? plannedTiebreak(own, now, before) : { gid: null, fixedAt: null };
    if (next.gid !== week.gid || next.fixedAt !== week.fixedAt) await writePlanned(tx, week, next);
  }
}

type PlannedWeek = WeekTiebreakGame & { readonly poolId: string; readonly weekId: string };

/** The game of a week that was guessed during an earlier tiebreak rule of the pool: its guesses still count, so it is fixed. */
async function guessedGame(
  tx: Db,
  { poolId, weekId }: Pick<PlannedWeek, 'poolId' | 'weekId'>,
  games: readonly { readonly gid: string }[],
): Promise<WeekTiebreakGame> {
  const query = tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.value', 'picks.made_at']);
  const stored = query.where('entries.pool_id', '=', poolId).where('picks.kind', '=', 'guess');
  const rows = await stored.where('picks.about', '=', weekId).orderBy('picks.made_at', 'desc').execute();
  const guesses = rows.flatMap(({ value, made_at }) => {
    const guess = value === null ? null : (JSON.parse(value) as GuessValue);
    return guess === null || guess.total === null ? [] : [{ gid: guess.gid, fixedAt: made_at }];
  });
  const [last] = guesses;
  const isThere = last !== undefined && games.some(({ gid }) => gid === last.gid);
  return isThere ? last : { gid: null, fixedAt: null };
}

/** Writes nothing if a game was guessed or named since the week was read: that fixed it. */
async function writePlanned(tx: Db, week: PlannedWeek, next: WeekTiebreakGame): Promise<void> {
  await tx
    .updateTable('pool_weeks')
    .set({ tiebreak_gid: next.gid, tiebreak_fixed_at: next.fixedAt })
    .where('pool_id', '=', week.poolId)
    .where('week_id', '=', week.weekId)
    .where('tiebreak_gid', 'is not distinct from', week.gid)
    .where('tiebreak_fixed_at', 'is not distinct from', week.fixedAt)
    .execute();
}

/** The weeks that have a tiebreak game, or whose pool has a tiebreak rule. */
async function tiebreakWeeksIn(tx: Db, weekIds: readonly string[], poolId: string | undefined) {
  if (weekIds.length === 0) return [];
  let query = tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.id', 'pools.rules', 'week_id', 'deadline', 'tiebreak_gid', 'tiebreak_fixed_at'])
    .where('week_id', 'in', weekIds)
    .orderBy('pools.id')
    .orderBy('week_id');
  if (poolId !== undefined) query = query.where('pools.id', '=', poolId);
  const rows = (await query.execute()).map((row) => ({
    poolId: row.id,
    weekId: row.week_id,
    deadline: row.deadline,
    hasRule: readRules(row.rules).tiebreak !== 'none',
    gid: row.tiebreak_gid,
    fixedAt: row.tiebreak_fixed_at,
  }));
  return rows.filter(({ hasRule, gid }) => hasRule || gid !== null);
}

async function gamesOf(tx: Db, weekIds: readonly string[]) {
  const query = tx.selectFrom('games').select(['gid', 'week_id as weekId', 'kickoff', 'void', 'lock_at as lockAt']);
  return query.where('week_id', 'in', weekIds).execute();
}

/** What planning needs besides the transaction: the engine, and the league's clock (ms). */
export interface Planner {
  readonly engine: Engine;
  readonly now: () => number;
}

/** Which weeks of which pools. */
interface PlannedWeeks {
  /** All weeks by default. */
  readonly weekIds?: readonly string[];
  /** All pools by default. */
  readonly poolId?: string;
}

/**
 * Locks weeks until the transaction ends, against others that plan deadlines in them, so that each sees what the other wrote. Rows of
 * `pool_weeks` are always written after that, which avoids deadlocks.
 */
export async function holdWeeks(tx: Db, engine: Engine, weekIds: readonly string[]): Promise<void> {
  if (engine === 'sqlite' || weekIds.length === 0) return;
  await tx.selectFrom('weeks').select('id').where('id', 'in', weekIds).orderBy('id').forNoKeyUpdate().execute();
}

/**
 * Recomputes the deadlines of pools' weeks, and with them their tiebreak games, in the transaction that changed their games, rule or weeks.
 * Disabled weeks are kept up to date, because they may be enabled again. A deadline that was reached stays (`weekDeadline`).
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

/** The weeks that have a deadline, or whose pool has a deadline rule. */
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
 * Whether any game has reached its lock in the pool, after which some rules are settled. It is a game of an enabled week that locked after
 * the pool was created, or a game with picks in the pool, even if its week is disabled.
 */
export async function hasPoolLocked(db: Db, poolId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ gid: string }>`
    select pool_locks.gid from pool_weeks
    join games on games.week_id = pool_weeks.week_id
    join pool_locks on pool_locks.pool_id = pool_weeks.pool_id and pool_locks.gid = games.gid
    join pools on pools.id = pool_weeks.pool_id
    where pool_weeks.pool_id = ${poolId} and ${isLockedInPool(now)}
      and (pool_weeks.enabled = 1 and (pools.created_at is null or pool_locks.lock_at > pools.created_at)
        or games.gid in (${picksIn(poolId, ['pick'])}) or games.week_id in (${picksIn(poolId, ['order', 'team'])}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The picks of a pool, read once for several conditions. */
function picksIn(poolId: string, kinds: readonly ChoiceKind[]): RawBuilder<unknown> {
  return sql`
    select picks.about from entries join picks on picks.entry_id = entries.id
    where entries.pool_id = ${poolId} and picks.kind in (${sql.join(kinds)}) and picks.value is not null`;
}

/** Enables or disables weeks of a pool; picks stay unchanged. */
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

/** The given weeks that have begun in a pool: a game that counts has reached its own lock or the pool's deadline. */
export async function begunWeeks(db: Db, poolId: string, weekIds: readonly string[], now: number): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', 'pool_locks.gid', 'games.gid')
    .select('games.week_id')
    .distinct()
    .where('pool_locks.pool_id', '=', poolId)
    .where('games.week_id', 'in', weekIds)
    .where('games.void', 'is', null)
    .where(isLockedInPool(now))
    .execute();
  const begun = new Set(rows.map((row) => row.week_id));
  return weekIds.filter((id) => begun.has(id));
}

/** The given weeks that a new pool plays: a survivor pool leaves out those that have begun. They are locked until the transaction ends. */
export async function playedFromNow(
  tx: Db,
  { engine, now }: Planner,
  format: PoolRules['format'] | undefined,
  weekIds: readonly string[],
): Promise<readonly string[]> {
  if (format !== 'survivor') return weekIds;
  await holdWeeks(tx, engine, weekIds);
  return unbegunWeeks(tx, weekIds, await timeInTransaction(tx, engine, now));
}

/** Whether the first week of a pool has begun: then a survivor pool takes no new players. */
export async function hasBegun(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await begunWeeks(db, poolId, await poolWeeks(db, poolId), now)).length > 0;
}

/** Whether a survivor pool takes no new players, because it has begun. The pool is locked until the transaction ends. */
export async function isClosedSurvivor(tx: Db, { engine, now }: Planner, poolId: string): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  return hasBegun(tx, poolId, await timeInTransaction(tx, engine, now));
}

/**
 * Whether a survivor pool cannot enable or disable the weeks because one of them has begun: a week without a team costs a life. The pool,
 * and in a survivor pool the weeks, are locked until the transaction ends.
 */
export async function isBegunSurvivor(
  tx: Db,
  { engine, now }: Planner,
  poolId: string,
  weekIds: readonly string[],
): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  await holdWeeks(tx, engine, weekIds);
  return (await begunWeeks(tx, poolId, weekIds, await timeInTransaction(tx, engine, now))).length > 0;
}

/** The times (ms) at which the spreads of the given weeks freeze, by week, by their current schedule. */
async function weekFreezes(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  if (weekIds.length === 0) return new Map();
  const query = db.selectFrom('games').select(['week_id', 'kickoff']).where('week_id', 'in', weekIds);
  const games = Map.groupBy(await query.execute(), (game) => game.week_id);
  return new Map([...games].map(([weekId, own]) => [weekId, weekFreeze(own)]));
}

/** Games as they are at `now`, by any key: spreads whose time has come are frozen at their current value. */
async function withFrozenLines<K>(db: Db, games: ReadonlyMap<K, Game>, now: number): Promise<ReadonlyMap<K, Game>> {
  const open = [...games.values()].filter(({ spread, frozenSpread }) => spread !== null && frozenSpread === null);
  if (open.length === 0) return games;
  const freezes = await weekFreezes(db, [...new Set(open.map(({ weekId }) => weekId))]);
  return new Map([...games].map(([key, game]) => [key, withFrozenLine(game, freezes.get(game.weekId) ?? null, now)]));
}

/**
 * Stores the frozen spreads of whole weeks before their times change: a freeze that was reached is final, but other kick-offs could give
 * another freeze time.
 */
async function storeFrozenLines(tx: Db, weekIds: readonly string[], now: number): Promise<void> {
  if (weekIds.length === 0) return;
  const freezes = await weekFreezes(tx, weekIds);
  const open = tx
    .selectFrom('games')
    .select(['gid', 'week_id as weekId', 'lock_at as lockAt', 'spread', 'frozen_spread as frozenSpread'])
    .where('week_id', 'in', weekIds)
    .where('spread', 'is not', null)
    .where('frozen_spread', 'is', null);
  const frozen = (await open.execute()).filter(
    (game) => withFrozenLine(game, freezes.get(game.weekId) ?? null, now).frozenSpread !== null,
  );
  if (frozen.length === 0) return;
  const gids = frozen.map(({ gid }) => gid);
  const update = tx.updateTable('games').set((q) => ({ frozen_spread: q.ref('spread') }));
  await update.where('gid', 'in', gids).where('frozen_spread', 'is', null).execute();
}

/** A game before and after a write. */
export interface GameStates {
  readonly before: Game;
  readonly after: Game;
}

/** A game that moves to another week, and a pool in which its picks were revealed in the old week. */
export interface RevealedGame {
  readonly poolId: string;
  readonly before: Game;
  readonly after: Game;
}

/** The deadlines of weeks in the pools that play them, by pool and week, without deleted pools. */
export type PoolDeadlines = ReadonlyMap<string, PoolDeadline>;

interface PoolDeadline {
  readonly poolId: string;
  readonly weekId: string;
  /** ms; null if each game locks separately. */
  readonly deadline: number | null;
}

/** The games that leave their week, with the pools in which they are locked. Read before the games are written. */
async function revealedGames(tx: Db, states: readonly GameStates[], now: number): Promise<RevealedGame[]> {
  const moved = new Map(
    states.filter(({ before, after }) => before.weekId !== after.weekId).map((each) => [each.after.gid, each]),
  );
  const rows = await lockedIn(tx, [...moved.keys()], now);
  return rows.flatMap(({ poolId, gid }) => {
    const states = moved.get(gid);
    return states === undefined ? [] : [{ poolId, ...states }];
  });
}

/**
 * Withdraws the picks of games that were revealed in their old week and are open in the new one, and logs it in each pool, which notifies
 * the members. The picks stay in the history.
 */
async function withdrawReopened(tx: Db, engine: Engine, revealed: readonly RevealedGame[], now: number): Promise<void> {
  const gids = [...new Set(revealed.map(({ after }) => after.gid))];
  const locked = new Set((await lockedIn(tx, gids, now)).map(({ poolId, gid }) => `${poolId} ${gid}`));
  const reopened: RevealedGame[] = [];
  for (const each of revealed) {
    if (locked.has(`${each.poolId} ${each.after.gid}`)) continue;
    if (await withdrawPicks(tx, engine, { poolId: each.poolId, ...each.before }, now)) reopened.push(each);
  }
  for (const [poolId, own] of Map.groupBy(reopened, (each) => each.poolId))
    for (const [weekId, games] of Map.groupBy(own, (each) => each.before.weekId)) {
      const text = withdrawnText(
        weekId,
        games.map(({ after }) => after),
      );
      await writeAudit(tx, { act: 'picks.withdraw', actorId: null, poolId, weekId, after: { text } }, now);
    }
}

async function lockedIn(tx: Db, gids: readonly string[], now: number) {
  if (gids.length === 0) return [];
  return tx
    .selectFrom('pool_locks')
    .select(['pool_id as poolId', 'gid'])
    .where('gid', 'in', gids)
    .where(isLockedInPool(now))
    .orderBy('gid')
    .orderBy('pool_id')
    .execute();
}

/** The deadlines of the given weeks. Read before their games are written, and again after planning. */
async function poolDeadlines(tx: Db, weekIds: readonly string[]): Promise<PoolDeadlines> {
  if (weekIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pool_id as poolId', 'week_id as weekId', 'deadline'])
    .where('week_id', 'in', weekIds)
    .where('enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .orderBy('pool_id')
    .orderBy('week_id')
    .execute();
  return new Map(rows.map((row) => [keyOf(row.poolId, row.weekId), row]));
}

/**
 * Logs in each pool that open locks moved forward, which notifies the members: one log record per pool and week. A game that locks early
 * because it has begun is not logged.
 * @param before the deadlines of all weeks concerned, before the games were written
 */
async function noteEarlierLocks(
  tx: Db,
  states: readonly GameStates[],
  before: PoolDeadlines,
  now: number,
): Promise<void> {
  if (before.size === 0) return;
  const after = await poolDeadlines(tx, [...new Set([...before.values()].map(({ weekId }) => weekId))]);
  for (const { poolId, weekId, deadline } of after.values()) {
    const text = earlierText({ poolId, weekId, deadline }, states, before, now);
    if (text !== null)
      await writeAudit(tx, { act: 'lock.earlier', actorId: null, poolId, weekId, after: { text } }, now);
  }
}

function earlierText(
  { poolId, weekId, deadline }: PoolDeadline,
  states: readonly GameStates[],
  before: PoolDeadlines,
  now: number,
): string | null {
  const old = before.get(keyOf(poolId, weekId))?.deadline ?? null;
  if (old !== null && deadline !== null && movesEarlier(old, deadline, now)) return earlierWeekText(weekId, deadline);
  const games = states.flatMap((each) => {
    const inPool = before.get(keyOf(poolId, each.before.weekId));
    if (each.after.weekId !== weekId || inPool === undefined || !gameCounts(each.after)) return [];
    const lockAt = Math.min(plannedLock(each.after), deadline ?? NO_LOCK);
    const earlier = movesEarlier(Math.min(each.before.lockAt, inPool.deadline ?? NO_LOCK), lockAt, now);
    return earlier ? [{ ...each.after, lockAt }] : [];
  });
  return games.length === 0 ? null : earlierGamesText(weekId, games);
}

function keyOf(poolId: string, weekId: string): string {
  return `${poolId} ${weekId}`;
}

/** A write of a game: the fields that identify it, and any others that the writer knows. */
export type GameWrite = Pick<Game, 'gid' | 'weekId' | 'home' | 'away' | 'kickoff' | 'timeTbd'> &
  Partial<Omit<Game, 'lockAt' | 'frozenSpread'>>;

/** The result of `writeGames`. `weekIds` are the weeks of all games that were added or changed. */
export interface WrittenGames {
  readonly added: string[];
  readonly changed: string[];
  readonly weekIds: string[];
}

/** Games that are locked until the transaction ends, by id, and the time (ms) by which it decides about them. See `heldAt`. */
export interface HeldGames {
  readonly games: ReadonlyMap<string, Game>;
  readonly now: number;
}

function toRow(game: Game, now: number): GameRow {
  return {
    gid: game.gid,
    week_id: game.weekId,
    kickoff: game.kickoff,
    time_tbd: flag(game.timeTbd),
    lock_at: game.lockAt,
    status: game.status,
    void: game.void,
    home: game.home,
    away: game.away,
    home_score: game.homeScore,
    away_score: game.awayScore,
    spread: game.spread,
    frozen_spread: game.frozenSpread,
    spread_note: game.spreadNote,
    situation: game.situation,
    weather: game.weather,
    allow_spread_update: flag(game.allowSpreadUpdate),
    allow_time_update: flag(game.allowTimeUpdate),
    set_by_admin: game.setByAdmin.join(','),
    updated_at: now,
  };
}

/**
 * Locks games by id against other writers until the transaction ends, so that decisions about them stay valid until they are written. Picks
 * of these games can still be saved.
 */
export async function holdGames(tx: Db, engine: Engine, gids: readonly string[]): Promise<Map<string, Game>> {
  const wanted = jsonRows(
    engine,
    gids.map((gid) => ({ gid })),
    { gid: 'text' },
  );
  let query = tx.selectFrom('games').selectAll().where(sql<boolean>`gid in (select gid from ${wanted})`).orderBy('gid');
  if (engine === 'postgres') query = query.forNoKeyUpdate();
  return new Map((await query.execute()).map((row) => [row.gid, toGame(row)]));
}

const defaults = {
  status: DEFAULT_STATUS,
  void: null,
  homeScore: 0,
  awayScore: 0,
  spread: null,
  spreadNote: DEFAULT_SPREAD_NOTE,
  situation: DEFAULT_SITUATION,
  weather: '',
  allowSpreadUpdate: true,
  allowTimeUpdate: true,
  setByAdmin: [],
} as const;

/**
 * Adds new games and sets the given fields of known ones, in the caller's transaction; of two values for one field the last counts. Each
 * game keeps its first lock (`lockMoment`) in its week. The deadlines of its week in pools are recomputed, picks of a game that reopens in
 * another week are withdrawn, members are notified of locks that move forward, and weeks whose scores may change are marked for `rescore`.
 */
export async function writeGames(
  tx: Db,
  engine: Engine,
  writes: readonly GameWrite[],
  now: () => number,
): Promise<WrittenGames> {
  if (writes.length === 0) return { added: [], changed: [], weekIds: [] };
  const gids = writes.map((write) => write.gid);
  const games = await holdGames(tx, engine, gids);
  return writeHeld(tx, engine, await heldAt(tx, games, await timeInTransaction(tx, engine, now)), writes);
}

/** Locked games as they are at `now`: a write of another spread also stores the frozen one (decision 028). */
export async function heldAt(tx: Db, games: ReadonlyMap<string, Game>, now: number): Promise<HeldGames> {
  return { games: await withFrozenLines(tx, games, now), now };
}

/** Like `writeGames`, for games that are already locked; all others are new. */
export async function writeHeld(
  tx: Db,
  engine: Engine,
  { games: known, now }: HeldGames,
  writes: readonly GameWrite[],
): Promise<WrittenGames> {
  const next = new Map<string, Game>();
  for (const write of writes) next.set(write.gid, mergedGame(next.get(write.gid) ?? known.get(write.gid), write, now));
  const added: Game[] = [];
  const changed: Game[] = [];
  const weekIds = new Set<string>();
  const stale = new Set<string>();
  const timed = new Set<string>();
  const counted = new Set<string>();
  const toggled: string[] = [];
  for (const game of next.values()) {
    const before = known.get(game.gid);
    if (before && sameGame(before, game)) continue;
    (before ? changed : added).push(game);
    const weeks = [game.weekId, before?.weekId ?? game.weekId];
    for (const weekId of weeks) weekIds.add(weekId);
    if (mayScoreOtherwise(before, game)) for (const weekId of weeks) stale.add(weekId);
    if (before?.void !== game.void || before?.weekId !== game.weekId) for (const weekId of weeks) counted.add(weekId);
    if ((before?.void ?? null) !== game.void) toggled.push(game.gid);
    if (maySetDeadlines(before, game)) for (const weekId of weeks) timed.add(weekId);
  }
  const states = changed.flatMap((after) => {
    const before = known.get(after.gid);
    return before === undefined ? [] : [{ before, after }];
  });
  // Weeks are marked below. Writers of picks also mark them, while they share the gate.
  if (timed.size > 0) await closeGate(tx, engine);
  const revealed = await revealedGames(tx, states, now);
  const deadlines = await poolDeadlines(tx, [...timed]);
  await storeFrozenLines(tx, [...timed], now);
  await writeRows(
    tx,
    engine,
    'games',
    gameColumns,
    [...added, ...changed].map((game) => toRow(game, now)),
    ['gid'],
  );
  await storeVoidSince(tx, toggled, now);
  for (const weekId of await playedWeeks(tx, [...counted])) stale.add(weekId);
  await markStale(tx, [...stale]);
  await planDeadlines(tx, { engine, now: () => now }, { weekIds: [...timed] });
  await withdrawReopened(tx, engine, revealed, now);
  await noteEarlierLocks(tx, states, deadlines, now);
  if (engine === 'sqlite' && weekIds.size > 0) await storeLeagueTime(tx, now);
  return {
    added: added.map((game) => game.gid),
    changed: changed.map((game) => game.gid),
    weekIds: [...weekIds],
  };
}

async function storeVoidSince(tx: Db, gids: readonly string[], now: number): Promise<void> {
  if (gids.length === 0) return;
  const since = sql<number | null>`case when void is null then null else cast(${now} as bigint) end`;
  await tx.updateTable('games').set({ void_since: since }).where('gid', 'in', gids).execute();
}

/** The given weeks with a Final game. If values depend on which games count, adding or removing one changes the scores. */
async function playedWeeks(tx: Db, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = tx.selectFrom('games').select('week_id').distinct().where('week_id', 'in', weekIds);
  return (await query.where('status', '=', 'Final').execute()).map((row) => row.week_id);
}

/** A game as it will be after `write`. */
function mergedGame(before: Game | undefined, write: GameWrite, now: number): Game {
  const next = { ...defaults, ...before, ...write };
  const kept = { situation: situationOf(next), frozenSpread: before?.frozenSpread ?? null };
  const first = before?.weekId === next.weekId ? before.lockAt : null;
  return { ...next, ...kept, lockAt: lockMoment(next, now, first) };
}

function sameGame(a: Game, b: Game): boolean {
  return JSON.stringify(toRow(a, 0)) === JSON.stringify(toRow(b, 0));
}

/** The fields that decide which picks of a Final game were right. */
const scoring = ['status', 'void', 'homeScore', 'awayScore', 'spread', 'weekId'] as const;

/**
 * Whether scores or used teams may change: not through clocks or games that are not over, but through a game that is called off or
 * reinstated.
 */
function mayScoreOtherwise(before: Game | undefined, after: Game): boolean {
  if (before !== undefined && before.void !== after.void) return true;
  if (before?.status !== 'Final' && after.status !== 'Final') return false;
  return scoring.some((field) => before?.[field] !== after[field]);
}

/** The fields that decide the deadline of a pool's week, and may fix its tiebreak game. */
const deadlineFields = ['kickoff', 'timeTbd', 'void', 'weekId', 'lockAt'] as const;

function maySetDeadlines(before: Game | undefined, after: Game): boolean {
  return deadlineFields.some((field) => before?.[field] !== after[field]);
}

const gameColumns = {
  gid: 'text',
  week_id: 'text',
  kickoff: 'integer',
  time_tbd: 'integer',
  lock_at: 'integer',
  status: 'text',
  void: 'text',
  home: 'text',
  away: 'text',
  home_score: 'integer',
  away_score: 'integer',
  spread: 'real',
  frozen_spread: 'real',
  spread_note: 'text',
  situation: 'text',
  weather: 'text',
  allow_spread_update: 'integer',
  allow_time_update: 'integer',
  set_by_admin: 'text',
  updated_at: 'integer',
} as const;

/** The fields of a game that an admin may set; only those present change. */
export type GameChange = Partial<
  Pick<
    Game,
    'status' | 'homeScore' | 'awayScore' | 'kickoff' | 'spread' | 'void' | 'allowSpreadUpdate' | 'allowTimeUpdate'
  >
>;

/** A game before and after an edit. */
interface EditedGame {
  readonly before: Game;
  readonly after: Game;
}

/** Additional steps of an edit, in the same transaction. */
interface EditSteps {
  /** Checks the current games: if it returns false, nothing is edited. */
  readonly check?: (games: ReadonlyMap<string, Game>) => boolean;
  /** Runs for each game before the edit; does not write the game itself. */
  readonly prepare?: (tx: Db, game: Game, now: number) => Promise<Game>;
  readonly note?: (tx: Db, edited: readonly EditedGame[], now: number) => Promise<void>;
}

/**
 * An admin's edit. Fields that the feed also fills are remembered as set by hand.
 * @returns the game after the edit, or null if there is none
 */
export async function editGame(
  store: Store,
  gid: string,
  change: GameChange,
  clock: () => number,
  steps: EditSteps = {},
): Promise<Game | null> {
  const [game = null] = (await editGames(store, new Map([[gid, change]]), clock, steps)) ?? [];
  return game;
}

/**
 * Like `editGame` for several games by id: all of them, or none. @returns the games after the edit, or null if one does not exist or the
 * check failed
 */
function editGames(
  store: Store,
  changes: ReadonlyMap<string, GameChange>,
  clock: () => number,
  { check, prepare, note }: EditSteps,
): Promise<Game[] | null> {
  const edit = async (tx: Db): Promise<Game[] | null> => {
    const rows = await holdGames(tx, store.engine, [...changes.keys()]);
    const held = await heldAt(tx, rows, await timeInTransaction(tx, store.engine, clock));
    const { games, now } = held;
    if (games.size < changes.size || check?.(games) === false) return null;
    const edited: EditedGame[] = [];
    const writes: GameWrite[] = [];
    for (const [gid, before] of games) {
      const write = editedGame(prepare ? await prepare(tx, before, now) : before, changes.get(gid) ?? {});
      writes.push(write);
      edited.push({ before, after: mergedGame(before, write, now) });
    }
    await writeHeld(tx, store.engine, held, writes);
    await note?.(tx, edited, now);
    return edited.map(({ after }) => after);
  };
  return transact(store, edit);
}

/** Records which fields the admin set by hand. */
function editedGame(before: Game, change: GameChange): GameWrite {
  const setByAdmin = feedFields.filter((field) => before.setByAdmin.includes(field) || sets(change, field));
  const timeTbd = change.kickoff === undefined && before.timeTbd;
  return { ...before, ...change, timeTbd, setByAdmin };
}

function sets(change: GameChange, field: FeedField): boolean {
  if (field === 'score') return change.homeScore !== undefined || change.awayScore !== undefined;
  if (field === 'status') return change.status !== undefined || change.void !== undefined;
  return change[field] !== undefined;
}

/** Who edits a game, and the values that they saw before. */
export interface Editor {
  readonly adminId: string;
  readonly seen: GameChange;
}

/** An edit that would overwrite a concurrent change. */
export class EditConflict extends Error {
  /** The fields in conflict, in words: `home score`; with several games, preceded by the game. */
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    super(`Changed meanwhile: ${words.join(', ')}.`);
    this.words = words;
  }
}

/** Compares what an edit is based on with the current game. @throws EditConflict */
export function refuseStaleEdit(game: Game, change: GameChange, seen: GameChange): void {
  const fields = changedMeanwhile<GameChange>(game, change, seen);
  if (fields.length > 0) throw new EditConflict(fields.map(fieldWords));
}

/** An admin's changes to one of several games, and the values that they saw before. */
export interface WeekEdit {
  readonly change: GameChange;
  readonly seen: GameChange;
}

/**
 * An admin's edit of several games of a week, by id: one act, all or nothing. @returns the games after the edit, or null if one is not a
 * game of the week @throws EditConflict if an edited field was changed meanwhile
 */
export function editWeek(
  store: Store,
  weekId: string,
  edits: ReadonlyMap<string, WeekEdit>,
  clock: () => number,
  adminId: string,
): Promise<Game[] | null> {
  const changes = new Map([...edits].map(([gid, { change }]) => [gid, change]));
  const check = (games: ReadonlyMap<string, Game>): boolean => {
    if ([...games.values()].some((game) => game.weekId !== weekId)) return false;
    refuseStaleEdits(games, edits);
    return true;
  };
  const note = (tx: Db, edited: readonly EditedGame[], now: number) => noteEdits(tx, { adminId, now }, weekId, edited);
  return editGames(store, changes, clock, { check, note });
}

/** @throws EditConflict that names every game and field in question */
function refuseStaleEdits(games: ReadonlyMap<string, Game>, edits: ReadonlyMap<string, WeekEdit>): void {
  const words = [...games].flatMap(([gid, game]) => {
    const { change, seen } = edits.get(gid) ?? { change: {}, seen: {} };
    return changedMeanwhile<GameChange>(game, change, seen).map((field) => `${label(game)} ${fieldWords(field)}`);
  });
  if (words.length > 0) throw new EditConflict(words);
}

/** Logs an edit, in its transaction; an edit that changed nothing is not logged. */
export async function noteEdit(tx: Db, { adminId, now }: Actor, before: Game, after: Game): Promise<void> {
  const changed = changedFields(editable(before), editable(after));
  if (Object.keys(changed.after).length === 0) return;
  const { gid, weekId } = after;
  await writeAudit(tx, { act: 'game.edit', actorId: adminId, gid, weekId, ...changed }, now);
}

/** Logs an edit of several games as one act, with a line for each changed game. */
async function noteEdits(
  tx: Db,
  { adminId, now }: Actor,
  weekId: string,
  edited: readonly EditedGame[],
): Promise<void> {
  const games = edited.flatMap(({ before, after }) => {
    const changed = changedFields(editable(before), editable(after));
    return Object.keys(changed.after).length === 0 ? [] : [{ gid: after.gid, label: label(after), ...changed }];
  });
  if (games.length === 0) return;
  await writeAudit(tx, { act: 'games.edit', actorId: adminId, weekId, after: { games } }, now);
}

function label({ away, home }: Game): string {
  return `${away} @ ${home}`;
}

/** The fields that an admin can edit; the others are derived, or set by the feed. */
function editable(game: Game) {
  const { status, homeScore, awayScore, kickoff, timeTbd, spread, allowSpreadUpdate, allowTimeUpdate, setByAdmin } =
    game;
  const score = { status, homeScore, awayScore, void: game.void };
  return { ...score, kickoff, timeTbd, spread, allowSpreadUpdate, allowTimeUpdate, setByAdmin };
}

/** Why another tiebreak game was not named. */
export type NamingRefusal =
  | 'pool_not_found'
  | 'week_not_found'
  | 'no_tiebreak'
  | 'game_not_found'
  | 'game_void'
  | 'tiebreak_settled';

/** The outcome of naming a game: whose guesses were cleared, or why it was refused. */
export type Naming = { readonly cleared: readonly string[] } | { readonly refusal: NamingRefusal };

/**
 * Names the tiebreak game of a week before its first lock, clears the guesses of the previous one, and logs it. Cleared guesses stay in the
 * history, and `ownGuess` shows their owners that they were cleared.
 */
export function nameTiebreak(
  store: Store,
  { adminId, now: at }: Actor,
  { poolId, weekId, gid }: { readonly poolId: string; readonly weekId: string; readonly gid: string },
  clock: () => number,
): Promise<Naming> {
  return transact(store, async (tx): Promise<Naming> => {
    await holdWeeks(tx, store.engine, [weekId]);
    const [week] = await weekOf(tx, poolId, weekId);
    if (week === undefined) return { refusal: 'week_not_found' };
    if (readRules(week.rules).tiebreak === 'none') return { refusal: 'no_tiebreak' };
    const games = (await gamesOfWeek(tx, weekId)).map((game) => withPoolLock(game, week.deadline));
    const game = games.find((each) => each.gid === gid);
    if (game === undefined) return { refusal: 'game_not_found' };
    if (game.void !== null) return { refusal: 'game_void' };
    const now = await timeInTransaction(tx, store.engine, clock);
    if (now >= (firstLock(games) ?? now)) return { refusal: 'tiebreak_settled' };
    await tx
      .updateTable('pool_weeks')
      .set({ tiebreak_gid: gid, tiebreak_fixed_at: now })
      .where('pool_id', '=', poolId)
      .where('week_id', '=', weekId)
      .execute();
    if (week.tiebreak_gid === gid) return { cleared: [] };
    const cleared = await clearGuesses(tx, store.engine, { poolId, weekId }, adminId, now);
    const labelOf = (named: string | null) => labelIn(games, named);
    const change = {
      before: { tiebreakGame: labelOf(week.tiebreak_gid) },
      after: { tiebreakGame: labelOf(gid), cleared: cleared.length },
    };
    await writeAudit(tx, { act: 'tiebreak.name', actorId: adminId, poolId, weekId, gid, ...change }, at);
    return { cleared };
  });
}

function labelIn(games: readonly Game[], gid: string | null): string | null {
  const game = games.find((each) => each.gid === gid);
  return game === undefined ? null : `${game.away} @ ${game.home}`;
}

function weekOf(tx: Db, poolId: string, weekId: string) {
  return tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.rules', 'deadline', 'tiebreak_gid'])
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .execute();
}

/** An admin's correction of a frozen spread in one pool. */
export interface LineCorrection {
  readonly poolId: string;
  readonly gid: string;
  readonly spread: number;
  /** The pool's spread as the admin saw it; null if there was none. */
  readonly seen: number | null;
  readonly adminId: string;
  readonly reason: string;
}

/** The outcome; `isChanged` is false if the spread was the same before. */
export type LineOutcome =
  | { readonly isChanged: boolean }
  | { readonly refusal: 'pool_not_found' | 'game_not_found' | 'line_moves' | 'line_not_frozen' | 'changed_meanwhile' };

/**
 * Corrects the frozen spread of a game in one pool, even if the game is locked or over, and logs it. Marks its scores for `rescore`; picked
 * sides do not change.
 */
export function correctLine(store: Store, correction: LineCorrection, clock: () => number): Promise<LineOutcome> {
  return transact(store, async (tx): Promise<LineOutcome> => {
    const { poolId, gid, spread, seen } = correction;
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    if (pool.rules.line !== 'frozen') return { refusal: 'line_moves' };
    const rows = await holdGames(tx, store.engine, [gid]);
    const { games, now } = await heldAt(tx, rows, await timeInTransaction(tx, store.engine, clock));
    const game = games.get(gid);
    if (!game || !(await isWeekOfPool(tx, poolId, game.weekId))) return { refusal: 'game_not_found' };
    if (!(await isReached(tx, game, now))) return { refusal: 'line_not_frozen' };
    const before = withPoolLine(game, await poolLines(tx, poolId)).frozenSpread;
    if (before === spread) return { isChanged: false };
    if (before !== seen) return { refusal: 'changed_meanwhile' };
    await write(tx, correction, now);
    await note(tx, correction, game, before, now);
    if (game.status === 'Final') await markPoolStale(tx, poolId, [game.weekId]);
    return { isChanged: true };
  });
}

/** Whether the game has a frozen spread, or will freeze the first one that it gets. */
async function isReached(tx: Db, game: Game, now: number): Promise<boolean> {
  if (game.frozenSpread !== null) return true;
  const freezes = await weekFreezes(tx, [game.weekId]);
  return now >= lineFreeze(game, freezes.get(game.weekId) ?? null);
}

async function write(tx: Db, { poolId, gid, spread, adminId, reason }: LineCorrection, now: number): Promise<void> {
  const set = { spread, set_by: adminId, set_at: now, reason };
  await tx
    .insertInto('pool_lines')
    .values({ pool_id: poolId, gid, ...set })
    .onConflict((c) => c.columns(['pool_id', 'gid']).doUpdateSet(set))
    .execute();
}

async function note(
  tx: Db,
  { poolId, gid, spread, adminId, reason }: LineCorrection,
  { weekId }: Game,
  before: number | null,
  now: number,
): Promise<void> {
  const subject = { poolId, weekId, gid };
  const states = { before: { spread: before }, after: { spread, why: reason } };
  await writeAudit(tx, { act: 'line.correct', actorId: adminId, ...subject, ...states }, now);
}
