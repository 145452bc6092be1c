import type { Rank } from '#core/standings.ts';

const medals = {
  trophy: { icon: '🏆', name: 'First place' },
  silver: { icon: '🥈', name: 'Second place' },
  bronze: { icon: '🥉', name: 'Third place' },
} as const;

/** The place, with the icon of the first three and the wooden spoon of the last. */
export function RankMark({ rank, medal, isLast }: Rank) {
  const mark = medal ? medals[medal] : isLast ? { icon: '🥄', name: 'Last place' } : null;
  return (
    <span className="inline-flex items-center gap-1">
      <span className="w-7 text-right font-display text-lg font-medium text-ink-soft">{rank}</span>
      <span className="w-7 text-center text-xl leading-none">
        {mark && (
          <span role="img" aria-label={mark.name} title={mark.name}>
            {mark.icon}
          </span>
        )}
      </span>
    </span>
  );
}
