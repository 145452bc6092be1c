import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The rules of a pool as one value: JSON in one column, instead of a column for each. */
export const poolRules: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table pools add column rules text not null default '{}'`.execute(db);
    await sql`
      update pools set rules =
        '{"useSpread":' || case use_spread when 1 then 'true' else 'false' end ||
        ',"roundSpread":' || case round_spread when 1 then 'true' else 'false' end || '}'`.execute(db);
    await sql`alter table pools drop column use_spread`.execute(db);
    await sql`alter table pools drop column round_spread`.execute(db);
  },
};
