import { sql } from 'kysely';
import { DEFAULT_SITUATION, DEFAULT_SPREAD_NOTE, DEFAULT_STATUS, situationOf } from '#core/game.ts';
import { lockMoment } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { planDeadlines } from './deadlines.ts';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows, writeRows } from './engine/json-rows.ts';
import { storeFrozenLines, withFrozenLines } from './frozen-lines.ts';
import type { GameRow } from './game-reads.ts';
import { toGame } from './game-reads.ts';
import { flag } from './ids.ts';
import { storeLeagueTime, timeInTransaction } from './league-time.ts';
import { noteEarlierLocks, poolDeadlines, revealedGames, withdrawReopened } from './moved-locks.ts';
import { closeGate } from './picks.ts';
import { markStale } from './stale-weeks.ts';

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
export function mergedGame(before: Game | undefined, write: GameWrite, now: number): Game {
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
