import { connect } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { nameEntries } from './entry-ids.ts';
import { createTestDatabase, NOT_DURABLE, startPostgres } from './postgres.ts';

/**
 * Vitest's global set-up: passes the server's URL to the tests as TEST_DATABASE_URL, and the name of a database with the current tables as
 * TEST_DATABASE_TEMPLATE.
 */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres(NOT_DURABLE);
  process.env.TEST_DATABASE_URL = server.url;
  const template = await createTestDatabase();
  const store = connect(template.url);
  await migrate(store);
  await nameEntries(store);
  await store.close();
  process.env.TEST_DATABASE_TEMPLATE = new URL(template.url).pathname.slice(1);
  return async () => {
    await template.drop();
    await server.stop();
  };
}
