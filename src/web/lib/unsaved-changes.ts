import { useEffect } from 'react';

const QUESTION = 'Leave without saving? What you changed here will be lost.';

const unsaved = new Set<object>();

/** Whether the page may be left: asks where a form on it has unsaved changes. */
export function confirmLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}

/** While `isUnsaved`, going to another screen, going back and closing the page ask first. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsaved.add(form);
    const here = location.href;
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    const askBack = (event: PopStateEvent): void => {
      if (location.href === here || confirmLeave()) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
    };
    window.addEventListener('beforeunload', askBrowser);
    window.addEventListener('popstate', askBack, { capture: true });
    return () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', askBrowser);
      window.removeEventListener('popstate', askBack, { capture: true });
    };
  }, [isUnsaved]);
}
