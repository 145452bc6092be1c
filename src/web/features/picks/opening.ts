import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';

/** What the bar below and the tabs cover on phones, in pixels. */
export const COVERED_BELOW = 144;

/**
 * Begins at the first game that can be picked, where it is out of view and nobody has begun to read or to do something. On phones
 * only: elsewhere what was saved stands above the games, and nowhere else. The page is painted first: scrolled in one step with
 * what comes in place of the skeleton, the footer would count as a layout shift.
 */
export function useOpening(board: RefObject<HTMLElement | null>, isOpening: RefObject<boolean> | undefined): void {
  useLayoutEffect(() => {
    if (!isOpening?.current) return;
    isOpening.current = false;
    afterPaint(() => {
      const game = board.current?.querySelector('[data-side]:enabled')?.closest('article');
      // A list that has the focus is the switch between pools, which gets it back by itself.
      if (!game || innerWidth >= 768 || scrollY > 0 || document.querySelector('main :focus:not(select)')) return;
      if (game.getBoundingClientRect().bottom > innerHeight - COVERED_BELOW) game.closest('section')?.scrollIntoView();
    });
  }, [board, isOpening]);
}

export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
