import type { RefObject } from 'react';
import { useEffect } from 'react';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

/** How far a finger moves before its direction is clear, in pixels. */
const CLEAR_PX = 6;
/** How long a table that was let go of keeps its speed, in ms. */
const THROW_MS = 220;
/** A finger that has rested so long lets go without a throw, in ms. */
const REST_MS = 60;

interface Drag {
  readonly id: number;
  x: number;
  readonly y: number;
  left: number;
  isSideways: boolean;
  /** The latest positions, from which its speed is known. */
  last: { readonly x: number; readonly at: number };
  speed: number;
}

/**
 * On touch screens, the table scrolls in one direction at a time. Up and down is the browser's, which `touch-action: pan-y` keeps from
 * moving sideways as well; a touch that begins sideways is left to this hook, which moves the table sideways only.
 */
export function useSidewaysDrag(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = scroller.current;
    if (table === null) return;
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    let drag: Drag | null = null;

    function begin({ pointerType, isPrimary, pointerId, clientX, clientY, timeStamp }: PointerEvent): void {
      if (table === null || pointerType === 'mouse') return;
      // A second finger zooms.
      if (!isPrimary) {
        drag = null;
        return;
      }
      const left = table.scrollLeft;
      table.scrollTo({ left, behavior: 'instant' });
      const last = { x: clientX, at: timeStamp };
      drag = { id: pointerId, x: clientX, y: clientY, left, isSideways: false, last, speed: 0 };
    }

    function move({ pointerId, clientX, clientY, timeStamp }: PointerEvent): void {
      if (table === null || drag?.id !== pointerId) return;
      if (!drag.isSideways) {
        const [across, along] = [Math.abs(clientX - drag.x), Math.abs(clientY - drag.y)];
        if (Math.max(across, along) < CLEAR_PX) return;
        if (along >= across) {
          drag = null;
          return;
        }
        table.setPointerCapture(pointerId);
        drag.isSideways = true;
        drag.x = clientX;
      }
      const passed = Math.max(1, timeStamp - drag.last.at);
      drag.speed = (clientX - drag.last.x) / passed;
      drag.last = { x: clientX, at: timeStamp };
      table.scrollLeft = drag.left + drag.x - clientX;
    }

    function end({ pointerId, type, timeStamp }: PointerEvent): void {
      if (table === null || drag?.id !== pointerId) return;
      const { isSideways, speed, last } = drag;
      drag = null;
      if (!isSideways || type === 'pointercancel' || timeStamp - last.at > REST_MS) return;
      if (prefersReducedMotion()) return;
      table.scrollTo({ left: table.scrollLeft - speed * THROW_MS, behavior: 'smooth' });
    }

    table.addEventListener('pointerdown', begin, options);
    table.addEventListener('pointermove', move, options);
    table.addEventListener('pointerup', end, options);
    table.addEventListener('pointercancel', end, options);
    return () => leaving.abort();
  }, [scroller]);
}
