import { formatAverage, formatPoints } from '#core/scoring.ts';
import { weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { whyMark } from '#web/parts/why/why.tsx';
import type { StandingsViewProps } from './leader-table.tsx';
import { RankMark } from './rank-mark.tsx';
import { WeekScore } from './week-score.tsx';
import './scoreboard.css';

/** The leaderboard on phones: one row for each player, their weeks a tap away. */
export function LeaderList({ rows, weeks, winners }: StandingsViewProps) {
  const me = useMe();
  return (
    <ol className="no-print panel overflow-hidden lg:hidden">
      {rows.map((row) => (
        <li key={row.id} className={`relative ${row.ownerId === me.id ? 'own-row' : 'striped-row'}`}>
          <details>
            <summary className="leader-line flex min-h-15 items-center gap-2 py-1 pl-1">
              <RankMark rank={row.rank} medal={row.medal} isLast={row.isLast} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="max-w-full truncate font-medium">{row.name}</span>
                  {row.ownerId === me.id && <span className="label rounded bg-turf-fill px-1.5 text-white">YOU</span>}
                </span>
                <span className="block text-xs text-ink-soft">Avg {formatAverage(row.average)}</span>
              </span>
            </summary>
            <dl className="grid grid-cols-6 gap-y-2 px-3 pt-1 pb-4 text-center">
              {weeks.map((week, place) => (
                <div key={week}>
                  <dt className="text-xs text-ink-soft">{weekShortName(week)}</dt>
                  <dd>
                    <WeekScore {...{ row, week, place }} won={winners[place]?.get(row.id)} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
          <button
            type="button"
            {...whyMark(row.id, null)}
            className="leader-total font-display text-3xl font-semibold text-amber"
          >
            {formatPoints(row.totalHalves)}
          </button>
        </li>
      ))}
    </ol>
  );
}
