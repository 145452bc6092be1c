import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who made an invite link stands beside it: whoever has the link is told, and the log is long. */
export const inviteMakers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table pool_invites add column made_by text references users (id)`.execute(db);
    await sql`
      update pool_invites set made_by = (
        select actor_id from audit_log
        where audit_log.pool_id = pool_invites.pool_id and act = 'pool.invite'
        order by audit_log.id desc limit 1)`.execute(db);
  },
};
