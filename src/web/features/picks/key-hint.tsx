import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { readItem, writeItem } from '#web/lib/storage.ts';

/** Whether a hint about keys is still needed: until they are used once on this device. */
export interface KeyHintState {
  /** They were used on an earlier visit. */
  readonly isKnown: boolean;
  readonly isUsed: boolean;
  readonly use: () => void;
}

/** @param name of the hint, in the storage of the device */
export function useKeyHint(name: string): KeyHintState {
  const key = `keys-used-${name}`;
  const [isKnown] = useState(() => readItem(key) !== null);
  const [isUsed, setUsed] = useState(isKnown);
  const use = useCallback(() => {
    setUsed(true);
    if (readItem(key) === null) writeItem(key, 'yes');
  }, [key]);
  return { isKnown, isUsed, use };
}

interface KeyHintProps {
  readonly hint: KeyHintState;
  readonly className?: string;
  readonly children: ReactNode;
}

/** For screen readers on all devices, visible if there is a keyboard. Once the keys are used it only keeps its place, so that nothing moves. */
export function KeyHint({ hint, className = '', children }: KeyHintProps) {
  if (hint.isKnown) return null;
  return (
    <p
      className={`no-print mt-3 text-sm text-ink-soft max-md:sr-only not-pointer-fine:sr-only ${hint.isUsed ? 'invisible' : ''} ${className}`}
    >
      {children}
    </p>
  );
}

export function Key({ sign }: { readonly sign: string }) {
  return (
    <kbd className="mx-0.5 inline-grid size-5 place-items-center rounded bg-panel-high font-[inherit] text-xs shadow-[inset_0_0_0_1px_var(--line-strong)]">
      {sign}
    </kbd>
  );
}
