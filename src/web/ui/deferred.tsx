import type { ReactNode } from 'react';
import { useDeferredValue } from 'react';

interface DeferredProps {
  /** Shown until the first rendering is done. */
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

/** First renders its content in slices, so that taps and scrolling are handled in between. Later changes render at once. */
export function Deferred({ placeholder, children }: DeferredProps) {
  const begun = useDeferredValue(true, false);
  return begun ? children : placeholder;
}
