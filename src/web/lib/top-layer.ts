import { useSyncExternalStore } from 'react';

let layers: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Says that a dialog or menu was opened, and so lies over all else, or closed. */
export function setLayer(layer: HTMLElement, isOpen: boolean): void {
  const others = layers.filter((other) => other !== layer && other.isConnected);
  layers = isOpen ? [...others, layer] : others;
  for (const listener of listeners) listener();
}

/**
 * What was opened last and lies over everything else; null where the page does. A modal dialog makes whatever is not in it
 * inert, so what belongs above everything is put into this. One that the width of the window hides does not count.
 */
export function topLayer(): HTMLElement | null {
  return layers.findLast((layer) => layer.getClientRects().length > 0) ?? null;
}

/** The same, followed. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topLayer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
