import { useSyncExternalStore } from 'react';

const SECOND_MS = 1000;

/** The app uses the server's clock: games lock by it, and a demo league runs on another date. */
let offset = 0;
let tick = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Sets the clock to the server's time, which is assumed to be that of the middle between request and response. */
export function syncClock(serverTime: number, askedAt: number, receivedAt: number): void {
  offset = serverTime - (askedAt + receivedAt) / 2;
  notify();
}

function serverNow(): number {
  return Date.now() + offset;
}

/** A value derived from the time; the component renders again only when the value changes. */
export function useClock<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(currentTick()));
}

/** Whole seconds, so that everything on the page shows the same time within one tick. */
function currentTick(): number {
  if (listeners.size === 0) tick = wholeSecond();
  return tick;
}

function notify(): void {
  tick = wholeSecond();
  for (const listener of listeners) listener();
}

function wholeSecond(): number {
  return Math.floor(serverNow() / SECOND_MS) * SECOND_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(notify, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
