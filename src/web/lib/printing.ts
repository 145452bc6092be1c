import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printMedia: MediaQueryList | undefined;

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting);
}

let isAnnounced = false;

function onPaper(): MediaQueryList {
  printMedia ??= matchMedia('print');
  return printMedia;
}

function isPrinting(): boolean {
  return isAnnounced || onPaper().matches;
}

/** The page has to be complete when the event ends: the browser does not wait. */
function subscribe(listener: () => void): () => void {
  const leaving = new AbortController();
  const until = { signal: leaving.signal };
  const setPrinting = (printing: boolean) => () => {
    isAnnounced = printing;
    flushSync(listener);
  };
  addEventListener('beforeprint', setPrinting(true), until);
  addEventListener('afterprint', setPrinting(false), until);
  onPaper().addEventListener('change', listener, until);
  return () => leaving.abort();
}
