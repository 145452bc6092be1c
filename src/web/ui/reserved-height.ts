import { useCallback } from 'react';

/**
 * Keeps the height of a notice at the bottom of the window in a CSS variable, so that what lies at the bottom makes room for it.
 * @returns the `ref` of the notice, whose height is 0 while it has nothing to show
 */
export function useReservedHeight(variable: '--hints' | '--status') {
  return useCallback(
    (notice: HTMLElement | null) => {
      if (notice === null) return;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(variable, `${notice.offsetHeight}px`));
      observer.observe(notice);
      return () => {
        observer.disconnect();
        style.removeProperty(variable);
      };
    },
    [variable],
  );
}
