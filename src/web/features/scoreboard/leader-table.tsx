import { formatAverage, formatPoints } from '#core/scoring.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { whyMark } from '#web/parts/why/why.tsx';
import { RankMark } from './rank-mark.tsx';
import type { RankedRow, WeekWinners } from './standings-rows.ts';
import { WeekScore } from './week-score.tsx';
import './standings-print.css';

export interface StandingsViewProps {
  readonly rows: readonly RankedRow[];
  readonly weeks: readonly string[];
  /** Who won, by place of the week. */
  readonly winners: readonly WeekWinners[];
}

const head = 'h-12 px-2 font-display font-medium';

/** The leaderboard where there is room for a column a week. */
export function LeaderTable({ rows, weeks, winners }: StandingsViewProps) {
  const me = useMe();
  return (
    <div className="standings panel overflow-x-auto max-lg:hidden">
      <table className="w-full border-separate border-spacing-0 text-center">
        <thead className="standings-head">
          <tr>
            <th scope="col" className={`${head} w-20`}>
              Rank
            </th>
            <th scope="col" className={`${head} min-w-40 text-left`}>
              Player
            </th>
            {weeks.map((week) => (
              <th key={week} scope="col" title={weekName(week)} className={`${head} w-14`}>
                {weekShortName(week)}
              </th>
            ))}
            <th scope="col" className={`${head} w-20`}>
              Avg
            </th>
            <th scope="col" className={`${head} w-24 text-led`}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.ownerId === me.id ? 'own-row' : 'striped-row'}>
              <td className="relative">
                <button type="button" {...whyMark(row.id, null)} className="before:absolute before:inset-0">
                  <RankMark rank={row.rank} medal={row.medal} isLast={row.isLast} />
                </button>
              </td>
              <th scope="row" className="h-13 max-w-0 px-2 text-left font-medium">
                <span className="flex items-center gap-2">
                  <span className="truncate">{row.name}</span>
                  {row.ownerId === me.id && <span className="label rounded bg-turf-fill px-1.5 text-white">YOU</span>}
                </span>
              </th>
              {weeks.map((week, place) => (
                <td key={week}>
                  <WeekScore {...{ row, week, place }} won={winners[place]?.get(row.id)} />
                </td>
              ))}
              <td className="text-ink-soft">{formatAverage(row.average)}</td>
              <td className="relative font-display text-2xl font-semibold text-amber">
                <button type="button" {...whyMark(row.id, null)} className="before:absolute before:inset-0">
                  {formatPoints(row.totalHalves)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
