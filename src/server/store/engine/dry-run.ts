import type { Db, Store } from './connect.ts';

/** Ends a transaction that was only tried. */
class Undone extends Error {}

/** Does something in a transaction and undoes it: what it would have done, by the very code that does it. */
export async function dryRun<T>(store: Store, act: (tx: Db) => Promise<T>): Promise<T> {
  const results: T[] = [];
  try {
    await store.db.transaction().execute(async (tx) => {
      results.push(await act(tx));
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return results[0] as T;
}
