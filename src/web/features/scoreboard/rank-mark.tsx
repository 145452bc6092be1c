import type { Rank } from '#core/standings.ts';

const medals = {
  trophy: { icon: '🏆', name: 'First place' },
  silver: { icon: '🥈', name: 'Second place' },
  bronze: { icon: '🥉', name: 'Third place' },
} as const;
const last = { icon: '🥄', name: 'Last place' };

/** The place, with the icon of the first three and the wooden spoon of the last, who may be one of them. */
export function RankMark({ rank, medal, isLast }: Rank) {
  const marks = [...(medal ? [medals[medal]] : []), ...(isLast ? [last] : [])];
  return (
    <span className="inline-flex items-center gap-1">
      <span className="w-7 text-right font-display text-lg font-medium text-ink-soft">{rank}</span>
      <span className="min-w-7 text-center text-xl leading-none">
        {marks.map(({ icon, name }) => (
          <span key={name} role="img" aria-label={name} title={name}>
            {icon}
          </span>
        ))}
      </span>
    </span>
  );
}
