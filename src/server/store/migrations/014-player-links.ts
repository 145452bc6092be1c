import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A player is linked to an account, and pools are joined: the table and the log use these words. */
export const playerLinks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table player_joins rename to player_links`.execute(db);
    await sql`alter table player_links rename column joined_by to linked_by`.execute(db);
    await sql`alter table player_links rename column joined_at to linked_at`.execute(db);
    await sql`update audit_log set act = 'player.link' where act = 'player.join'`.execute(db);
    await sql`update audit_log set act = 'player.unlink' where act = 'player.part'`.execute(db);
  },
};
