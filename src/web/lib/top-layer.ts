import { useSyncExternalStore } from 'react';

let layers: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Records that a dialog or menu, which lies over everything else, was opened or closed. */
export function setLayer(layer: HTMLElement, isOpen: boolean): void {
  const others = layers.filter((other) => other !== layer && other.isConnected);
  layers = isOpen ? [...others, layer] : others;
  for (const listener of listeners) listener();
}

/**
 * The element that was opened last and lies over everything else; null if none is open. A modal dialog makes everything outside it inert,
 * so content that belongs on top is rendered into this element. An element that is hidden at the width of the window does not count.
 */
export function topLayer(): HTMLElement | null {
  return layers.findLast((layer) => layer.getClientRects().length > 0) ?? null;
}

/** Like `topLayer`, as a hook that follows changes. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topLayer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
