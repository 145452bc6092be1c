import type { Selectable } from 'kysely';
import { compareGames } from '#core/game.ts';
import type { FeedField, Game } from '#core/types.ts';
import { feedFields } from '#core/types.ts';
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
