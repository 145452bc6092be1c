import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { OrderList } from './order-moves.ts';
import { movedTo } from './order-moves.ts';

/** Near the edge of the window the page scrolls along, in px. */
const EDGE_PX = 110;
const SCROLL_PX = 10;

/** A game under the finger, and the list as it would be if it were let go now. */
export interface Dragged {
  readonly gid: string;
  readonly gids: readonly string[];
}

/**
 * Moves a line of a list with the finger or the mouse. It stays under it, and others make room where it can go. All lines are of one height; they are not moved in the document before the end, so that
 * the browser does not lose the finger.
 * @param onDrop is told the new order, where it is another one
 */
export function useDrag(
  lines: RefObject<HTMLElement | null>,
  list: OrderList,
  onDrop: (gid: string, gids: readonly string[]) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  function start(gid: string, { pointerId, button, clientY, currentTarget }: ReactPointerEvent): void {
    const root = lines.current;
    const line = currentTarget.closest('li');
    if (root === null || line === null || button !== 0) return;
    // Only one line at a time: another finger takes over.
    stop.current();
    const ending = new AbortController();
    const grabbedAt = clientY - root.getBoundingClientRect().top;
    const place = list.gids.indexOf(gid);
    let [y, gids] = [clientY, list.gids];
    /** Null until the finger moves. */
    let frame: number | null = null;
    const follow = (): void => {
      const { top, height } = root.getBoundingClientRect();
      const step = height / list.gids.length;
      const moved = Math.min(Math.max(y - top - grabbedAt, -place * step), (list.gids.length - 1 - place) * step);
      line.style.transform = `translateY(${moved}px)`;
      gids = movedTo(list, gid, Math.floor(((y - top) / height) * list.gids.length));
      setDragged((before) => (before && before.gids.join() === gids.join() ? before : { gid, gids }));
    };
    const scroll = (): void => {
      const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0) {
        scrollBy({ top: by, behavior: 'instant' });
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== pointerId) return;
      y = event.clientY;
      frame ??= requestAnimationFrame(scroll);
      follow();
    };
    const end = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerId !== pointerId) return;
      stop.current();
      if (event.type === 'pointerup' && gids.join() !== list.gids.join()) onDrop(gid, gids);
    };
    stop.current = () => {
      ending.abort();
      if (frame !== null) cancelAnimationFrame(frame);
      line.style.transform = '';
      setDragged(null);
    };
    const { signal } = ending;
    setDragged({ gid, gids });
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && end(event), { signal });
  }

  return { dragged, start };
}
