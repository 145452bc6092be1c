/** A process that sends one request after the other, and measures how long each waits for its reply, in ms. */
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './processes.ts';

const waits: number[] = [];
let current = Promise.resolve();

/** @param pauseMs between a reply and the next request */
function start(url: string, cookie: string, pauseMs: number): void {
  const askOn = async (): Promise<never> => {
    for (;;) {
      current = ask(url, cookie);
      await current;
      await pause(pauseMs);
    }
  };
  void askOn();
}

async function ask(url: string, cookie: string): Promise<void> {
  const began = performance.now();
  await (await fetch(url, { headers: { cookie } })).arrayBuffer();
  waits.push(performance.now() - began);
}

/** The waits since the last call, including that of the current request. */
async function take(): Promise<number[]> {
  await current;
  return waits.splice(0);
}

const acts = { start, take };
export type AskerActs = typeof acts;
serve(acts);
