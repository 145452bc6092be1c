import type { PoolFile } from '#contract/pool-file.ts';
import type { Pool } from '#core/types.ts';
import { catchUpPool } from '#server/locks/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { unlistedChanges } from '#server/receipts/reads.ts';
import { readPoolFile } from './reads.ts';

/** How often a file is read again because games changed meanwhile. */
const TRIES = 3;

/**
 * A pool as a file, with the receipts of all that has locked.
 * @param withAddresses whether people have their e-mail addresses, for the command line @param clock ms
 */
export async function exportPool(
  store: Store,
  pool: Pool,
  withAddresses: boolean,
  clock: () => number,
): Promise<PoolFile> {
  for (let tried = 1; ; tried += 1) {
    const now = clock();
    const unreadable = await catchUpPool(store, pool.id, clock);
    const file = await readPoolFile(store.db, pool, { now, withAddresses });
    const unlisted = await unlistedChanges(store.db, pool.id);
    if (unlisted.every((change) => unreadable.includes(change))) return file;
    if (tried === TRIES) throw new Error('Games changed again and again while the file was read.');
  }
}
