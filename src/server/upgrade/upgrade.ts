import { setTimeout as pause } from 'node:timers/promises';
import { bringUpToDate, UnsafeUpgradeError } from '#server/platform/db/bring-up-to-date.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { DatabaseError } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { bringPoolsUpToDate } from './pools-store.ts';

/** How often a server tries again, in ms. */
const RETRY_MS = 30_000;

/**
 * Creates the tables of a new database, or upgrades an earlier one (`bringUpToDate`) with what it stores about its pools.
 * @param dumpFolder where dumps go on PostgreSQL
 * @param isForced also shortly before a lock @returns messages about an upgrade @throws DatabaseError; then nothing was changed
 */
export function upgradeDatabase(store: Store, dumpFolder: string, isForced = false): Promise<string[]> {
  const { engine } = store;
  return bringUpToDate(store, { dumpFolder, isForced, after: (tx, now) => bringPoolsUpToDate(tx, engine, now) });
}

/**
 * Prepares a database on PostgreSQL again and again until it can be upgraded, because a container that ends is started again at once. A
 * restart of PostgreSQL does not end the waiting. On SQLite a failure ends the start.
 * @param say prints why it waits, once for each reason @param wait waits for a number of ms
 */
export async function whenSafe(
  { engine }: Pick<Store, 'engine'>,
  prepare: () => Promise<void>,
  say: (text: string) => void,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<void> {
  let said = '';
  for (;;) {
    try {
      return await prepare();
    } catch (error) {
      const helps = error instanceof UnsafeUpgradeError || (said !== '' && isAway(error));
      if (engine !== 'postgres' || !helps) throw error;
      const { message } = error as Error;
      if (message !== said) say(`The server waits, and tries again every 30 seconds. ${message}`);
      said = message;
    }
    await wait(RETRY_MS);
  }
}

/** Whether the database does not answer, as while PostgreSQL restarts. */
function isAway(error: unknown): boolean {
  return faultOf(error instanceof DatabaseError ? error.cause : error) === 'database_away';
}
