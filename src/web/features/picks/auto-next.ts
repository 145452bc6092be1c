import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { goToGap } from './go-to-gap.ts';
import { COVERED_BELOW } from './opening.ts';

const KEY = 'auto-next';

/** Whether a tap on an unpicked game goes on to the next one: stored on the device, at first on for phones. */
export interface AutoNext {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

export function useAutoNext(board: RefObject<HTMLElement | null>): AutoNext {
  const [isOn, setOn] = useState(
    () => (readItem(KEY) ?? (matchMedia('(width < 48rem)').matches ? 'on' : 'off')) === 'on',
  );
  useEffect(() => {
    const root = board.current;
    if (root === null || !isOn) return;
    const onTap = ({ target, detail }: MouseEvent) => {
      const game = target instanceof Element && target.closest('[data-side]')?.closest('article');
      // The tap is not drawn yet: a side that is pressed was picked before. Keys have no detail; they have a way of their own.
      if (!game || detail === 0 || game.querySelector('[aria-pressed="true"]')) return;
      goToGap(root, game, COVERED_BELOW);
    };
    root.addEventListener('click', onTap);
    return () => root.removeEventListener('click', onTap);
  }, [board, isOn]);
  return {
    isOn,
    set: (next) => {
      setOn(next);
      writeItem(KEY, next ? 'on' : 'off');
    },
  };
}
