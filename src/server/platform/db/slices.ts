import { faultOf } from './faults.ts';

/** Target duration of one transaction, in ms: on SQLite it blocks all other requests. */
const TARGET_MS = 10;
const MOST_AT_A_TIME = 200;

/**
 * Runs `act` on many items, a slice at a time: on as many as fit a transaction that hardly blocks others. If a slice fails, each half of it
 * is tried separately, so that an item that fails does not harm the others.
 * @param act all or nothing: a transaction
 * @param onFailure called once for each item that fails alone
 * @param between called between two transactions
 * @throws on a database fault
 */
export async function inSlices<Item>(
  items: readonly Item[],
  act: (slice: readonly Item[]) => Promise<void>,
  onFailure: (error: unknown, item: Item) => void,
  between: () => Promise<void>,
): Promise<void> {
  let size = 1;
  for (let at = 0; at < items.length; ) {
    const slice = items.slice(at, at + size);
    const began = performance.now();
    await halveIfFailing(slice, act, onFailure, between);
    at += slice.length;
    const took = performance.now() - began;
    const fitting = Math.floor((size * TARGET_MS) / took);
    // Transactions have a large fixed cost.
    size = Math.min(Math.max(fitting, took < TARGET_MS ? size + 1 : 1), 2 * size, MOST_AT_A_TIME);
    await between();
  }
}

async function halveIfFailing<Item>(...[slice, act, onFailure, between]: Parameters<typeof inSlices<Item>>) {
  try {
    return await act(slice);
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    const [item] = slice;
    if (slice.length === 1 && item !== undefined) return onFailure(error, item);
  }
  const middle = Math.ceil(slice.length / 2);
  for (const half of [slice.slice(0, middle), slice.slice(middle)]) {
    await between();
    await halveIfFailing(half, act, onFailure, between);
  }
}
