import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from './storage.ts';

const KEY = 'sound';

let on = readItem(KEY) !== 'off';
const listeners = new Set<() => void>();

export function isSoundOn(): boolean {
  return on;
}

/** Whether sounds are on, and how to switch them; stored on the device. */
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
