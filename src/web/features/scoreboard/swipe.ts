import type { RefObject } from 'react';
import { useEffect } from 'react';

/** How far a finger moves for a swipe, in pixels. */
const SWIPE_PX = 48;

/**
 * Calls back when a finger swipes sideways over an element, which needs `touch-action: pan-y`: the browser handles a touch that
 * scrolls the page, and sends `pointercancel`.
 * @param onSwipe gets -1 if the finger moved to the right, which brings what is on the left, and 1 if it moved to the left
 */
export function useSwipe(area: RefObject<HTMLElement | null>, onSwipe: (step: -1 | 1) => void): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    let start: PointerEvent | null = null;
    // A second finger zooms.
    const begin = (event: PointerEvent) => {
      start = event.pointerType === 'touch' && event.isPrimary ? event : null;
    };
    const end = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (start?.pointerId !== pointerId) return;
      const [across, along] = [clientX - start.clientX, clientY - start.clientY];
      start = null;
      if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > 2 * Math.abs(along)) onSwipe(across > 0 ? -1 : 1);
    };
    element.addEventListener('pointerdown', begin, options);
    element.addEventListener('pointerup', end, options);
    element.addEventListener(
      'pointercancel',
      () => {
        start = null;
      },
      options,
    );
    return () => leaving.abort();
  }, [area, onSwipe]);
}
