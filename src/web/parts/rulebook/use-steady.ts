import type { MouseEvent, RefObject } from 'react';
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
  const hold = useHold();
  const note = () => hold(ref.current);
  return { ref, onClickCapture: note, onInputCapture: note };
}

/** Keeps a tapped value where it is on the screen when another panel closes above it. */
export function useSteadyValues(): { readonly onClickCapture: (event: MouseEvent) => void } {
  const hold = useHold();
  return {
    onClickCapture: ({ target }) => hold(target instanceof Element ? target.closest('.rule-value') : null),
  };
}

/** Holds an element where it is on the screen during the next change. */
function useHold(): (element: Element | null) => void {
  const held = useRef<{ readonly element: Element; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    if (held.current?.element.isConnected)
      scrollBy(0, held.current.element.getBoundingClientRect().top - held.current.top);
    held.current = null;
  });
  return (element) => {
    held.current = element && { element, top: element.getBoundingClientRect().top };
    // What changes only later moves nothing.
    requestAnimationFrame(() => {
      held.current = null;
    });
  };
}
