import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnRecordReply } from '#contract/almanac.ts';
import { costText, placeOf, rightPercent, tallyText } from '#core/almanac/words.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { useShortened } from './show-all.tsx';

/** The viewer's own picks by team, over all seasons. */
export function OwnTeams({ query }: { readonly query: UseQueryResult<OwnRecordReply> }) {
  return (
    <PanelSection title="Your teams">
      <Loaded query={query} failure="Couldn't load your teams" skeleton={<Skeleton className="h-72" />}>
        {(own) => <Teams own={own} />}
      </Loaded>
    </PanelSection>
  );
}

function Teams({ own }: { readonly own: OwnRecordReply }) {
  const { shown, button } = useShortened(own.teams, 'teams');
  const figures = [
    ['Favorites', own.favorites],
    ['Underdogs', own.underdogs],
    ['Home', own.home],
    ['Away', own.away],
  ] as const;
  return (
    <>
      <p className="mb-2 text-lg">{costText(own)}</p>
      {own.teams.length > 0 && (
        <>
          <table className="almanac-table">
            <caption className="mb-1 text-left text-sm text-ink-soft">
              Right–wrong when you picked a team, and when you picked against it
            </caption>
            <thead className="label text-ink-soft">
              <tr>
                <th scope="col" className="almanac-name">
                  Team
                </th>
                <th scope="col">Picked</th>
                <th scope="col">Against</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ team, picked, against }) => (
                <tr key={team} className="striped-row">
                  <th scope="row" className="almanac-name font-medium">
                    <span className="flex items-center gap-2">
                      <Helmet team={team} side="home" className="h-7 w-8 shrink-0" />
                      {placeOf(team)}
                    </span>
                  </th>
                  <td className="font-display text-lg">{tallyText(picked)}</td>
                  <td className="font-display text-lg text-ink-soft">{tallyText(against)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {button}
          <dl className="almanac-figures mt-4">
            {figures.map(([label, tally]) => (
              <div key={label} className="rounded-lg bg-panel-low p-3">
                <dt className="label text-ink-soft">{label}</dt>
                <dd className="font-display text-2xl">{rightPercent(tally) ?? '–'}</dd>
                <dd className="text-sm text-ink-soft">{tallyText(tally)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
