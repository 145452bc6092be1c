/** A process that sends requests one after the other, and reports how long they took, in ms. */
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from './processes.ts';

const waits: number[] = [];
let current = Promise.resolve();

/** @param pauseMs between a reply and the next request */
function start(url: string, cookie: string, pauseMs: number): void {
  void askOn(url, cookie, pauseMs);
}

async function askOn(url: string, cookie: string, pauseMs: number): Promise<never> {
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
