import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The words of tables and log: a player is linked to an account, and mails carry tokens. */
export const playerLinks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table player_joins rename to player_links`.execute(db);
    await sql`alter table player_links rename column joined_by to linked_by`.execute(db);
    await sql`alter table player_links rename column joined_at to linked_at`.execute(db);
    await sql`alter table account_links rename to mail_tokens`.execute(db);
    await sql`update audit_log set act = 'player.link' where act = 'player.join'`.execute(db);
    await sql`update audit_log set act = 'player.unlink' where act = 'player.part'`.execute(db);
  },
};
