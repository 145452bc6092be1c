import type { ReactNode } from 'react';
import './import.css';

/** Texts of a file, each with what it stands for. */
export function MatchList({ children }: { readonly children: ReactNode }) {
  return <ul className="mb-3 long-list">{children}</ul>;
}

interface MatchRowProps {
  readonly text: string;
  readonly note: string;
  /** The choice. */
  readonly children: ReactNode;
}

export function MatchRow({ text, note, children }: MatchRowProps) {
  return (
    <li className="match-row striped-row grid items-center gap-x-4 gap-y-1 rounded-lg px-2 py-1.5">
      <span className="min-w-0">
        <span className="block break-words">{text}</span>
        <span className="block text-sm break-words text-ink-soft">{note}</span>
      </span>
      {children}
    </li>
  );
}
