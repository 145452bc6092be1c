import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import { nameContains } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { gamesQuery, standingsQuery } from '#web/parts/queries.ts';
import { ReceiptNote } from '#web/parts/receipts/receipt-note.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { mayReturnText } from '#web/parts/survivor/buy-back-words.ts';
import { ownTeams } from '#web/parts/survivor/own-teams.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Loading, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import type { SurvivorDayViewProps } from './game-day/survivor-day-view.tsx';
import type { SurvivorRow } from './survivor-table.tsx';
import { liveScores, SurvivorTable, survivorRows, winnersText } from './survivor-table.tsx';
import { useIsGameDay, ViewTabs } from './view-tabs.tsx';

const SurvivorDayView = lazyScreen<SurvivorDayViewProps>(
  async () => (await import('./game-day/survivor-day-view.tsx')).SurvivorDayView,
  <Loading>
    <Skeleton className="h-128" />
  </Loading>,
);

export interface SurvivorMatchupProps {
  readonly pool: PoolReply;
}

/** The Matchup of a survivor pool: the teams by player and week, and who is still alive. */
export function SurvivorMatchup({ pool }: SurvivorMatchupProps) {
  const isGameDay = useIsGameDay();
  const standings = useQuery(standingsQuery(pool.id));
  return (
    <Screen title="Matchup View" over={<PoolName />}>
      <Loaded query={standings} failure="Couldn't load the matchup" skeleton={<Skeleton className="h-128" />}>
        {(reply) =>
          reply.rows.length === 0 || reply.weeks.length === 0 ? (
            <Notice icon="grid" title="No Data Available">
              <p>{reply.weeks.length === 0 ? 'This pool has no weeks yet.' : 'Nobody is in this pool yet.'}</p>
            </Notice>
          ) : (
            <>
              <ViewTabs isSurvivor />
              {isGameDay ? (
                <SurvivorDayView pool={pool} standings={reply} />
              ) : (
                <SurvivorBoard pool={pool} standings={reply} />
              )}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface SurvivorBoardProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
}

/** Players by weeks, in the order of the standings. */
function SurvivorBoard({ pool, standings }: SurvivorBoardProps) {
  const { entries, entry } = useEntries();
  const [search, setSearch] = useState('');
  const [onlyAlive, setOnlyAlive] = useState(false);
  const own = useMemo(() => new Map(entries.map((each) => [each.id, ownTeams(each)])), [entries]);
  const { data: games = [] } = useQuery({
    ...gamesQuery(pool.id, standings.activeWeekId ?? '', pool),
    enabled: standings.activeWeekId !== null,
  });
  const rows = survivorRows(standings, own);
  const alive = rows.filter(({ survival }) => survival.lives > 0);
  const found = (onlyAlive ? alive : rows).filter(({ name }) => nameContains(name, search));
  const won = winnersText(standings);
  return (
    <>
      {won !== null && (
        <p className="board mb-3 flex min-h-16 items-center gap-3 px-4 py-2.5 text-xl">
          <Icon name="trophy" className="size-7 text-led" />
          <span className="led min-w-0 break-words">{won}</span>
        </p>
      )}
      <div className="matchup-tools mb-2 flex flex-wrap items-center gap-2 md:gap-x-4">
        <SearchField label="Find a member" value={search} onChange={setSearch} />
        <button
          type="button"
          aria-pressed={onlyAlive}
          title="Show only those who are still in"
          onClick={() => setOnlyAlive(!onlyAlive)}
          className="panel h-11 px-3 font-display font-medium text-ink-soft aria-pressed:text-amber"
        >
          {alive.length} of {rows.length} still in
        </button>
      </div>
      <SurvivorTable
        poolId={pool.id}
        weeks={standings.weeks}
        activeWeekId={standings.activeWeekId}
        rules={pool.rules}
        rows={found}
        chosen={rows.find(({ id }) => id === entry?.id)}
        winners={standings.survivors ?? []}
        live={liveScores(games)}
      />
      <SurvivorLegend rules={pool.rules} isLive={liveScores(games).size > 0} rows={rows} />
      <ReceiptNote pool={pool} on="paper" />
    </>
  );
}

interface SurvivorLegendProps {
  readonly rules: PoolRules;
  /** Whether a game is running. */
  readonly isLive: boolean;
  /** Of the whole board. */
  readonly rows: readonly SurvivorRow[];
}

/** What the marks of the board mean. */
function SurvivorLegend({ rules, isLive, rows }: SurvivorLegendProps) {
  const { cost } = costWords(rules);
  const toLose = rules.goal === 'lose';
  const ends = toLose ? ['lost', 'won'] : ['won', 'lost'];
  const [safe, costly] =
    rules.survivorTie === 'wins' ? [`${ends[0]} or tied`, ends[1]] : [ends[0], `${ends[1]} or tied`];
  return (
    <ul aria-label="Legend" className="matchup-legend mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      <li className="flex items-center gap-1">
        <PickMark result="correct" /> {safe}
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="incorrect" /> {costly}, {cost}
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="pending" /> Pick made - waiting for result
      </li>
      {isLive && (
        <li className="flex items-center gap-1.5">
          <span className="leading-sample" aria-hidden="true" /> {toLose ? 'losing' : 'winning'} right now
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className="sealed">Set</span> picked, hidden until the game locks
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-red">None</span> no team, {cost}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-amber">Off</span> called off, cost nothing
      </li>
      {rows.some(({ survival }) => survival.boughtBack?.length) && (
        <li className="flex items-center gap-1.5">
          <span className="text-ink">Back</span> bought back after that week
        </li>
      )}
      {rows.some(({ survival }) => survival.mayBuyBack) && (
        <li className="flex items-center gap-1.5">
          <Icon name="clock" className="size-4" /> out, {mayReturnText(rules)}
        </li>
      )}
    </ul>
  );
}
