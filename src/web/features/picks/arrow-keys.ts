import type { RefObject } from 'react';
import { useEffect } from 'react';

const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** While the focus is on a game, the arrows are for the games. What they do is fetched with the first of them. */
export function useArrowKeys(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = board.current;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const game = target instanceof Element && target.closest('article');
      if (!root || !game || !keys.includes(key) || altKey || ctrlKey || metaKey || shiftKey) return;
      if (root.querySelector('[data-side]:enabled') === null) return; // No game to go to: the page scrolls.
      event.preventDefault();
      void import('./arrow-moves.ts').then(({ followArrow }) => followArrow(root, game, key));
    };
    root?.addEventListener('keydown', onKey);
    return () => root?.removeEventListener('keydown', onKey);
  }, [board]);
}
