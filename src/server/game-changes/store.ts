import { sql } from 'kysely';
import { weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { DEFAULT_SITUATION, DEFAULT_SPREAD_NOTE, DEFAULT_STATUS, gameCounts, situationOf } from '#core/game.ts';
import { earlierGamesText, earlierWeeksText, earlierWeekText, movesEarlier, withdrawnText } from '#core/lock-news.ts';
import { firstLock, lockMoment, NO_LOCK, plannedLock } from '#core/locks.ts';
import { compareTeams } from '#core/source-games.ts';
import { teams } from '#core/teams.ts';
import type { Game, LineSource, Team } from '#core/types.ts';
import { compareWeeks, parseWeekId } from '#core/weeks.ts';
import type { GameRow } from '#server/games/reads.ts';
import { toGame } from '#server/games/reads.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markStale } from '#server/journal/stale-store.ts';
import { writeReceipts } from '#server/locks/store.ts';
import { clearGuesses, withdrawPicks } from '#server/picks/rows-store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { flag } from '#server/platform/db/ids.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import { storeLeagueTime, timeInTransaction } from '#server/platform/db/league-time.ts';
import type { TeamTable } from '#server/platform/db/schema.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { readRules } from '#server/platform/db/values.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
import { isLockedInPool, leftOutOfPools, weekOfPool } from '#server/pools/week-reads.ts';
import { noteGameChange, weeksBefore } from '#server/receipts/changes-store.ts';
import type { PoolWeekId, ReceiptAuthor } from '#server/receipts/reads.ts';
import {
  importsOfWeek,
  missingIn,
  weeksWithChangesOf,
  weeksWithPostponed,
  weeksWithReceipts,
} from '#server/receipts/reads.ts';
import { holdChains } from '#server/receipts/store.ts';
import { planDeadlines } from './deadline-store.ts';
import { replacedGames, withdrawReplaced } from './replaced-store.ts';
import { listedOpenSlates, noteSlate } from './slate-store.ts';

/** The times (ms) at which the spreads of the given weeks freeze, by week, by their current schedule. */
export async function weekFreezes(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
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

/** The locks of weeks in the pools that play them, without deleted pools. */
export interface PoolLocks {
  /** By pool and week. */
  readonly deadlines: ReadonlyMap<string, PoolDeadline>;
  /** The games that pools leave out, which have no locks there, by pool and gid. */
  readonly leftOut: ReadonlySet<string>;
}

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

/** The weeks of pools in which a change of games may change what is visible: a game that moves, or is called off, does. */
async function visibleWeeks(
  tx: Db,
  weekIds: readonly string[],
  revealed: readonly RevealedGame[],
): Promise<readonly PoolWeekId[]> {
  const left = revealed.map(({ poolId, before }) => ({ poolId, weekId: before.weekId }));
  return distinct([...(await weeksWithReceipts(tx, weekIds)), ...left]);
}

function distinct(weeks: readonly PoolWeekId[]): readonly PoolWeekId[] {
  return [...new Map(weeks.map((week) => [keyOf(week.poolId, week.weekId), week])).values()];
}

/**
 * Writes the receipts that must not wait until games are written: those of locks and imports, where they are missing, and of an earlier
 * change of the same games. The gate is closed.
 */
async function writeMissing(
  tx: Db,
  engine: Engine,
  weeks: readonly PoolWeekId[],
  gids: readonly string[],
  now: number,
): Promise<void> {
  if (weeks.length === 0) return;
  const known = new Set(weeks.map(({ poolId, weekId }) => keyOf(poolId, weekId)));
  const weekIds = [...new Set(weeks.map(({ weekId }) => weekId))];
  const missing = await missingIn(tx, weekIds, now);
  const imported: PoolWeekId[] = [];
  for (const weekId of weekIds)
    for (const { poolId } of await importsOfWeek(tx, weekId)) imported.push({ poolId, weekId });
  const ofWeeks = [...missing, ...imported].filter(({ poolId, weekId }) => known.has(keyOf(poolId, weekId)));
  const due = [...ofWeeks, ...(await weeksWithChangesOf(tx, gids))];
  const poolsOf = (some: readonly PoolWeekId[]) => [...new Set(some.map(({ poolId }) => poolId))];
  await holdChains(tx, engine, poolsOf(due));
  const byWeek = [...Map.groupBy(due, ({ weekId }) => weekId)];
  for (const [weekId, own] of byWeek.toSorted(([a], [b]) => compareWeeks(a, b)))
    await writeReceipts(tx, engine, { weekId, poolIds: poolsOf(own) }, now);
}

/** Earlier weeks with a postponed game: what they show as a whole depends on when the next one begins. */
async function waitingFor(tx: Db, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const isBefore = (id: string) => !weekIds.includes(id) && weekIds.some((weekId) => compareWeeks(id, weekId) < 0);
  return [...(await weeksWithPostponed(tx))].filter(isBefore);
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

/** The locks of the given weeks in pools. Read before their games or slates are written, and again after planning. */
export async function poolLocks(tx: Db, weekIds: readonly string[]): Promise<PoolLocks> {
  if (weekIds.length === 0) return { deadlines: new Map(), leftOut: new Set() };
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
  const deadlines = new Map(rows.map((row) => [keyOf(row.poolId, row.weekId), row]));
  return { deadlines, leftOut: await leftOutOfPools(tx, weekIds) };
}

/**
 * Logs in each pool that open locks moved forward, which notifies the members: one log record per pool and week. A game that locks early
 * because it has begun is not logged, nor is one that the pool leaves out or has just taken in.
 * @param before the locks of all weeks concerned, before the games or slates were written
 */
export async function noteEarlierLocks(
  tx: Db,
  states: readonly GameStates[],
  before: PoolLocks,
  now: number,
): Promise<void> {
  if (before.deadlines.size === 0) return;
  const after = await poolLocks(tx, [...new Set([...before.deadlines.values()].map(({ weekId }) => weekId))]);
  for (const { poolId, weekId, deadline } of after.deadlines.values()) {
    const hasLock = ({ gid }: Game) => [before, after].every(({ leftOut }) => !leftOut.has(keyOf(poolId, gid)));
    const locking = states.filter((each) => hasLock(each.after));
    const text = earlierText({ poolId, weekId, deadline }, locking, before, now);
    if (text !== null)
      await writeAudit(tx, { act: 'lock.earlier', actorId: null, poolId, weekId, after: { text } }, now);
  }
}

/** The locks of games that count in the enabled weeks of a pool. Read before and after a change of its rules. */
export type GameLocks = ReadonlyMap<string, GameLock>;

interface GameLock {
  readonly weekId: string;
  /** In the pool, ms. */
  readonly lockAt: number;
  /** That of the week, ms; null if each game locks separately. */
  readonly deadline: number | null;
}

/** The locks of the games that count in the enabled weeks of a pool, by gid. */
export async function gameLocks(tx: Db, poolId: string): Promise<GameLocks> {
  const rows = await tx
    .selectFrom('pool_weeks')
    .innerJoin('games', 'games.week_id', 'pool_weeks.week_id')
    .innerJoin('pool_locks', (on) =>
      on.onRef('pool_locks.pool_id', '=', 'pool_weeks.pool_id').onRef('pool_locks.gid', '=', 'games.gid'),
    )
    .select(['games.gid', 'games.week_id as weekId', 'pool_locks.lock_at as lockAt', 'pool_weeks.deadline'])
    .where('pool_weeks.pool_id', '=', poolId)
    .where('pool_weeks.enabled', '=', 1)
    .where('games.void', 'is', null)
    .execute();
  return new Map(rows.map(({ gid, ...lock }) => [gid, lock]));
}

/**
 * Logs that new rules of a pool set deadlines before open locks of games that stay in it, which notifies the members: one log record for all
 * weeks.
 */
export async function noteEarlierDeadlines(tx: Db, poolId: string, before: GameLocks, now: number): Promise<void> {
  const earlier = new Map<string, number>();
  for (const [gid, { weekId, lockAt, deadline }] of await gameLocks(tx, poolId)) {
    const old = before.get(gid);
    if (old !== undefined && deadline !== null && movesEarlier(old.lockAt, lockAt, now)) earlier.set(weekId, deadline);
  }
  const weeks = [...earlier].toSorted(([a], [b]) => compareWeeks(a, b));
  const [first] = weeks;
  if (first === undefined) return;
  const after = { text: earlierWeeksText(weeks) };
  await writeAudit(tx, { act: 'lock.earlier', actorId: null, poolId, weekId: first[0], after }, now);
}

function earlierText(
  { poolId, weekId, deadline }: PoolDeadline,
  states: readonly GameStates[],
  { deadlines: before }: PoolLocks,
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
    line_source: game.lineSource,
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
  lineSource: null,
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
 * another week, or whose teams change, are withdrawn, members are notified of locks that move forward, and weeks whose scores may change are
 * marked for `rescore`.
 * @param by who changes them
 */
export async function writeGames(
  tx: Db,
  engine: Engine,
  writes: readonly GameWrite[],
  now: () => number,
  by: ReceiptAuthor,
): Promise<WrittenGames> {
  if (writes.length === 0) return { added: [], changed: [], weekIds: [] };
  const gids = writes.map((write) => write.gid);
  const games = await holdGames(tx, engine, gids);
  return writeHeld(tx, engine, await heldAt(tx, games, await timeInTransaction(tx, engine, now)), writes, by);
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
  by: ReceiptAuthor,
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
    if (maySeeOtherwise(before, game)) for (const weekId of weeks) counted.add(weekId);
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
  const replaced = await replacedGames(tx, states, now);
  const shown = [...counted, ...(await waitingFor(tx, [...counted]))];
  const gids = [...added, ...changed].map(({ gid }) => gid);
  const visible = await visibleWeeks(tx, shown, revealed);
  const listed = distinct([...visible, ...(await listedOpenSlates(tx, [...timed], now))]);
  await writeMissing(tx, engine, listed, gids, now);
  const before = await weeksBefore(tx, listed);
  const locks = await poolLocks(tx, [...timed]);
  await storeFrozenLines(tx, [...timed], now);
  await storeGames(tx, engine, [...added, ...changed], now);
  await storeVoidSince(tx, toggled, now);
  for (const weekId of await playedWeeks(tx, [...counted])) stale.add(weekId);
  await markStale(tx, [...stale]);
  const { slates } = await planDeadlines(tx, { engine, now: () => now }, { weekIds: [...timed] });
  for (const change of slates) if (!change.isFirst) await noteSlate(tx, null, change, now);
  await withdrawReopened(tx, engine, revealed, now);
  await withdrawReplaced(tx, engine, replaced, locks, now);
  const noted = new Set([...visible, ...slates].map(({ poolId, weekId }) => keyOf(poolId, weekId)));
  const changes = before.filter(({ poolId, weekId }) => noted.has(keyOf(poolId, weekId)));
  await noteGameChange(tx, engine, changes, { by, gids, at: now });
  await noteEarlierLocks(tx, states, locks, now);
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
export function mergedGame(before: Game | undefined, write: GameWrite, now: number): Game {
  const next = { ...defaults, ...before, ...write };
  const isReplaced = before !== undefined && compareTeams(before, next) !== 'same';
  const frozenSpread = isReplaced ? null : (before?.frozenSpread ?? null);
  const kept = { situation: situationOf(next), frozenSpread, lineSource: sourceOfLine(before, write, next) };
  const first = before?.weekId === next.weekId ? before.lockAt : null;
  return { ...next, ...kept, lockAt: lockMoment(next, now, first) };
}

/** A line whose writer does not say who set it is not known: it comes from a file. */
function sourceOfLine(before: Game | undefined, write: GameWrite, { spread }: Pick<Game, 'spread'>): LineSource | null {
  if (spread === null) return null;
  if (write.lineSource !== undefined) return write.lineSource;
  return before?.spread === spread ? before.lineSource : null;
}

function sameGame(a: Game, b: Game): boolean {
  return JSON.stringify(toRow(a, 0)) === JSON.stringify(toRow(b, 0));
}

/** Whether what receipts list of a game, or which games count, may change. */
function maySeeOtherwise(before: Game | undefined, game: Game): boolean {
  return (['void', 'weekId', 'home', 'away'] as const).some((field) => before?.[field] !== game[field]);
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

/** The fields that decide the deadline of a pool's week, may fix its tiebreak game, or withdraw picks. */
const deadlineFields = ['kickoff', 'timeTbd', 'void', 'weekId', 'lockAt', 'home', 'away'] as const;

function maySetDeadlines(before: Game | undefined, after: Game): boolean {
  return deadlineFields.some((field) => before?.[field] !== after[field]);
}

/** Stores games as they are. The caller marks their weeks, plans deadlines and writes receipts. */
export async function storeGames(tx: Db, engine: Engine, games: readonly Game[], now: number): Promise<void> {
  const rows = games.map((game) => toRow(game, now));
  await writeRows(tx, engine, 'games', gameColumns, rows, ['gid']);
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
  line_source: 'text',
  spread_note: 'text',
  situation: 'text',
  weather: 'text',
  allow_spread_update: 'integer',
  allow_time_update: 'integer',
  set_by_admin: 'text',
  updated_at: 'integer',
} as const;

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
    const { games } = await weekOfPool(tx, poolId, weekId);
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
    // Without how many guesses were cleared: whether there were any is sealed.
    const change = {
      before: { tiebreakGame: labelOf(week.tiebreak_gid) },
      after: { tiebreakGame: labelOf(gid) },
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

/** Adds the weeks that are missing. @throws for an id that is not a week's */
export async function addWeeks(db: Db, weekIds: readonly string[]): Promise<void> {
  if (weekIds.length === 0) return;
  const weeks = weekIds.map((id) => {
    const week = parseWeekId(id);
    if (!week) throw new Error(`'${id}' is not the id of a week.`);
    return { id, season: week.season, number: week.number };
  });
  await db
    .insertInto('weeks')
    .values(weeks)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
}

/** Adds the teams that are missing. @returns how many were added */
export async function addMissingTeams(db: Db): Promise<number> {
  const written = await db
    .insertInto('teams')
    .values(teams.map(teamRow))
    .onConflict((c) => c.column('abbr').doNothing())
    .returning('abbr')
    .execute();
  return written.length;
}

function teamRow(team: Team): TeamTable {
  return {
    abbr: team.abbr,
    short_name: team.shortName,
    long_name: team.longName,
    city: team.city,
    mascot: team.mascot,
    conference: team.conference,
    division: team.division,
    primary_color: team.colors.primary,
    secondary_color: team.colors.secondary,
    accent_color: team.colors.accent,
  };
}
