import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** What people were told, and what of it they want (decision 037). Takes the place of reminders and of the two switches of a user. */
export function notifications(engine: Engine): Migration {
  const isSqlite = engine === 'sqlite';
  const time = isSqlite ? 'integer' : 'bigint';
  return {
    up: async (db: Kysely<unknown>) => {
      await table(db, 'notifications')
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('claimed_at', time, (c) => c.notNull())
        .addColumn('token_hash', 'text', (c) => c.unique())
        .addPrimaryKeyConstraint('notifications_key', ['kind', 'key', 'user_id', 'channel'])
        .execute();
      await sql`create index notifications_of_user on notifications (user_id, kind, channel, claimed_at)`.execute(db);
      await table(db, 'notification_choices')
        .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('wanted', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('notification_choices_key', ['user_id', 'kind', 'channel'])
        .execute();
      await table(db, 'notification_settings')
        .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
        .addColumn('hours', 'integer')
        .addColumn('zone', 'text')
        .addColumn('asked', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`
        insert into notifications (kind, key, user_id, channel, claimed_at)
        select kind, pool_id || ' ' || week_id || ' asked', user_id, 'mail', sent_at from reminders`.execute(db);
      await sql`
        insert into notification_choices (user_id, kind, channel, wanted)
        select id, 'missing-picks', 'mail', 0 from users where wants_reminders = 0
        union all
        select id, 'announcement', 'mail', 1 from users where wants_announcements = 1`.execute(db);
      await db.schema.dropTable('reminders').execute();
      await sql`alter table users drop column wants_reminders`.execute(db);
      await sql`alter table users drop column wants_announcements`.execute(db);
    },
  };

  function table(db: Kysely<unknown>, name: string) {
    const made = db.schema.createTable(name) as CreateTableBuilder<string, string>;
    return isSqlite ? made.modifyEnd(sql`strict`) : made;
  }
}
