import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from './storage.ts';

const KEY = 'sound';

let on = readItem(KEY) !== 'off';
const listeners = new Set<() => void>();

export function isSoundOn(): boolean {
  return on;
}

/** Whether the page may make sounds, and the switch for it; the device remembers. */
export function useSoundSwitch(): { on: boolean; toggle: () => void } {
  return { on: useSyncExternalStore(subscribe, isSoundOn), toggle };
}

function toggle(): void {
  on = !on;
  writeItem(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
