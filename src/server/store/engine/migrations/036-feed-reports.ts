import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The week in which the feed has a game, and how far it has reported the game to be (decision 008). */
export const feedReports: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table feed_games add column week_id text`.execute(db);
    await sql`update feed_games set week_id = (select week_id from games where games.gid = feed_games.gid)`.execute(db);
    await sql`
      alter table feed_games add column progress text not null default '{"clock":null,"end":"open"}'`.execute(db);
  },
};
