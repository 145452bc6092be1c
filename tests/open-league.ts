import { prepareStore } from '#server/deps.ts';
import type { Engine, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { leagueSettings, newTables, stopDatabaseClock } from './app.ts';

/** An empty league without a server, whose test sets the time, and a function to remove it. */
export async function openLeague(engine: Engine): Promise<{ store: Store; drop: () => Promise<void> }> {
  const database = await newTables(engine);
  const store = connect(database.location);
  await prepareStore(store, leagueSettings);
  await stopDatabaseClock(store);
  return {
    store,
    drop: async () => {
      await store.close();
      await database.drop();
    },
  };
}
