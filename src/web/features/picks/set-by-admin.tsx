import type { FeedField } from '#core/types.ts';
import { Drawing } from './drawing.tsx';

const names: Readonly<Record<FeedField, string>> = {
  status: 'Status',
  score: 'Score',
  spread: 'Spread',
  kickoff: 'Kick-off',
};

interface SetByAdminProps {
  readonly fields: readonly FeedField[];
  readonly field: FeedField;
  /** Shown before the mark, where the field itself is not beside it. */
  readonly told?: string;
}

/** Marks a field that an admin set by hand. */
export function SetByAdmin({ fields, field, told }: SetByAdminProps) {
  if (!fields.includes(field)) return null;
  return (
    <span className="flex items-center gap-0.5 text-[0.6875rem] leading-4 whitespace-nowrap">
      <Drawing name="hand" className="size-3" />
      <span className={told === undefined ? 'sr-only' : ''}>{`${told ?? names[field]}: `}</span>
      Set by admin
    </span>
  );
}
