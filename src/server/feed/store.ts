import { sql } from 'kysely';
import { isSpreadLocked } from '#core/game.ts';
import type { GameProgress } from '#core/game-progress.ts';
import { NO_PROGRESS, nextProgress } from '#core/game-progress.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { FeedField, Game, TeamRecord } from '#core/types.ts';
import type { Editor, GameChange } from '#server/game-changes/edit-store.ts';
import { editGame, noteEdit, refuseStaleEdit } from '#server/game-changes/edit-store.ts';
import { toGame } from '#server/games/reads.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { flag } from '#server/platform/db/ids.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import { byAdmin } from '#server/receipts/store.ts';
import type { GameUpdate } from './sync.ts';

/** The fields of a game that a feed fills; unknown fields are missing. */
export type FeedValues = Partial<
  Pick<Game, 'kickoff' | 'timeTbd' | 'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'situation' | 'weather'>
>;

/** The feed's last report of a game, regardless of the game's current values. */
export interface FeedSnapshot {
  readonly gid: string;
  /** The feed's own id of the game. */
  readonly sourceId: string | null;
  /** The week in which the feed lists it; null once the latest answer about that week omits it. */
  readonly weekId: string | null;
  /** The last reported values; the spread as of its lock. */
  readonly values: FeedValues;
  /** When the answer was asked for, ms. */
  readonly receivedAt: number;
  /** An admin returned the status to the feed, so its next status may be an earlier one, once. */
  readonly mayRegress: boolean;
  /** The furthest progress that it has reported. */
  readonly progress: GameProgress;
}

/** The feed's event for a game. */
export interface FeedEvent {
  /** The feed's own id. */
  readonly sourceId: string;
  /** The week in which the feed lists it; null once the latest answer about that week omits it. */
  readonly weekId: string | null;
  /** Whether the feed last reported it as postponed or cancelled. */
  readonly isOff: boolean;
}

/** The identifying fields of a season's game, and its event; null if no feed has reported it. */
export interface KnownGame extends Pick<Game, 'gid' | 'weekId' | 'home' | 'away'> {
  readonly event: FeedEvent | null;
}

