import { sql } from 'kysely';
import type { GameProgress } from '#core/game-progress.ts';
import type { Game } from '#core/types.ts';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows, writeRows } from './engine/json-rows.ts';
import { flag } from './ids.ts';

/** The fields of a game that a feed fills; one that it does not know is missing. */
export type FeedValues = Partial<
  Pick<Game, 'kickoff' | 'timeTbd' | 'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'situation' | 'weather'>
>;

/** What the feed last said of a game, whatever the game shows. */
export interface FeedSnapshot {
  readonly gid: string;
  /** The feed's own id of the game. */
  readonly sourceId: string | null;
  /** The week in which the feed has it; null once the latest answer about that week leaves it out. */
  readonly weekId: string | null;
  /** What it said last; the spread as it was when it locked. */
  readonly values: FeedValues;
  /** When the answer was asked for, ms. */
  readonly receivedAt: number;
  /** An admin returned the status to the feed: the feed's next status may be an earlier one, once. */
  readonly mayRegress: boolean;
  /** How far it has reported the game to be. */
  readonly progress: GameProgress;
}

/** The event by which a feed names a game. */
export interface FeedEvent {
  /** The feed's own id. */
  readonly sourceId: string;
  /** The week in which the feed has it; null once the latest answer about that week leaves it out. */
  readonly weekId: string | null;
  /** Whether the feed last said that it is postponed or cancelled. */
  readonly isOff: boolean;
}

/** A game of a season as far as games can be told apart, and its event; null if no feed has named it. */
export interface KnownGame extends Pick<Game, 'gid' | 'weekId' | 'home' | 'away'> {
  readonly event: FeedEvent | null;
}

/**
 * Lets one writer at a time match the games of a season with events, until its transaction ends: answers about two weeks
 * may name the same game.
 */
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
    .select(['feed_games.source_id', 'feed_games.week_id as event_week_id', 'feed_games.said'])
    .where('weeks.season', '=', season)
    .orderBy('games.gid')
    .execute();
  return rows.map(({ gid, week_id, home, away, source_id, event_week_id, said }) => {
    const { void: called = null } = JSON.parse(said ?? '{}') as FeedValues;
    const event = { weekId: event_week_id, isOff: called !== null };
    return { gid, weekId: week_id, home, away, event: source_id === null ? null : { sourceId: source_id, ...event } };
  });
}

/** Notes that the latest answer about the week of some events leaves them out. */
export async function noteGoneEvents(tx: Db, gids: readonly string[]): Promise<void> {
  if (gids.length > 0) await tx.updateTable('feed_games').set({ week_id: null }).where('gid', 'in', gids).execute();
}

/**
 * Claims to be the newest answer about a week, and holds the claim until the transaction ends.
 * @param askedAt when the answer was asked for, ms
 * @returns false where a newer one was used already
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

/** The snapshots of some games, by gid; games that no feed ever named have none. */
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
        values: JSON.parse(row.said) as FeedValues,
        receivedAt: row.said_at,
        mayRegress: row.may_go_back === 1,
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
    said: JSON.stringify(values),
    said_at: receivedAt,
    may_go_back: flag(mayRegress),
    progress: JSON.stringify(progress),
  }));
  await writeRows(tx, engine, 'feed_games', columns, rows, ['gid']);
}

const columns = {
  gid: 'text',
  source_id: 'text',
  week_id: 'text',
  said: 'text',
  said_at: 'integer',
  may_go_back: 'integer',
  progress: 'text',
} as const;
