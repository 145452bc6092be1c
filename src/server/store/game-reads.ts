import type { Selectable } from 'kysely';
import type { GamesReply } from '#contract/games.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { compareGames } from '#core/game.ts';
import type { FeedField, Game } from '#core/types.ts';
import { feedFields } from '#core/types.ts';
import type { Loaded } from '#server/live/snapshot-cache.ts';
import { ALWAYS } from '#server/live/snapshot-cache.ts';
import type { Db } from './engine/connect.ts';
import type { GameTable } from './engine/schema.ts';

/** The columns of a game that a writer sets. */
export type GameRow = Omit<Selectable<GameTable>, 'void_since'>;

export function toGame(row: GameRow): Game {
  return {
    gid: row.gid,
    weekId: row.week_id,
    kickoff: row.kickoff,
    timeTbd: row.time_tbd === 1,
    lockAt: row.lock_at,
    status: row.status,
    void: row.void,
    home: row.home,
    away: row.away,
    homeScore: row.home_score,
    awayScore: row.away_score,
    spread: row.spread,
    frozenSpread: row.frozen_spread,
    spreadNote: row.spread_note,
    situation: row.situation,
    weather: row.weather,
    allowSpreadUpdate: row.allow_spread_update === 1,
    allowTimeUpdate: row.allow_time_update === 1,
    setByAdmin: gameSetByAdmin(row.set_by_admin),
  };
}

/** The fields that an admin set by hand, as they are stored. */
export function gameSetByAdmin(stored: string): FeedField[] {
  return stored.split(',').filter(isFeedField);
}

function isFeedField(text: string): text is FeedField {
  return feedFields.some((field) => field === text);
}

/** The games of some weeks, by kick-off within each week. */
export async function gamesOfWeeks(db: Db, weekIds: readonly string[]): Promise<Game[]> {
  if (weekIds.length === 0) return [];
  const rows = await db.selectFrom('games').selectAll().where('week_id', 'in', weekIds).execute();
  return rows.map(toGame).sort(compareGames);
}

/** The games of some weeks, by week. */
export async function gamesByWeek(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, Game[]>> {
  return Map.groupBy(await gamesOfWeeks(db, weekIds), ({ weekId }) => weekId);
}

export async function gamesOfWeek(db: Db, weekId: string): Promise<Game[]> {
  const rows = await db.selectFrom('games').selectAll().where('week_id', '=', weekId).execute();
  return rows.map(toGame).sort(compareGames);
}

/** A game by id, null where there is none. */
export async function findGame(db: Db, gid: string): Promise<Game | null> {
  const row = await db.selectFrom('games').selectAll().where('gid', '=', gid).executeTakeFirst();
  return row ? toGame(row) : null;
}

/** The games of a week as they are at `now`; the state holds until a line freezes. */
export async function loadGames(db: Db, weekId: string, now: number): Promise<Loaded<GamesReply>> {
  const games = await gamesOfWeek(db, weekId);
  const ofWeek = weekFreeze(games);
  const freezes = games.filter(({ frozenSpread }) => frozenSpread === null).map((game) => lineFreeze(game, ofWeek));
  const state: GamesReply = { games: games.map((game) => withFrozenLine(game, ofWeek, now)) };
  return { state, validUntil: Math.min(ALWAYS, ...freezes.filter((freeze) => freeze > now)) };
}

export type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd' | 'lockAt' | 'setByAdmin'>;

/** How far the games of some weeks are. */
export async function gameStates(db: Db, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .select(['week_id as weekId', 'status', 'void', 'kickoff', 'time_tbd', 'lock_at as lockAt', 'set_by_admin']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ time_tbd, set_by_admin, ...state }) => {
    return { ...state, timeTbd: time_tbd === 1, setByAdmin: gameSetByAdmin(set_by_admin) };
  });
}
