import type { RawBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { GamesReply } from '#contract/games.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { compareGames } from '#core/game.ts';
import { teams, withStyles } from '#core/teams.ts';
import type { FeedField, Game, Team } from '#core/types.ts';
import { feedFields, lineSources } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { GameTable, TeamTable } from '#server/platform/db/schema.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';

/** The columns of a game that writers set. */
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
    lineSource: lineSources.find((source) => source === row.line_source) ?? null,
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

/** The games of the given weeks, by kick-off within each week. */
export async function gamesOfWeeks(db: Db, weekIds: readonly string[]): Promise<Game[]> {
  if (weekIds.length === 0) return [];
  const rows = await db.selectFrom('games').selectAll().where('week_id', 'in', weekIds).execute();
  return rows.map(toGame).sort(compareGames);
}

/** The games of the given weeks, by week. */
export async function gamesByWeek(db: Db, weekIds: readonly string[]): Promise<ReadonlyMap<string, Game[]>> {
  return Map.groupBy(await gamesOfWeeks(db, weekIds), ({ weekId }) => weekId);
}

export async function gamesOfWeek(db: Db, weekId: string): Promise<Game[]> {
  const rows = await db.selectFrom('games').selectAll().where('week_id', '=', weekId).execute();
  return rows.map(toGame).sort(compareGames);
}

/** A game by id; null if there is none. */
export async function findGame(db: Db, gid: string): Promise<Game | null> {
  const row = await db.selectFrom('games').selectAll().where('gid', '=', gid).executeTakeFirst();
  return row ? toGame(row) : null;
}

/** The games of a week as they are at `now`; the state holds until a line freezes. */
export async function loadGames(db: Db, weekId: string, now: number): Promise<Loaded<GamesReply>> {
  const games = await gamesOfWeek(db, weekId);
  const ofWeek = weekFreeze(games);
  const freezes = games.filter(({ frozenSpread }) => frozenSpread === null).map((game) => lineFreeze(game, ofWeek));
  const state: GamesReply = { games: games.map((game) => withStyles(withFrozenLine(game, ofWeek, now))) };
  return { state, validUntil: Math.min(ALWAYS, ...freezes.filter((freeze) => freeze > now)) };
}

/** The year of the latest season that is loaded; null before the first. */
export async function latestSeason(db: Db): Promise<number | null> {
  const query = db.selectFrom('weeks').select((q) => q.fn.max('season').as('season'));
  return (await query.executeTakeFirst())?.season || null;
}

/** The given weeks in which no game that counts has reached its own lock, without deadlines. */
export async function unbegunWeeks(db: Db, weekIds: readonly string[], now: number): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select('week_id').distinct().where('week_id', 'in', weekIds);
  const rows = await query.where('void', 'is', null).where(isLockedByItself(now)).execute();
  const begun = new Set(rows.map((row) => row.week_id));
  return weekIds.filter((id) => !begun.has(id));
}

/** The given weeks, in playing order, that come after the last one that has begun. */
export async function comingWeeks(db: Db, weeks: readonly string[], now: number): Promise<string[]> {
  const unbegun = new Set(await unbegunWeeks(db, weeks, now));
  return weeks.slice(weeks.findLastIndex((id) => !unbegun.has(id)) + 1);
}

/** The weeks of a season in playing order; of all seasons by default. */
export async function weekIds(db: Db, season?: number): Promise<string[]> {
  let query = db.selectFrom('weeks').select('id').orderBy('season').orderBy('number');
  if (season !== undefined) query = query.where('season', '=', season);
  return (await query.execute()).map((row) => row.id);
}

/** Whether the league has a week. */
export async function isWeek(db: Db, weekId: string): Promise<boolean> {
  return (await db.selectFrom('weeks').select('id').where('id', '=', weekId).executeTakeFirst()) !== undefined;
}

/** All teams, in the order of the specification. */
export async function allTeams(db: Db): Promise<Team[]> {
  const rows = await db.selectFrom('teams').selectAll().execute();
  const byAbbr = new Map(rows.map((row) => [row.abbr, toTeam(row)]));
  return teams.flatMap((team) => byAbbr.get(team.abbr) ?? []);
}

/** A team by the abbreviation of the specification; null if it is missing. */
export async function findTeam(db: Db, abbr: string): Promise<Team | null> {
  const row = await db.selectFrom('teams').selectAll().where('abbr', '=', abbr).executeTakeFirst();
  return row ? toTeam(row) : null;
}

function toTeam(row: TeamTable): Team {
  return {
    abbr: row.abbr,
    shortName: row.short_name,
    longName: row.long_name,
    city: row.city,
    mascot: row.mascot,
    conference: row.conference as Team['conference'],
    division: row.division as Team['division'],
    colors: {
      primary: row.primary_color,
      secondary: row.secondary_color,
      accent: row.accent_color,
    },
  };
}

/** Locks in SQL, like `isLocked` of core/locks.ts. The view `pool_locks` has the lock of each game in each pool (decision 024). */

/** Whether the game of a row of `games` has reached its own lock at `now`, ms, regardless of pool deadlines. */
function isLockedByItself(now: number): RawBuilder<SqlBool> {
  return sql`games.lock_at <= ${now}`;
}
