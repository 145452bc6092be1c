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
 * Plans the tiebreak games of pools' weeks anew, in the transaction that changed their games, their rule or the weeks themselves, once
 * their deadlines are planned. One that was guessed, named or whose week has locked stays (`plannedTiebreak`).
 * @param time the moment (ms) by which the transaction decides
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

/** The game of a week that was guessed while the pool played by a tiebreak before: its guesses go on counting, so it is fixed. */
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

/** Nothing is written where somebody guessed or named a game since the week was read: that fixed it. */
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

/** Those that have a tiebreak game, or whose pool plays by one. */
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

/** Those of some weeks that have begun in a pool: a game of them that counts has locked there, by itself or by the pool's deadline. */
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

/** Those of some weeks that a new pool plays: a survivor pool none that has begun. They are held until the transaction ends. */
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

/** Whether a pool has begun, with the first of its weeks: nobody joins it then where it is a survivor pool. */
export async function hasBegun(db: Db, poolId: string, now: number): Promise<boolean> {
  return (await begunWeeks(db, poolId, await poolWeeks(db, poolId), now)).length > 0;
}

/** Whether a survivor pool takes no new players, because it has begun. The pool is held until the transaction ends. */
export async function isClosedSurvivor(tx: Db, { engine, now }: Planner, poolId: string): Promise<boolean> {
  if ((await holdPool(tx, { engine }, poolId))?.rules.format !== 'survivor') return false;
  return hasBegun(tx, poolId, await timeInTransaction(tx, engine, now));
}

/**
 * Whether a survivor pool cannot take weeks in or leave them out, because one of them has begun: a week without a team costs a life. The
 * pool, and in a survivor pool the weeks, are held until the transaction ends.
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

/** The moments (ms) at which the lines of some weeks freeze, by week, as their games are planned. */
async function weekFreezes(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  if (weekIds.length === 0) return new Map();
  const query = db.selectFrom('games').select(['week_id', 'kickoff']).where('week_id', 'in', weekIds);
  const games = Map.groupBy(await query.execute(), (game) => game.week_id);
  return new Map([...games].map(([weekId, own]) => [weekId, weekFreeze(own)]));
}

/** Games as they are at `now`, by whatever names them: lines whose moment has come are frozen as they stand. */
async function withFrozenLines<K>(db: Db, games: ReadonlyMap<K, Game>, now: number): Promise<ReadonlyMap<K, Game>> {
  const open = [...games.values()].filter(({ spread, frozenSpread }) => spread !== null && frozenSpread === null);
  if (open.length === 0) return games;
  const freezes = await weekFreezes(db, [...new Set(open.map(({ weekId }) => weekId))]);
  return new Map([...games].map(([key, game]) => [key, withFrozenLine(game, freezes.get(game.weekId) ?? null, now)]));
}

/**
 * Stores the frozen lines of whole weeks before their times change, because a moment that was reached is final, and another
 * Tuesday may follow from other times.
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

/** A game that moves to another week, in a pool in which its picks were revealed in the old one. */
export interface RevealedGame {
  readonly poolId: string;
  readonly before: Game;
  readonly after: Game;
}

/** The deadlines of weeks in living pools that play them, by pool and week. */
export type PoolDeadlines = ReadonlyMap<string, PoolDeadline>;

interface PoolDeadline {
  readonly poolId: string;
  readonly weekId: string;
  /** ms; null where each game locks by itself. */
  readonly deadline: number | null;
}

/** The games that leave their week, in the pools in which they are locked there; to be asked before they are written. */
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
 * Withdraws what was picked of games whose picks were revealed in their old week and that are open in the new one, and notes it in the
 * log of each pool, by which its members hear of it. What was picked stays in the history.
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

/** The deadlines of some weeks, to be asked before their games are written and after they are planned. */
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
 * Notes in the logs of pools that open locks moved forward, by which their members hear of it: one entry for a pool and week. A game that
 * locks early because it has begun is no such news.
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

/** What a writer says of a game: the facts that name it, and whichever others it knows. */
export type GameWrite = Pick<Game, 'gid' | 'weekId' | 'home' | 'away' | 'kickoff' | 'timeTbd'> &
  Partial<Omit<Game, 'lockAt' | 'frozenSpread'>>;

/** What `writeGames` did. `weekIds` are the weeks of all games that were added or changed. */
export interface WrittenGames {
  readonly added: string[];
  readonly changed: string[];
  readonly weekIds: string[];
}

/** Games that are held until the transaction ends, by id, and the moment (ms) by which it decides about them. See `heldAt`. */
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
 * Games by id, held against other writers until the transaction ends: what is decided about them stays true until it is
 * written. Picks of these games go on being saved meanwhile.
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
 * Adds games that are new and sets the given fields of those that are known, inside the caller's transaction; of two values for
 * one field of a game the last counts. Each game keeps its first lock (`lockMoment`) in its week; the deadlines of its week in pools are
 * planned anew, picks of a game that opens again in another week are withdrawn, members hear of locks that move forward, and weeks
 * whose scores may change are marked for `rescore`.
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

/** Games that are held, as they are at `now`: what writes another line writes the frozen one with it (decision 028). */
export async function heldAt(tx: Db, games: ReadonlyMap<string, Game>, now: number): Promise<HeldGames> {
  return { games: await withFrozenLines(tx, games, now), now };
}

