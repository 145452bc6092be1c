import { useState } from 'react';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { Icon } from '#web/ui/icon.tsx';

const VIEW_KEY = 'games-as';

/** Whether games are rows of a list instead of cards: stored on the device. */
export function useDenseView(): readonly [isDense: boolean, set: (isDense: boolean) => void] {
  const [isDense, setDense] = useState(() => readItem(VIEW_KEY) === 'list');
  return [
    isDense,
    (next) => {
      setDense(next);
      writeItem(VIEW_KEY, next ? 'list' : 'cards');
    },
  ];
}

interface ViewButtonProps {
  readonly isDense: boolean;
  readonly onChange: (isDense: boolean) => void;
}

/** Switches between cards and the list. */
export function ViewButton({ isDense, onChange }: ViewButtonProps) {
  const text = isDense ? 'Show cards' : 'Show a list';
  return (
    <button
      type="button"
      aria-label={text}
      title={text}
      onClick={() => onChange(!isDense)}
      className="-mx-2.5 grid size-11 place-items-center text-led"
    >
      <Icon name={isDense ? 'grid' : 'menu'} />
    </button>
  );
}
