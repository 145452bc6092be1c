import type { RawBuilder, Selectable, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { GamesReply } from '#contract/games.ts';
import type { WeekScale } from '#core/formats/confidence.ts';
import { weekScale } from '#core/formats/confidence.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { compareGames } from '#core/game.ts';
import { withPoolLock, withWeekLocks } from '#core/locks.ts';
import { withPoolLine } from '#core/spread.ts';
import { teams, withStyles } from '#core/teams.ts';
import type { FeedField, Game, Pool, Team } from '#core/types.ts';
import { feedFields } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { GameTable, TeamTable } from '#server/platform/db/schema.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { poolWeeks } from '#server/pools/reads.ts';

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

export type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd' | 'lockAt' | 'setByAdmin'>;

/** The states of the games of the given weeks that belong to a pool, with its locks. */
export async function gameStates(db: Db, poolId: string, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .innerJoin('pool_locks', (on) => on.onRef('pool_locks.gid', '=', 'games.gid').on('pool_locks.pool_id', '=', poolId))
    .select(['games.week_id as weekId', 'status', 'void', 'kickoff', 'time_tbd', 'set_by_admin'])
    .select('pool_locks.lock_at as lockAt')
    .where(({ not }) => not(isLeftOut(poolId)));
  const rows = await query.where('games.week_id', 'in', weekIds).execute();
  return rows.map(({ time_tbd, set_by_admin, ...state }) => {
    return { ...state, timeTbd: time_tbd === 1, setByAdmin: gameSetByAdmin(set_by_admin) };
  });
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

/** Whether the game of a row of `pool_locks` is locked there at `now`, ms. */
export function isLockedInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at <= ${now}`;
}

/** Whether the game of a row of `pool_locks` is open there at `now`, ms. */
export function isOpenInPool(now: number): RawBuilder<SqlBool> {
  return sql`pool_locks.lock_at > ${now}`;
}

/** Whether the game of a row of `games` has reached its own lock at `now`, ms, regardless of pool deadlines. */
function isLockedByItself(now: number): RawBuilder<SqlBool> {
  return sql`games.lock_at <= ${now}`;
}

/** Whether a pool leaves out the game of a row of `games` (decision 055). */
export function isLeftOut(poolId: string): RawBuilder<SqlBool> {
  return sql`exists (select 1 from slate_games where slate_games.pool_id = ${poolId} and slate_games.gid = games.gid
    and slate_games.week_id = games.week_id and slate_games.belongs = 0)`;
}

/** The pool's lock of the game of a row of `games`; its own if the pool leaves it out, because it may come back until then. */
export function lockOfGame(poolId: string): RawBuilder<number> {
  return sql`coalesce((select pool_locks.lock_at from pool_locks
    where pool_locks.pool_id = ${poolId} and pool_locks.gid = games.gid), games.lock_at)`;
}

/** The games of the given weeks that belong to a pool, by kick-off within each week, with the pool's locks. */
export async function gamesInPool(db: Db, poolId: string, weekIds: readonly string[]): Promise<Game[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('pool_weeks').select(['week_id', 'deadline']).where('pool_id', '=', poolId);
  const weeks = await query.where('week_id', 'in', weekIds).execute();
  const deadlines = new Map(weeks.map(({ week_id, deadline }) => [week_id, deadline]));
  const games = db.selectFrom('games').selectAll().where('week_id', 'in', weekIds);
  const rows = await games.where(({ not }) => not(isLeftOut(poolId))).execute();
  return rows.map((row) => withPoolLock(toGame(row), deadlines.get(row.week_id))).sort(compareGames);
}

/** The games of a pool with its locks, those of weeks that were switched off, too: what has begun stays begun. */
export async function gamesEverPlayed(db: Db, poolId: string): Promise<Game[]> {
  const weeks = await db.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', poolId).execute();
  return gamesInPool(
    db,
    poolId,
    weeks.map(({ week_id }) => week_id),
  );
}

/** The games of a week that belong to a pool, by kick-off, with the pool's locks and corrected spreads. */
export async function gamesOfPoolWeek(db: Db, poolId: string, weekId: string): Promise<Game[]> {
  const lines = await poolLines(db, poolId);
  return (await gamesInPool(db, poolId, [weekId])).map((game) => withPoolLine(game, lines));
}

/** The games of the given weeks that a pool leaves out, by kick-off. */
export async function leftOutGames(db: Db, poolId: string, weekIds: readonly string[]): Promise<string[]> {
  if (weekIds.length === 0) return [];
  const query = db.selectFrom('games').select('gid').where('week_id', 'in', weekIds);
  const rows = await query.where(isLeftOut(poolId)).orderBy('kickoff').orderBy('gid').execute();
  return rows.map(({ gid }) => gid);
}

/** The moments (ms) from which the slates of a pool's weeks are settled, by week; see `slateLock` of core. */
export async function slateLocks(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('slates').select(['week_id', 'settles_at']).where('pool_id', '=', poolId);
  const rows = await query.where('settles_at', 'is not', null).$narrowType<{ settles_at: number }>().execute();
  return Object.fromEntries(rows.map(({ week_id, settles_at }) => [week_id, settles_at]));
}

/** The games of the given weeks that pools leave out, each as `POOL GID`. */
export async function leftOutOfPools(db: Db, weekIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (weekIds.length === 0) return new Set();
  const query = db.selectFrom('slate_games').select(['pool_id', 'gid']).where('week_id', 'in', weekIds);
  const rows = await query.where('belongs', '=', 0).execute();
  return new Set(rows.map(({ pool_id, gid }) => `${pool_id} ${gid}`));
}

/** The frozen spreads that were corrected in a pool, by gid. */
export async function poolLines(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('pool_lines').select(['gid', 'spread']).where('pool_id', '=', poolId);
  return Object.fromEntries((await query.orderBy('gid').execute()).map(({ gid, spread }) => [gid, spread]));
}

/** The time (ms) at which a whole week locks in a pool; null if each game locks separately. */
async function deadlineOf(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const query = db.selectFrom('pool_weeks').select('deadline').where('pool_id', '=', poolId);
  return (await query.where('week_id', '=', weekId).executeTakeFirst())?.deadline ?? null;
}

/** The games of a pool's week with the locks of the whole week (`withWeekLocks`). */
export async function asWholeWeek<G extends Pick<Game, 'lockAt' | 'void'>>(
  db: Db,
  poolId: string,
  weekId: string,
  games: readonly G[],
): Promise<readonly G[]> {
  if (games.every((game) => game.void !== 'postponed')) return games;
  return withWeekLocks(games, await nextWeekLock(db, poolId, weekId));
}

/** The first lock (ms) of the following week in the pool; null if there is none. */
export async function nextWeekLock(db: Db, poolId: string, weekId: string): Promise<number | null> {
  const next = (await poolWeeks(db, poolId)).find((each) => compareWeeks(each, weekId) > 0);
  if (next === undefined) return null;
  const query = db.selectFrom('games').select((q) => q.fn.min<number | null>('lock_at').as('first'));
  const games = query.where('week_id', '=', next).where(({ not }) => not(isLeftOut(poolId)));
  const row = await games.where('void', 'is', null).executeTakeFirst();
  const locks = [row?.first ?? null, await deadlineOf(db, poolId, next)].filter((each) => each !== null);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** The tiebreak games of a pool's enabled weeks, by week; weeks without one are omitted. */
export async function tiebreakGames(db: Db, poolId: string): Promise<Record<string, string>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'tiebreak_gid']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('tiebreak_gid', 'is not', null).execute();
  return Object.fromEntries(
    rows.flatMap((row) => (row.tiebreak_gid === null ? [] : [[row.week_id, row.tiebreak_gid]])),
  );
}

/** The stored values of a confidence pool's weeks, from the lowest up, by week; those that have not begun have none. */
export async function scalesOf(db: Db, poolId: string, weekIds?: readonly string[]): Promise<Record<string, number[]>> {
  if (weekIds?.length === 0) return {};
  let query = db.selectFrom('pool_weeks').select(['week_id', 'scale']).where('pool_id', '=', poolId);
  if (weekIds !== undefined) query = query.where('week_id', 'in', weekIds);
  const rows = await query.where('scale', 'is not', null).execute();
  return Object.fromEntries(
    rows.flatMap(({ week_id, scale }) => (scale === null ? [] : [[week_id, [...(readScale(scale) ?? [])]]])),
  );
}

/** The stored values of a week; null if none are stored. */
export function readScale(scale: string | null | undefined): readonly number[] | null {
  return scale ? (JSON.parse(scale) as number[]) : null;
}

/** What the games of a week of a pool are worth with confidence. */
export async function weekScaleOf(
  db: Db,
  { id, rules }: Pick<Pool, 'id' | 'rules'>,
  weekId: string,
): Promise<WeekScale> {
  return weekScale(rules, weekId, (await scalesOf(db, id, [weekId]))[weekId]);
}

/** The deadlines of a pool's enabled weeks (ms), by week; weeks without one are omitted. */
export async function deadlinesOf(db: Db, poolId: string): Promise<Record<string, number>> {
  const query = db.selectFrom('pool_weeks').select(['week_id', 'deadline']).where('pool_id', '=', poolId);
  const rows = await query.where('enabled', '=', 1).where('deadline', 'is not', null).execute();
  return Object.fromEntries(rows.flatMap(({ week_id, deadline }) => (deadline === null ? [] : [[week_id, deadline]])));
}

/** When the games were called off (ms), by gid. Those that are on are left out. */
export async function voidSinceOf(
  db: Db,
  games: readonly Pick<Game, 'gid' | 'void'>[],
): Promise<ReadonlyMap<string, number>> {
  const off = games.flatMap((game) => (game.void === null ? [] : [game.gid]));
  if (off.length === 0) return new Map();
  const rows = await db.selectFrom('games').select(['gid', 'void_since']).where('gid', 'in', off).execute();
  return new Map(rows.flatMap(({ gid, void_since: at }) => (at === null ? [] : [[gid, at]])));
}