/** The same for games that are held; those that are not among them are new. */
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
  // Weeks are marked below, which writers of picks do behind the gate, too.
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

/** Those of some weeks in which a game is Final: where values follow from the games that count, one more or less of them changes its score. */
async function playedWeeks(tx: Db, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = tx.selectFrom('games').select('week_id').distinct().where('week_id', 'in', weekIds);
  return (await query.where('status', '=', 'Final').execute()).map((row) => row.week_id);
}

/** A game as it will be once `write` is written over what it was. */
function mergedGame(before: Game | undefined, write: GameWrite, now: number): Game {
  const next = { ...defaults, ...before, ...write };
  const kept = { situation: situationOf(next), frozenSpread: before?.frozenSpread ?? null };
  const first = before?.weekId === next.weekId ? before.lockAt : null;
  return { ...next, ...kept, lockAt: lockMoment(next, now, first) };
}

function sameGame(a: Game, b: Game): boolean {
  return JSON.stringify(toRow(a, 0)) === JSON.stringify(toRow(b, 0));
}

/** What decides who was right about a Final game. */
const scoring = ['status', 'void', 'homeScore', 'awayScore', 'spread', 'weekId'] as const;

/**
 * Whether anybody's score may follow, or which teams are used: clocks and games that are not over decide neither, but a game that is
 * called off, or comes back, may.
 */
function mayScoreOtherwise(before: Game | undefined, after: Game): boolean {
  if (before !== undefined && before.void !== after.void) return true;
  if (before?.status !== 'Final' && after.status !== 'Final') return false;
  return scoring.some((field) => before?.[field] !== after[field]);
}

/** What sets the deadline of a pool's week, and what may fix its tiebreak game. */
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

/** What else belongs to an edit, in the same transaction. */
interface EditSteps {
  /** Looks at the games as they are: where it says no, nothing is edited. */
  readonly check?: (games: ReadonlyMap<string, Game>) => boolean;
  /** What happens to each game before; it writes nothing to the game itself. */
  readonly prepare?: (tx: Db, game: Game, now: number) => Promise<Game>;
  readonly note?: (tx: Db, edited: readonly EditedGame[], now: number) => Promise<void>;
}

/**
 * An admin's edit. Fields that the feed also fills are remembered as set by hand.
 * @returns the game as it is now, or null where there is none
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
 * The same for several games by id: all of them, or none.
 * @returns the games as they are now, or null where one of them does not exist or the check said no
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

/** Notes which fields the admin set by hand. */
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

/** An edit that would undo what somebody else did meanwhile. */
export class EditConflict extends Error {
  /** What is in question, as people read it: `home score`; of several games with the game before it. */
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    super(`Changed meanwhile: ${words.join(', ')}.`);
    this.words = words;
  }
}

/** Holds an edit against the game as it is now. @throws EditConflict */
export function refuseStaleEdit(game: Game, change: GameChange, seen: GameChange): void {
  const fields = changedMeanwhile<GameChange>(game, change, seen);
  if (fields.length > 0) throw new EditConflict(fields.map(fieldWords));
}

/** What an admin sets of one game among several, and the values that they saw before. */
export interface WeekEdit {
  readonly change: GameChange;
  readonly seen: GameChange;
}

/**
 * An admin's edit of several games of a week, by id: one act, all of it or nothing.
 * @returns the games as they are now, or null where one of them is no game of the week
 * @throws EditConflict where somebody else changed what they edit
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

/** Notes an edit in the log, inside its transaction; one that changed nothing leaves no entry. */
export async function noteEdit(tx: Db, { adminId, now }: Actor, before: Game, after: Game): Promise<void> {
  const changed = changedFields(editable(before), editable(after));
  if (Object.keys(changed.after).length === 0) return;
  const { gid, weekId } = after;
  await writeAudit(tx, { act: 'game.edit', actorId: adminId, gid, weekId, ...changed }, now);
}

/** Notes an edit of several games as one act, with a line for each that changed. */
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

/** What an admin's edit can change; the rest follows from it, or is the feed's. */
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

/** What came of naming a game: whose guesses were cleared, or why it was not named. */
export type Naming = { readonly cleared: readonly string[] } | { readonly refusal: NamingRefusal };

/**
 * Names the tiebreak game of a week before its first lock, clears the guesses of the other one, and notes it. The cleared
 * guesses stay in the history, and `ownGuess` shows their players that they were cleared.
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

/** A frozen line as an admin corrects it in one pool. */
export interface LineCorrection {
  readonly poolId: string;
  readonly gid: string;
  readonly spread: number;
  /** The pool's line as the admin saw it; null where there was none. */
  readonly seen: number | null;
  readonly adminId: string;
  readonly reason: string;
}

/** What became of it; `isChanged` is false where that line stood there already. */
export type LineOutcome =
  | { readonly isChanged: boolean }
  | { readonly refusal: 'pool_not_found' | 'game_not_found' | 'line_moves' | 'line_not_frozen' | 'changed_meanwhile' };

/**
 * Corrects the frozen line of a game in one pool, also where the game is locked or over, and notes it in the log. Its scores are
 * marked for `rescore`; no side changes.
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

/** Whether the game has a frozen line, or takes the first that it gets. */
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
