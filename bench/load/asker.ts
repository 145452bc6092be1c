/** A thread that asks a server again and again, and says how long it has waited since it said so last. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Who is asked, and as whom. */
export interface Asked {
  readonly url: string;
  readonly cookie: string;
  /** Between an answer and the next request, in ms. */
  readonly pauseMs: number;
}

const { url, cookie, pauseMs } = workerData as Asked;
const waits: number[] = [];
let isOver = false;
const say = () => parentPort?.postMessage(waits.splice(0));
parentPort?.on('message', (word: 'told' | 'over') => {
  if (word === 'told') say();
  isOver = word === 'over';
});

while (!isOver) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  await answer.arrayBuffer();
  waits.push(performance.now() - began);
  await pause(pauseMs);
}
say();
parentPort?.close();
