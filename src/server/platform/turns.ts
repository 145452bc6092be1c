/** How long background work and expensive calls run before they yield to requests, in ms. */
const SLICE_MS = 2;

let began = 0;
let pause: Promise<void> | null = null;

/** For work of many small steps: yields to requests after each 2 ms of work, summed over all such work. */
export async function yieldToRequests(): Promise<void> {
  while (performance.now() - began > SLICE_MS) await nextTurn();
}

/** Waits for one turn of the event loop. */
export function nextTurn(): Promise<void> {
  pause ??= new Promise((resolve) => {
    setImmediate(() => {
      pause = null;
      began = performance.now();
      resolve();
    });
  });
  return pause;
}
