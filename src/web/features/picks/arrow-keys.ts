import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { followArrow } from './arrow-moves.ts';

/** While the focus is on a game, the arrow keys move and pick. */
export function useArrowKeys(board: RefObject<HTMLElement | null>): void {
  // As soon as the cards are rendered: a key that is pressed before the browser is idle must not be lost.
  useLayoutEffect(() => {
    const root = board.current;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const isOnGame = target instanceof Element && target.closest('article') !== null;
      if (!root || !isOnGame || !key.startsWith('Arrow') || altKey || ctrlKey || metaKey || shiftKey) return;
      if (root.querySelector('[data-side]:enabled') === null) return; // No game to go to: the page scrolls.
      event.preventDefault();
      followArrow(root, key);
    };
    root?.addEventListener('keydown', onKey);
    return () => root?.removeEventListener('keydown', onKey);
  }, [board]);
}
