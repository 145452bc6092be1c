import type { RefObject } from 'react';
import { useEffect, useLayoutEffect } from 'react';

/** Moves focus to the section's heading when the focused element is removed; otherwise the next key would start at the top of the page. */
export function useFocusFallback(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const watched = section.current;
    if (watched === null) return;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent): void => {
      last = target;
    };
    // Removal also causes a blur. A microtask later the two can be distinguished. In a window that loses focus, the element stays the active one.
    const forget = ({ target }: FocusEvent): void => {
      queueMicrotask(() => {
        const isLeft = target instanceof Element && target.isConnected && target !== document.activeElement;
        if (target === last && isLeft) last = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof HTMLElement) || last.isConnected) return;
      last = null;
      if (document.activeElement !== document.body) return;
      focusHeading(watched);
    });
    watched.addEventListener('focusin', note);
    watched.addEventListener('focusout', forget);
    observer.observe(watched, { childList: true, subtree: true });
    return () => {
      watched.removeEventListener('focusin', note);
      watched.removeEventListener('focusout', forget);
      observer.disconnect();
    };
  }, [section]);
}

/** Moves focus to the page's heading when the part with the focus is removed as a whole. */
export function useFocusOnLeave(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const watched = part.current;
    return () => {
      if (watched?.contains(document.activeElement)) focusHeading(document);
    };
  }, [part]);
}

function focusHeading(within: ParentNode): void {
  const heading = within.querySelector<HTMLElement>('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
