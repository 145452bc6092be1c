import { useSyncExternalStore } from 'react';
import { usePrinting } from './printing.ts';

let wideMedia: MediaQueryList | undefined;

/** As wide as `md` of the style sheet. */
function media(): MediaQueryList {
  wideMedia ??= matchMedia('(width >= 48rem)');
  return wideMedia;
}

function subscribe(listener: () => void): () => void {
  media().addEventListener('change', listener);
  return () => media().removeEventListener('change', listener);
}

/**
 * Whether a table has room: on wide screens, and on paper. A screen with a table and a list for phones renders only the one that is shown,
 * since a hidden table takes a phone as long to build as a visible one.
 */
export function useWide(): boolean {
  const isPrinting = usePrinting();
  const isWide = useSyncExternalStore(subscribe, () => media().matches);
  return isWide || isPrinting;
}
