const tones = {
  good: 'bg-turf-wash text-turf',
  warn: 'bg-amber-wash text-amber',
  bad: 'bg-red-wash text-red',
  /** With an edge: rows can be as dark as it is. */
  plain: 'bg-panel-low text-ink-soft shadow-[inset_0_0_0_1px_var(--line-strong)]',
} as const;

interface BadgeProps {
  readonly tone: keyof typeof tones;
  readonly children: string;
}

/** A short label for the item beside it. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`label inline-block rounded px-2 py-0.5 whitespace-nowrap ${tones[tone]}`}>{children}</span>;
}
