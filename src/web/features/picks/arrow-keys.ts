import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { retryableImport } from '#web/lib/retryable-import.ts';

const load = retryableImport(() => import('./arrow-moves.ts'));
let moves: ReturnType<typeof load> | null = null;

/** One import for all keys, so that they are handled in their order. A failed one is tried again. */
function fetchMoves(): NonNullable<typeof moves> {
  moves ??= load().catch((error: unknown) => {
    moves = null;
    throw error;
  });
  return moves;
}

/** While the focus is on a game, the arrow keys move and pick. The code is loaded with the first key. */
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
      void fetchMoves().then(({ followArrow }) => followArrow(root, key));
    };
    root?.addEventListener('keydown', onKey);
    return () => root?.removeEventListener('keydown', onKey);
  }, [board]);
}
