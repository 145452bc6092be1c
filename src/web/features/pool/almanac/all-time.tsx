import type { AllTime } from '#contract/almanac.ts';
import { rightPercent } from '#core/almanac/words.ts';
import { counted } from '#core/listed.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { ChartTable } from './chart-table.tsx';
import type { RankLine } from './rank-chart.tsx';
import { RankChart } from './rank-chart.tsx';
import { useShortened } from './show-all.tsx';

/** What everybody did in all seasons; nothing before one is over. */
export function AllTimeTable({ rows }: { readonly rows: readonly AllTime[] }) {
  const me = useMe();
  const { shown, button } = useShortened(rows, 'players');
  if (rows.length === 0) return null;
  return (
    <PanelSection title="All time">
      <table className="almanac-table">
        <thead className="label text-ink-soft">
          <tr>
            <th scope="col" className="almanac-name">
              Name
            </th>
            <th scope="col">Titles</th>
            <th scope="col">2nd</th>
            <th scope="col">3rd</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.person.id} className={row.person.id === me.id ? 'own-row' : 'striped-row'}>
              <th scope="row" className="almanac-name font-medium">
                {row.person.name}
                <span className="block text-sm font-normal text-ink-soft">{careerText(row)}</span>
              </th>
              {(['titles', 'seconds', 'thirds'] as const).map((place) => (
                <td
                  key={place}
                  className={`font-display text-lg ${row[place] === 0 ? 'text-ink-faint' : place === 'titles' ? 'text-amber' : ''}`}
                >
                  {row[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {button}
      <Places rows={rows} viewerId={me.id} />
    </PanelSection>
  );
}

/** `7 seasons, 2 typed · 12 weeks won · 61% right` */
function careerText({ seasons, typed, weekWins, picks }: AllTime): string {
  const percent = rightPercent(picks);
  const parts = [
    `${counted(seasons, 'season')}${typed > 0 ? `, ${typed} typed` : ''}`,
    ...(weekWins > 0 ? [`${counted(weekWins, 'week')} won`] : []),
    ...(percent === null ? [] : [`${percent} right`]),
  ];
  return parts.join(' · ');
}

interface PlacesProps {
  readonly rows: readonly AllTime[];
  readonly viewerId: string;
}

/**
 * The places of all over the years, if two years have more than a champion. Whoever leads the table and the viewer have strong
 * lines.
 */
export function Places({ rows, viewerId }: PlacesProps) {
  const byYear = Map.groupBy(
    rows.flatMap(({ places }) => places),
    ({ year }) => year,
  );
  const years = [...byYear].flatMap(([year, places]) => (places.length > 1 ? [year] : [])).toSorted((a, b) => a - b);
  if (years.length < 2) return null;
  const columns = years.map((year) => ({ id: `${year}`, short: `${year}`, name: `${year}` }));
  const lines = rows.map(({ person: { id, name }, places }, at): RankLine => {
    const values = years.map((year) => places.find((each) => each.year === year)?.place ?? null);
    return {
      id,
      name: id === viewerId ? 'You' : name,
      values,
      tone: id === viewerId ? 'own' : at === 0 ? 'leader' : 'other',
    };
  });
  return (
    <>
      <h3 className="heading mt-6 text-lg">Places over the years</h3>
      <RankChart label={`Places from ${years[0]} to ${years.at(-1)}`} columns={columns} when="in" lines={lines} />
      <ChartTable
        title="Place in each year"
        columns={columns}
        rows={lines.map((line) => ({ ...line, isOwn: line.tone === 'own' }))}
      />
    </>
  );
}
