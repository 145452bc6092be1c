/** A thread that asks a server again and again, and says how long it has waited since it said so last. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Who is asked, and as whom. */
export interface Asked {
  readonly url: string;
  readonly cookie: string;
}

const PAUSE_MS = 5;
const { url, cookie } = workerData as Asked;
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
  await pause(PAUSE_MS);
}
say();
parentPort?.close();
