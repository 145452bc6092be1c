import type { ReactNode } from 'react';
import { useRef } from 'react';
import { CloseButton } from '#web/ui/close-button.tsx';
import { useFocusOnLeave } from '#web/ui/focus-fallback.ts';

interface HintLineProps {
  readonly onClose: () => void;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A line at the foot of the window that is shown once. */
export function HintLine({ onClose, action, children }: HintLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useFocusOnLeave(line);
  return (
    <div ref={line} className="panel pointer-events-auto mt-2 flex w-full max-w-lg items-center gap-3 py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 py-1.5 text-sm break-words">{children}</p>
      {action}
      <CloseButton onClose={onClose} />
    </div>
  );
}
