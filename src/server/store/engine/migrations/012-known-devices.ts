import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the cookies of known devices are signed with, besides the account: a new one forgets them all. */
export function knownDevices(): Migration {
  return {
    up: (db: Kysely<unknown>) => db.schema.alterTable('accounts').addColumn('deviceKey', 'text').execute(),
  };
}
