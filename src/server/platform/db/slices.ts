import type { Db, Engine, Store } from './connect.ts';
import { faultOf } from './faults.ts';
import { transact } from './transactions.ts';

/**
 * Target duration of one transaction until its commit, in ms. On SQLite it blocks all other requests; on PostgreSQL most of it is waiting.
 * The commit is left out, because where it is slow, more commits block for longer.
 */
const TARGET_MS: Readonly<Record<Engine, number>> = { sqlite: 10, postgres: 30 };
const MOST_AT_A_TIME = 200;

interface SlicesOptions<Item> {
  /** What each transaction waits for first: it counts as no work. */
  readonly hold?: (tx: Db) => Promise<void>;
  /** Called with the items of each transaction once it is committed. */
  readonly onWritten?: ((slice: readonly Item[]) => void) | undefined;
  /** Called once for each item that fails alone. */
  readonly onFailure: (error: unknown, item: Item) => void;
  /** Called between two transactions. */
  readonly between: () => Promise<void>;
}

/**
 * Writes many items, a slice at a time: as many as fit a transaction that hardly blocks others. If a slice fails, each half of it is tried
 * separately, so that an item that fails does not harm the others.
 * @throws on a database fault
 */
export async function inSlices<Item>(
  store: Store,
  items: readonly Item[],
  write: (tx: Db, slice: readonly Item[]) => Promise<void>,
  { hold, onWritten, onFailure, between }: SlicesOptions<Item>,
): Promise<void> {
  const target = TARGET_MS[store.engine];
  const halveIfFailing = async (slice: readonly Item[]): Promise<number> => {
    let took: number;
    try {
      took = await transact(store, async (tx) => {
        await hold?.(tx);
        const began = performance.now();
        await write(tx, slice);
        return performance.now() - began;
      });
    } catch (error) {
      if (faultOf(error) !== null) throw error;
      await halve(slice, error);
      return target;
    }
    onWritten?.(slice);
    return took;
  };
  const halve = async (slice: readonly Item[], error: unknown): Promise<void> => {
    const [item] = slice;
    if (slice.length === 1 && item !== undefined) return onFailure(error, item);
    const middle = Math.ceil(slice.length / 2);
    for (const half of [slice.slice(0, middle), slice.slice(middle)]) {
      await between();
      await halveIfFailing(half);
    }
  };
  let size = 1;
  for (let at = 0; at < items.length; ) {
    const slice = items.slice(at, at + size);
    const took = await halveIfFailing(slice);
    at += slice.length;
    const fitting = Math.floor((size * target) / took);
    // Transactions have a large fixed cost.
    size = Math.min(Math.max(fitting, took < target ? size + 1 : 1), 2 * size, MOST_AT_A_TIME);
    await between();
  }
}
