import type { ReactNode } from 'react';

interface BoardButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button on the board of a week that opens a dialog. */
export function BoardButton({ onClick, children }: BoardButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="min-h-11 font-display text-base font-medium whitespace-nowrap text-led"
    >
      {children}
    </button>
  );
}
