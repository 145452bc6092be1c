import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether somebody wants the announcements of their pools by mail. */
export const announcementMails: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table users add column wants_announcements integer not null default 0`.execute(db);
  },
};
