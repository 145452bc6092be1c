import { sql } from 'kysely';
import type { Game } from '#core/types.ts';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows, writeRows } from './engine/json-rows.ts';
import { flag } from './ids.ts';

/** The fields of a game that a feed fills; one that it does not know is missing. */
export type FedFields = Partial<
  Pick<Game, 'kickoff' | 'timeTbd' | 'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'situation' | 'weather'>
>;

/** What the feed knows of a game, whatever the game shows. */
export interface FeedWord {
  readonly gid: string;
  /** The feed's own id of the game. */
  readonly sourceId: string | null;
  /** What it said last; the line as it was when it locked. */
  readonly said: FedFields;
  /** ms */
  readonly saidAt: number;
  /** An admin gave the status back: the feed's next word may turn it back, once. */
  readonly mayGoBack: boolean;
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
 * Takes the place of the newest answer about a week, and holds it until the transaction ends.
 * @param askedAt when the answer was asked for, ms
 * @returns false where a newer one was used already
 */
export async function takeTurn(tx: Db, weekId: string, askedAt: number): Promise<boolean> {
  const taken = await tx
    .insertInto('feed_weeks')
    .values({ week_id: weekId, asked_at: askedAt })
    .onConflict((c) =>
      c.column('week_id').doUpdateSet({ asked_at: askedAt }).where('feed_weeks.asked_at', '<=', askedAt),
    )
    .returning('week_id')
    .execute();
  return taken.length > 0;
}

/** What the feed knows of some games, by game; games that no feed ever named are not there. */
export async function feedWords(db: Db, engine: Engine, gids: readonly string[]): Promise<Map<string, FeedWord>> {
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
        said: JSON.parse(row.said) as FedFields,
        saidAt: row.said_at,
        mayGoBack: row.may_go_back === 1,
      },
    ]),
  );
}

export async function writeFeedWords(tx: Db, engine: Engine, words: readonly FeedWord[]): Promise<void> {
  const rows = words.map(({ gid, sourceId, said, saidAt, mayGoBack }) => ({
    gid,
    source_id: sourceId,
    said: JSON.stringify(said),
    said_at: saidAt,
    may_go_back: flag(mayGoBack),
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
