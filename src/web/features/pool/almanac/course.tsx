import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeasonChartReply } from '#contract/almanac.ts';
import { courseText, weekPointsText } from '#core/almanac/words.ts';
import { pointsOfHalves } from '#core/scoring.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { ColumnChart } from '#web/parts/charts/column-chart.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { ChartTable } from './chart-table.tsx';
import type { RankLine } from './rank-chart.tsx';
import { RankChart } from './rank-chart.tsx';

/** The course of this season: ranks of all entries, or the viewer's points, after each decided week. */
export function Course({ query }: { readonly query: UseQueryResult<SeasonChartReply> }) {
  const me = useMe();
  return (
    <PanelSection title="Your season">
      <Loaded query={query} failure="Couldn't load the season" skeleton={<Skeleton className="h-72" />}>
        {(course) => {
          const empty = emptyText(course);
          return empty === null ? (
            <Charts course={course} viewerId={me.id} />
          ) : (
            <p className="text-ink-soft">{empty}</p>
          );
        }}
      </Loaded>
    </PanelSection>
  );
}

/** What stands in place of the charts; null if there are any. */
export function emptyText({ weekIds, entries }: SeasonChartReply): string | null {
  if (weekIds.length === 0) return 'Your line starts here once the first week is decided.';
  if (entries.every(({ ranks }) => ranks.length === 0)) return 'No points in a survivor pool.';
  return null;
}

type Entry = SeasonChartReply['entries'][number];

interface ChartsProps {
  readonly course: SeasonChartReply;
  readonly viewerId: string;
}

/** The two charts with their tables. Somebody who doesn't play sees the points of the leader. */
export function Charts({ course, viewerId }: ChartsProps) {
  const [view, setView] = useState<'rank' | 'points'>('rank');
  const { weekIds, entries } = course;
  const own = entries.filter(({ ownerId }) => ownerId === viewerId);
  const subject = own[0] ?? entries[0];
  if (subject === undefined) return null;
  const who = own.length === 1 ? 'You' : subject.name;
  const columns = weekIds.map((id) => ({ id, short: weekShortName(id), name: weekName(id) }));
  const points = subject.weekHalves.map((halves) => (halves === null ? null : pointsOfHalves(halves)));
  const sentence =
    view === 'rank'
      ? courseText(who, subject.ranks)
      : `${who}: ${weekPointsText(weekIds, subject.weekHalves) ?? 'no points yet'}`;
  return (
    <>
      <Segments label="What the chart shows" value={view} options={views} onChange={setView} />
      <p className="mb-1 text-lg wrap-anywhere">{sentence}.</p>
      {view === 'rank' ? (
        <>
          <RankChart label={sentence} columns={columns} when="after" lines={linesOf(entries, own)} />
          <ChartTable
            title="Rank after each week"
            columns={columns}
            rows={entries.map((entry) => ({ ...entry, isOwn: own.includes(entry), values: entry.ranks }))}
          />
        </>
      ) : (
        <>
          <ColumnChart label={sentence} columns={columns.map(({ short }) => short)} values={points} />
          <ChartTable
            title="Points by week"
            columns={columns}
            rows={[{ ...subject, isOwn: own.includes(subject), values: points }]}
          />
        </>
      )}
    </>
  );
}

const views = [
  ['rank', 'Rank'],
  ['points', 'Points'],
] as const;

/** The lines of entries, which are by rank: the first one leads. */
function linesOf(entries: readonly Entry[], own: readonly Entry[]): RankLine[] {
  return entries.map((entry, at) => {
    const isYou = own.length === 1 && own[0] === entry;
    const tone = own.includes(entry) ? 'own' : at === 0 ? 'leader' : 'other';
    return { id: entry.id, name: isYou ? 'You' : entry.name, values: entry.ranks, tone };
  });
}
