import { useSyncExternalStore } from 'react';

let layers: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

/** An open dialog or menu lies over the page, until the returned function is called. */
export function addLayer(layer: HTMLElement): () => void {
  set([...layers, layer]);
  return () => set(layers.filter((other) => other !== layer));
}

/**
 * What was opened last and lies over everything else; null where the page does. A modal dialog makes whatever is not in it
 * inert, so what belongs above everything is put into this.
 */
export function topLayer(): HTMLElement | null {
  return layers.at(-1) ?? null;
}

/** The same, followed. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topLayer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
