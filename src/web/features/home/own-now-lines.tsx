import { useMemo } from 'react';
import { weekNow } from '#core/live-week.ts';
import { formatPoints } from '#core/scoring.ts';
import { LivePlaceText, NowMark } from '#web/parts/now/now-mark.tsx';
import type { OwnNowProps } from './own-now.tsx';

/** For each entry its points of the week now, and its place in it. */
export function OwnNowLines({ week, rows, entries }: OwnNowProps) {
  const now = useMemo(() => week && weekNow(week), [week]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <ul aria-label="Now: if every game ended as it stands">
      {entries.map(({ id }) => {
        const number = now?.numbers.get(id);
        return (
          <li key={id} className="flex min-h-9 items-center justify-between gap-x-3 px-2">
            {number && (
              <NowMark>
                <b className="font-display text-lg font-semibold">{formatPoints(number.halves)}</b> this week,{' '}
                <LivePlaceText {...number} /> of {now?.numbers.size}
              </NowMark>
            )}
            {entries.length > 1 && <span className="min-w-0 truncate text-ink-soft">{names.get(id)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
