import { nextTurn } from '#server/platform/turns.ts';
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
  let size = 1;
  for (let at = 0; at < items.length; ) {
    const slice = items.slice(at, at + size);
    let took = target;
    await inHalves(slice, async (some) => {
      try {
        took = await inTurn(store, () =>
          transact(store, async (tx) => {
            await hold?.(tx);
            const began = performance.now();
            await write(tx, some);
            return performance.now() - began;
          }),
        );
      } catch (error) {
        const [item] = some;
        if (faultOf(error) !== null) throw error;
        if (some.length === 1 && item !== undefined) onFailure(error, item);
        else await between();
        return false;
      }
      onWritten?.(some);
      return true;
    });
    at += slice.length;
    const fitting = Math.floor((size * target) / took);
    // Transactions have a large fixed cost.
    size = Math.min(Math.max(fitting, took < target ? size + 1 : 1), 2 * size, MOST_AT_A_TIME);
    await between();
  }
}

/** The end of the latest slice on each SQLite file. */
const latest = new WeakMap<Db, Promise<unknown>>();

/** On SQLite, lets requests have a turn before each slice, even where several tasks write slices at once. */
function inTurn<T>({ db, engine }: Store, write: () => Promise<T>): Promise<T> {
  if (engine === 'postgres') return write();
  const written = (latest.get(db) ?? Promise.resolve()).then(nextTurn).then(write);
  latest.set(
    db,
    written.catch(() => {}),
  );
  return written;
}

/** Tries many items together; if that fails, each half of them, so that one that fails does not harm the others. */
export async function inHalves<Item>(
  items: readonly Item[],
  isDone: (some: readonly Item[]) => Promise<boolean>,
): Promise<void> {
  if ((await isDone(items)) || items.length <= 1) return;
  const middle = Math.ceil(items.length / 2);
  await inHalves(items.slice(0, middle), isDone);
  await inHalves(items.slice(middle), isDone);
}
