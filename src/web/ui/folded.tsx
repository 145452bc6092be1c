import type { ReactNode } from 'react';

interface FoldedProps {
  readonly title: string;
  /** What is in it. */
  readonly note: string;
  readonly children: ReactNode;
}

/** A part of a form that is rarely needed. `focusFirstFlaw` unfolds it if a field in it is wrong. */
export function Folded({ title, note, children }: FoldedProps) {
  return (
    <details>
      <summary className="min-h-11 py-2.5">
        {title}
        <span className="block text-sm text-ink-soft">{note}</span>
      </summary>
      {children}
    </details>
  );
}
