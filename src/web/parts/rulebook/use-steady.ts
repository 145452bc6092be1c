import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';

/** What keeps an element in place: its reference, and handlers of the events that come before a change. */
interface Steady<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly onClickCapture: () => void;
  readonly onInputCapture: () => void;
}

/** Keeps a control where it is on the screen when a tap or a typed letter makes the sentence above it longer or shorter. */
export function useSteady<E extends HTMLElement>(): Steady<E> {
  const ref = useRef<E>(null);
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (ref.current === null || before.current === null) return;
    scrollBy(0, ref.current.getBoundingClientRect().top - before.current);
    before.current = null;
  });
  /** What changes only later moves nothing. */
  function note(): void {
    before.current = ref.current?.getBoundingClientRect().top ?? null;
    requestAnimationFrame(() => {
      before.current = null;
    });
  }
  return { ref, onClickCapture: note, onInputCapture: note };
}
