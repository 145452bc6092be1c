import type { RefObject } from 'react';
import { useEffect } from 'react';

/** Moves the focus to the heading of a section where what had it in the section is taken away: else the next key would begin at the top of the page. */
export function useKeptFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const watched = section.current;
    if (watched === null) return;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent): void => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof HTMLElement) || last.isConnected) return;
      last = null;
      if (document.activeElement !== document.body) return;
      const heading = watched.querySelector('h2');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    watched.addEventListener('focusin', note);
    observer.observe(watched, { childList: true, subtree: true });
    return () => {
      watched.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [section]);
}
