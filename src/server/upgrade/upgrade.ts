import { bringUpToDate } from '#server/platform/db/bring-up-to-date.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { bringPoolsUpToDate } from './pools-store.ts';

/**
 * Creates the tables of a new database, or upgrades an earlier one (`bringUpToDate`) with what it stores about its pools.
 * @param isForced also shortly before a lock @returns messages about an upgrade @throws DatabaseError; then nothing was changed
 */
export function upgradeDatabase(store: Store, isForced = false): Promise<string[]> {
  const { engine } = store;
  return bringUpToDate(store, { isForced, after: (tx, now) => bringPoolsUpToDate(tx, engine, now) });
}
