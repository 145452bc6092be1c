import type { Rank } from '#core/standings.ts';
import { Emoji } from '#web/ui/emoji.tsx';

const medals = {
  trophy: { icon: '🏆', name: 'First place' },
  silver: { icon: '🥈', name: 'Second place' },
  bronze: { icon: '🥉', name: 'Third place' },
} as const;
const lastMark = { icon: '🥄', name: 'Last place' };

interface RankMarkProps extends Omit<Rank, 'rank'> {
  /** Null for an entry that has none. */
  readonly rank: number | null;
}

/** The place, with the icon of the first three, and the wooden spoon of the last, who may be one of them. */
export function RankMark({ rank, medal, isLast }: RankMarkProps) {
  const marks = [...(medal ? [medals[medal]] : []), ...(isLast ? [lastMark] : [])];
  return (
    <span className="inline-flex items-center gap-1">
      <span className="w-7 text-right font-display text-lg font-medium text-ink-soft">{rank ?? '–'}</span>
      <span className="flex min-w-7 justify-center">
        {marks.map(({ icon, name }) => (
          <Emoji key={icon} title={name} className="size-6">
            {icon}
          </Emoji>
        ))}
      </span>
    </span>
  );
}
