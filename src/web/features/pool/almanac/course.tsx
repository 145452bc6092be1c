import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SeasonChartReply } from '#contract/almanac.ts';
import { courseText, weekPointsText } from '#core/almanac/words.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatPoints, pointsOfHalves } from '#core/scoring.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { ColumnChart } from '#web/parts/charts/column-chart.tsx';
import type { ChartLine } from '#web/parts/charts/line-chart.tsx';
import { LineChart } from '#web/parts/charts/line-chart.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Segments } from '#web/ui/segments.tsx';

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
  const [isTable, setTable] = useState(false);
  const id = useId();
  const { weekIds, entries } = course;
  const own = entries.filter(({ ownerId }) => ownerId === viewerId);
  const subject = own[0] ?? entries[0];
  if (subject === undefined) return null;
  const who = own.length === 1 ? 'You' : subject.name;
  const columns = weekIds.map(weekShortName);
  const sentence =
    view === 'rank'
      ? courseText(who, subject.ranks)
      : `${who}: ${weekPointsText(weekIds, subject.weekHalves) ?? 'no points yet'}`;
  return (
    <>
      <Segments label="What the chart shows" value={view} options={views} onChange={setView} />
      <p className="mb-1 text-lg wrap-anywhere">{sentence}.</p>
      {view === 'rank' ? (
        <RankChart label={sentence} course={course} own={own} />
      ) : (
        <ColumnChart
          label={sentence}
          columns={columns}
          values={subject.weekHalves.map((halves) => (halves === null ? null : pointsOfHalves(halves)))}
        />
      )}
      <Button
        tone="plain"
        aria-expanded={isTable}
        aria-controls={id}
        onClick={() => setTable(!isTable)}
        className="no-print mt-3 w-full"
      >
        {isTable ? 'Hide the table' : 'Show as a table'}
      </Button>
      <div id={id}>
        {isTable && (
          <CourseTable view={view} weekIds={weekIds} entries={view === 'rank' ? entries : [subject]} own={own} />
        )}
      </div>
    </>
  );
}

const views = [
  ['rank', 'Rank'],
  ['points', 'Points'],
] as const;

interface RankChartProps {
  readonly label: string;
  readonly course: SeasonChartReply;
  readonly own: readonly Entry[];
}

function RankChart({ label, course: { weekIds, entries }, own }: RankChartProps) {
  const [leader] = entries;
  const lines = entries.map((entry): ChartLine & Pick<Entry, 'name'> => {
    const tone = own.includes(entry) ? 'own' : entry === leader ? 'leader' : 'other';
    return { id: entry.id, name: entry.name, values: entry.ranks, tone };
  });
  const worst = Math.max(2, ...entries.flatMap(({ ranks }) => ranks));
  const rows = [...new Set([1, Math.round((1 + worst) / 2), worst])].map((rank) => [rank, ordinal(rank)] as const);
  const strong = lines.filter(({ tone }) => tone !== 'other');
  return (
    <>
      <LineChart
        label={label}
        columns={weekIds.map(weekShortName)}
        lines={lines}
        edges={[1, worst]}
        rows={rows}
        textOf={({ name, values }, at) => `${name}: ${ordinal(values[at] ?? 0)} after ${weekName(weekIds[at] ?? '')}`}
      />
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {strong.map(({ id, name, tone, values }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <svg viewBox="0 0 24 8" className="chart-key h-2 w-6 shrink-0" aria-hidden="true">
              <path className={`chart-${tone}`} d="M2,4H22" />
            </svg>
            <span className="min-w-0 wrap-anywhere">
              {tone === 'own' && own.length === 1 ? 'You' : name}, {ordinal(values.at(-1) ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface CourseTableProps {
  readonly view: 'rank' | 'points';
  readonly weekIds: readonly string[];
  readonly entries: readonly Entry[];
  readonly own: readonly Entry[];
}

/** The numbers of a chart. */
function CourseTable({ view, weekIds, entries, own }: CourseTableProps) {
  const title = view === 'rank' ? 'Rank after each week' : 'Points by week';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section aria-label={title} tabIndex={0} className="course-table mt-3">
      <table>
        <caption className="sr-only">{title}</caption>
        <thead className="label text-ink-soft">
          <tr>
            <th scope="col">Name</th>
            {weekIds.map((week) => (
              <th key={week} scope="col">
                <abbr title={weekName(week)} className="no-underline">
                  {weekShortName(week)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className={own.includes(entry) ? 'own-row' : ''}>
              <th scope="row" className="font-medium" title={entry.name}>
                {entry.name}
              </th>
              {weekIds.map((week, at) => (
                <td key={week}>{view === 'rank' ? entry.ranks[at] : cellText(entry.weekHalves[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellText(halves: number | null | undefined): string {
  return halves == null ? '–' : formatPoints(halves);
}
