import { isSpreadLocked } from '#core/game.ts';
import type { FeedField, Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import type { Db, Engine, Store } from '../store/connect.ts';
import type { GameWrite } from '../store/games.ts';
import { writeGames } from '../store/games.ts';
import { rescoreStale } from '../store/scores.ts';
import { holdGamesOfWeek } from '../store/sync.ts';

type Fed = 'kickoff' | 'timeTbd' | 'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'situation' | 'weather';

/** What a feed says of a game; a field that it does not know is missing. */
export type GameUpdate = Pick<Game, 'gid' | 'weekId'> & Partial<Pick<Game, Fed>>;

/** What a sync did. */
export interface Synced {
  /** Games that changed. */
  readonly gids: string[];
  /** Weeks with such games. */
  readonly weekIds: string[];
}

/**
 * Writes what a feed says, as far as it may, one transaction for each week, and brings the scores up to date. Games that
 * the database does not know are left out. The caller tells `live` of the weeks.
 */
export async function syncGames(store: Store, updates: readonly GameUpdate[], now: number): Promise<Synced> {
  const gids: string[] = [];
  const weekIds = new Set<string>();
  const byWeek = Map.groupBy(updates, (update) => update.weekId);
  for (const weekId of [...byWeek.keys()].sort()) {
    const ofWeek = byWeek.get(weekId) ?? [];
    const written = await store.db.transaction().execute((tx) => syncWeek(tx, store.engine, weekId, ofWeek, now));
    gids.push(...written.changed);
    for (const id of written.weekIds) weekIds.add(id);
  }
  for (const id of await rescoreStale(store)) weekIds.add(id);
  return { gids, weekIds: [...weekIds] };
}

async function syncWeek(tx: Db, engine: Engine, weekId: string, updates: readonly GameUpdate[], now: number) {
  const known = new Map((await holdGamesOfWeek(tx, engine, weekId)).map((game) => [game.gid, game]));
  const writes = updates.flatMap((update) => {
    const game = known.get(update.gid);
    return game ? [allowedUpdate(game, update, now)] : [];
  });
  return writeGames(tx, engine, writes, now);
}

/**
 * What of an update may be written. What an admin set by hand holds; the status never goes backwards, and an update that
 * would turn it back is old: its score and situation count as little. Kick-off and line move only where the game allows
 * it, the line until 24 hours before the kick-off, and a line that is known is never lost.
 */
export function allowedUpdate(game: Game, update: GameUpdate, now: number): GameWrite {
  const time = allowedTime(game, update);
  return { ...game, ...time, ...allowedPlay(game, update), ...allowedLine(game, update, time.kickoff, now) };
}

function allowedTime(game: Game, update: GameUpdate): Pick<Game, 'kickoff' | 'timeTbd'> {
  const { kickoff, timeTbd } = { ...game, ...(game.allowTimeUpdate && isFree(game, 'kickoff') ? update : {}) };
  return { kickoff, timeTbd };
}

function allowedPlay(game: Game, update: GameUpdate): Partial<Game> {
  const { weather = game.weather } = update;
  if (isOld(game, update)) return { weather };
  const { status = game.status, situation = game.situation } = update;
  const { homeScore = game.homeScore, awayScore = game.awayScore } = update;
  return {
    weather,
    situation,
    ...(isFree(game, 'status') ? { status, void: update.void === undefined ? game.void : update.void } : {}),
    ...(isFree(game, 'score') ? { homeScore, awayScore } : {}),
  };
}

function allowedLine(game: Game, { spread }: GameUpdate, kickoff: number, now: number): Partial<Game> {
  const known = spread !== undefined && spread !== null;
  const open = game.allowSpreadUpdate && isFree(game, 'spread') && !isSpreadLocked({ kickoff }, now);
  return known && open ? { spread } : {};
}

/** Where an admin holds the status, it says nothing about the age of an update. */
function isOld(game: Game, { status }: GameUpdate): boolean {
  if (status === undefined || !isFree(game, 'status')) return false;
  return gameStatuses.indexOf(status) < gameStatuses.indexOf(game.status);
}

function isFree(game: Game, field: FeedField): boolean {
  return !game.setByAdmin.includes(field);
}
