import { sql } from 'kysely';
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
  /** What it said last; the spread as it was when it locked. */
  readonly values: FeedValues;
  /** When the answer was asked for, ms. */
  readonly receivedAt: number;
  /** An admin returned the status to the feed: the feed's next status may be an earlier one, once. */
  readonly mayRegress: boolean;
}

/** The games of a season as far as they can be told apart, and the feed's own ids of them. */
export interface KnownGame extends Pick<Game, 'gid' | 'weekId' | 'home' | 'away'> {
  readonly sourceId: string | null;
}

export async function knownGames(db: Db, season: number): Promise<KnownGame[]> {
  const rows = await db
    .selectFrom('games')
    .innerJoin('weeks', 'weeks.id', 'games.week_id')
    .leftJoin('feed_games', 'feed_games.gid', 'games.gid')
    .select(['games.gid', 'games.week_id', 'games.home', 'games.away', 'feed_games.source_id'])
    .where('weeks.season', '=', season)
    .orderBy('games.gid')
    .execute();
  return rows.map(({ gid, week_id, home, away, source_id }) => ({
    gid,
    weekId: week_id,
    home,
    away,
    sourceId: source_id,
  }));
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
        values: JSON.parse(row.said) as FeedValues,
        receivedAt: row.said_at,
        mayRegress: row.may_go_back === 1,
      },
    ]),
  );
}

export async function writeFeedSnapshots(tx: Db, engine: Engine, snapshots: readonly FeedSnapshot[]): Promise<void> {
  const rows = snapshots.map(({ gid, sourceId, values, receivedAt, mayRegress }) => ({
    gid,
    source_id: sourceId,
    said: JSON.stringify(values),
    said_at: receivedAt,
    may_go_back: flag(mayRegress),
  }));
  await writeRows(tx, engine, 'feed_games', columns, rows, ['gid']);
}

const columns = {
  gid: 'text',
  source_id: 'text',
  said: 'text',
  said_at: 'integer',
  may_go_back: 'integer',
} as const;
