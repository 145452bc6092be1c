/** How long work in the background, and calls that cost much, run before requests do, in ms. */
const SLICE_MS = 2;

let began = 0;
let pause: Promise<void> | null = null;

/** For work of many small steps: lets requests run after each 2 ms of it, whatever work these were spent on. */
export async function yieldToRequests(): Promise<void> {
  while (performance.now() - began > SLICE_MS) await nextTurn();
}

/** Lets the event loop go round once. */
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
