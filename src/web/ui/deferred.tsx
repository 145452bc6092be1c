import type { ReactNode } from 'react';
import { useDeferredValue } from 'react';

interface DeferredProps {
  /** What stands there until the first drawing is done. */
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

/** Draws much at first, a little at a time: taps and scrolling come through in between. Later changes are drawn at once. */
export function Deferred({ placeholder, children }: DeferredProps) {
  const begun = useDeferredValue(true, false);
  return begun ? children : placeholder;
}
