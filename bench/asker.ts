/** A thread that sends requests one after the other, and reports how long they took, in ms. */
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './threads.ts';

/** What is requested, and by whom. */
export interface Asked {
  readonly url: string;
  readonly cookie: string;
  /** Between a reply and the next request, in ms. */
  readonly pauseMs: number;
}

const waits: number[] = [];
let current = Promise.resolve();

function start(asked: Asked): void {
  void askOn(asked);
}

async function askOn({ url, cookie, pauseMs }: Asked): Promise<never> {
  for (;;) {
    current = ask(url, cookie);
    await current;
    await pause(pauseMs);
  }
}

async function ask(url: string, cookie: string): Promise<void> {
  const began = performance.now();
  await (await fetch(url, { headers: { cookie } })).arrayBuffer();
  waits.push(performance.now() - began);
}

/** Those since the last call, with the one that is under way. */
async function take(): Promise<number[]> {
  await current;
  return waits.splice(0);
}

const acts = { start, take };
export type AskerActs = typeof acts;
serve(acts);
