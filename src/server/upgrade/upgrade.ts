import { bringUpToDate } from '#server/platform/db/bring-up-to-date.ts';
import type { Store } from '#server/platform/db/connect.ts';

/**
 * Creates the tables of a new database, or upgrades an earlier one (`bringUpToDate`).
 * @param isForced also shortly before a lock @returns messages about an upgrade @throws DatabaseError; then nothing was changed
 */
export function upgradeDatabase(store: Store, isForced = false): Promise<string[]> {
  return bringUpToDate(store, { isForced });
}