/** Serializes matching the games of a season with events, until the transaction ends: answers about two weeks may contain the same game. */
export async function holdMatching(tx: Db, engine: Engine, season: number): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('feed'), ${season}::int)`.execute(tx);
}

/** The games of a season, by gid, with their events. */
export async function knownGames(db: Db, season: number): Promise<KnownGame[]> {
  const rows = await db
    .selectFrom('games')
    .innerJoin('weeks', 'weeks.id', 'games.week_id')
    .leftJoin('feed_games', 'feed_games.gid', 'games.gid')
    .select(['games.gid', 'games.week_id', 'games.home', 'games.away'])
    .select(['feed_games.source_id', 'feed_games.week_id as event_week_id', 'feed_games.report'])
    .where('weeks.season', '=', season)
    .orderBy('games.gid')
    .execute();
  return rows.map(({ gid, week_id, home, away, source_id, event_week_id, report }) => {
    const { void: called = null } = JSON.parse(report ?? '{}') as FeedValues;
    const event = { weekId: event_week_id, isOff: called !== null };
    return { gid, weekId: week_id, home, away, event: source_id === null ? null : { sourceId: source_id, ...event } };
  });
}

/** Records that the latest answers about their weeks omit the events of the given games. */
export async function noteGoneEvents(tx: Db, gids: readonly string[]): Promise<void> {
  if (gids.length > 0) await tx.updateTable('feed_games').set({ week_id: null }).where('gid', 'in', gids).execute();
}

/**
 * Claims that an answer about a week is the newest, and holds the claim until the transaction ends.
 * @param askedAt when the answer was asked for, ms
 * @returns false if a newer one was already used
 */
export async function claimAnswer(tx: Db, weekId: string, askedAt: number): Promise<boolean> {
  const claimed = await tx
    .insertInto('feed_weeks')
    .values({ week_id: weekId, asked_at: askedAt })
    .onConflict((c) =>
      c.column('week_id').doUpdateSet({ asked_at: askedAt }).where('feed_weeks.asked_at', '<=', askedAt),
    )
    .returning('week_id')
    .execute();
  return claimed.length > 0;
}

/** The snapshots of the given games, by gid; games that no feed has reported have none. */
export async function feedSnapshots(
  db: Db,
  engine: Engine,
  gids: readonly string[],
): Promise<Map<string, FeedSnapshot>> {
  const wanted = jsonRows(
    engine,
    gids.map((gid) => ({ gid })),
    { gid: 'text' },
  );
  const query = db.selectFrom('feed_games').selectAll().where(sql<boolean>`gid in (select gid from ${wanted})`);
  const rows = await query.execute();
  return new Map(
    rows.map((row) => [
      row.gid,
      {
        gid: row.gid,
        sourceId: row.source_id,
        weekId: row.week_id,
        values: JSON.parse(row.report) as FeedValues,
        receivedAt: row.reported_at,
        mayRegress: row.may_regress === 1,
        progress: JSON.parse(row.progress) as GameProgress,
      },
    ]),
  );
}

export async function writeFeedSnapshots(tx: Db, engine: Engine, snapshots: readonly FeedSnapshot[]): Promise<void> {
  const rows = snapshots.map(({ gid, sourceId, weekId, values, receivedAt, mayRegress, progress }) => ({
    gid,
    source_id: sourceId,
    week_id: weekId,
    report: JSON.stringify(values),
    reported_at: receivedAt,
    may_regress: flag(mayRegress),
    progress: JSON.stringify(progress),
  }));
  await writeRows(tx, engine, 'feed_games', columns, rows, ['gid']);
}

const columns = {
  gid: 'text',
  source_id: 'text',
  week_id: 'text',
  report: 'text',
  reported_at: 'integer',
  may_regress: 'integer',
  progress: 'text',
} as const;

/** The stored records of a season, by team; teams without one are omitted. */
export async function readRecords(db: Db, season: number): Promise<Map<string, TeamRecord>> {
  const rows = await db.selectFrom('team_records').selectAll().where('season', '=', season).execute();
  return new Map(
    rows.map((row) => [
      row.team,
      {
        wins: row.wins,
        losses: row.losses,
        ties: row.ties,
        winPercentage: row.win_percentage,
        homeRecord: row.home_record,
        awayRecord: row.away_record,
        overallRecord: row.overall_record,
      },
    ]),
  );
}

/** Stores records of a season; those of other teams stay. */
export async function writeRecords(
  db: Db,
  engine: Engine,
  season: number,
  records: ReadonlyMap<string, TeamRecord>,
  now: number,
): Promise<void> {
  const rows = [...records].map(([team, record]) => ({
    team,
    season,
    wins: record.wins,
    losses: record.losses,
    ties: record.ties,
    win_percentage: record.winPercentage,
    home_record: record.homeRecord,
    away_record: record.awayRecord,
    overall_record: record.overallRecord,
    updated_at: now,
  }));
  await writeRows(db, engine, 'team_records', recordColumns, rows, ['team', 'season']);
}

const recordColumns = {
  team: 'text',
  season: 'integer',
  wins: 'integer',
  losses: 'integer',
  ties: 'integer',
  win_percentage: 'real',
  home_record: 'text',
  away_record: 'text',
  overall_record: 'text',
  updated_at: 'integer',
} as const;

/** Every game of a season. */
export async function gamesOfSeason(db: Db, season: number): Promise<Game[]> {
  const ofSeason = db.selectFrom('weeks').select('id').where('season', '=', season);
  const rows = await db.selectFrom('games').selectAll().where('week_id', 'in', ofSeason).orderBy('gid').execute();
  return rows.map(toGame);
}

/** A live game does not return to a snapshot older than this, in ms. */
const LONGEST_SILENCE_MS = 10 * MINUTE_MS;

/** The snapshot of a game after an update. The spread stays as of its lock. */
export function nextSnapshot(
  before: FeedSnapshot | undefined,
  game: Pick<Game, 'gid' | 'kickoff'>,
  { gid: _gid, weekId, clock, ...update }: GameUpdate,
  incoming: { readonly sourceId: string | null; readonly at: number },
  now: number,
): FeedSnapshot {
  const spread = before && isSpreadLocked(game, now) ? before.values.spread : (update.spread ?? before?.values.spread);
  const { spread: _, ...values } = { ...before?.values, ...update };
  return {
    gid: game.gid,
    sourceId: incoming.sourceId ?? before?.sourceId ?? null,
    weekId,
    values: { ...values, ...(spread === undefined ? {} : { spread }) },
    receivedAt: incoming.at,
    mayRegress: (before?.mayRegress ?? false) && update.status === undefined && update.void === undefined,
    progress: nextProgress(before?.progress ?? NO_PROGRESS, { ...update, ...(clock && { clock }) }),
  };
}

/** The feed's values of the fields that an admin returns to it; fields that it never reported, or too long ago, stay unchanged. */
function valuesToReturn(
  game: Game,
  snapshot: FeedSnapshot | undefined,
  fields: readonly FeedField[],
  now: number,
): Partial<Game> {
  if (!snapshot) return {};
  const { values } = snapshot;
  const isSilent =
    values.status !== 'Final' && !values.void && now >= game.kickoff && now - snapshot.receivedAt > LONGEST_SILENCE_MS;
  const returned = new Set(fields);
  return {
    ...(returned.has('status') && !isSilent ? only(values, ['status', 'void', 'situation']) : {}),
    ...(returned.has('score') && !isSilent ? only(values, ['homeScore', 'awayScore']) : {}),
    ...(returned.has('kickoff') && game.allowTimeUpdate ? only(values, ['kickoff', 'timeTbd']) : {}),
    ...(returned.has('spread') && game.allowSpreadUpdate ? lineOf(values) : {}),
  };
}

function lineOf({ spread }: FeedValues): Partial<Game> {
  return spread === undefined ? {} : { spread, lineSource: 'espn' };
}

function only(values: FeedValues, fields: readonly (keyof FeedValues)[]): Partial<Game> {
  return Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));
}

/** Whether to store a snapshot. Unchanged ones are stored only at intervals, as a heartbeat. */
export function isWorthStoring(before: FeedSnapshot | undefined, next: FeedSnapshot): boolean {
  if (!before || next.receivedAt - before.receivedAt > LONGEST_SILENCE_MS / 2) return true;
  return JSON.stringify({ ...next, receivedAt: 0 }) !== JSON.stringify({ ...before, receivedAt: 0 });
}

/**
 * An admin's edit that also returns fields to the feed: they take the values of its snapshot now and follow it from then on. The status may
 * go backwards by this, and once more with the feed's next update. The first lock stays. The edit is logged. @returns the game after the
 * edit, or null if there is none @throws EditConflict if an edited field was changed meanwhile; then nothing is written
 */
export function editAndReturnToFeed(
  store: Store,
  gid: string,
  change: GameChange,
  fields: readonly FeedField[],
  clock: () => number,
  { adminId, seen }: Editor,
): Promise<Game | null> {
  return editGame(store, gid, change, clock, {
    by: byAdmin({ adminId }),
    prepare: (tx, game, now) => {
      refuseStaleEdit(game, change, seen);
      return returnFields(tx, store.engine, game, fields, now);
    },
    note: async (tx, edited, now) => {
      for (const { before, after } of edited) await noteEdit(tx, { adminId, now }, before, after);
    },
  });
}

/** Takes the values of a feed's snapshot for fields that an admin set, as of an edit. @returns the game with them */
export async function returnFields(
  tx: Db,
  engine: Engine,
  game: Game,
  fields: readonly FeedField[],
  now: number,
): Promise<Game> {
  const returned = game.setByAdmin.filter((field) => fields.includes(field));
  if (returned.length === 0) return game;
  const snapshot = (await feedSnapshots(tx, engine, [game.gid])).get(game.gid);
  if (returned.includes('status')) {
    const { gid, weekId } = game;
    const unnamed = { gid, weekId, sourceId: null, values: {}, receivedAt: now, progress: NO_PROGRESS };
    await writeFeedSnapshots(tx, engine, [{ ...(snapshot ?? unnamed), mayRegress: true }]);
  }
  const setByAdmin = game.setByAdmin.filter((field) => !fields.includes(field));
  return { ...game, setByAdmin, ...valuesToReturn(game, snapshot, returned, now) };
}
