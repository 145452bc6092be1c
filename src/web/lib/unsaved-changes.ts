import { useEffect } from 'react';

const QUESTION = 'Leave without saving? What you changed here will be lost.';

const unsaved = new Set<object>();

/** The address of the form that was last changed. */
let formHref = '';

/** Asks whether the page may be left, if a form on it has unsaved changes. */
export function confirmLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}

/** While `isUnsaved`, leaving the screen, going back and closing the page ask first. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsaved.add(form);
    formHref = location.href;
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [isUnsaved]);
}

/**
 * Lets Back and Forward ask, too. Must be called before the router listens: listeners on the window run in the order in which they were
 * added, even if a later one captures.
 */
export function askBeforeGoingBack(): void {
  window.addEventListener('popstate', (event) => {
    if (location.href === formHref || confirmLeave()) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', formHref);
  });
}
