import './leaderboard.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import type { SideTableShape } from '#contract/side-tables.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { hasScores } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { useNow } from '#web/parts/now/use-now.ts';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { activePlayersQuery, sideTablesQuery, standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { useNowColumn } from './now-column.tsx';
import { ScoreCards } from './score-cards.tsx';
import { SideTable } from './side-table.tsx';
import { SurvivorStandings } from './survivor-standings.tsx';

export function ScoreboardScreen() {
  return (
    <PoolGate title="Scoreboard" noPool="Please select a pool" skeleton={<ScoreboardSkeleton />}>
      {(pool) => <ScoreboardOfPool pool={pool} />}
    </PoolGate>
  );
}

function ScoreboardOfPool({ pool }: { readonly pool: PoolReply }) {
  const standings = useQuery(standingsQuery(pool.id));
  const activePlayers = useActivePlayers(pool);
  const asked = useSearchValue('table');
  const { sideTables = [] } = pool;
  const shown = sideTables.find(({ id }) => id === asked);
  return (
    <Screen title="Scoreboard" over={<PoolName> · {overline(pool)}</PoolName>}>
      {sideTables.length > 0 && <TableTabs tables={sideTables} shown={shown} />}
      {shown === undefined ? (
        <Season {...{ pool, standings, activePlayers }} />
      ) : (
        <OneTable key={shown.id} pool={pool} tableId={shown.id} />
      )}
    </Screen>
  );
}

/** A side table with its standings, which only its tab loads. */
function OneTable({ pool, tableId }: { readonly pool: PoolReply; readonly tableId: string }) {
  const query = useQuery(sideTablesQuery(pool.id));
  return (
    <Loaded query={query} failure="Couldn't load the side tables" skeleton={<Skeleton className="h-144" />}>
      {({ tables }) => {
        const table = tables.find(({ id }) => id === tableId);
        return table && <SideTable table={table} format={pool.rules.format} />;
      }}
    </Loaded>
  );
}

interface TableTabsProps {
  readonly tables: readonly SideTableShape[];
  /** Undefined for the season. */
  readonly shown: SideTableShape | undefined;
}

/** The season, and each side table. */
function TableTabs({ tables, shown }: TableTabsProps) {
  const tabs = tables.map(({ id, name }) => ({ to: tableAddress(id), text: name }));
  return (
    <div className="no-print">
      <SectionTabs
        label="Tables"
        tabs={[{ to: SCOREBOARD, text: 'Season' }, ...tabs]}
        shown={shown === undefined ? SCOREBOARD : tableAddress(shown.id)}
      />
    </div>
  );
}

const SCOREBOARD = '/scoreboard';

function tableAddress(id: string): string {
  return `${SCOREBOARD}?table=${encodeURIComponent(id)}`;
}

interface SeasonProps {
  readonly pool: PoolReply;
  readonly standings: UseQueryResult<StandingsReply>;
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
}

/** The main standings. */
function Season({ pool, standings, activePlayers }: SeasonProps) {
  return (
    <Loaded query={standings} failure="Couldn't load scores" skeleton={<ScoreboardSkeleton />}>
      {(reply) =>
        traitsOf(pool.rules).plays === 'season' ? (
          <SurvivorStandings pool={pool} standings={reply} />
        ) : !hasScores(reply.rows) ? (
          <Notice icon="trophy" title="No scores available yet">
            <p>Scores show up with the first final game.</p>
          </Notice>
        ) : (
          <ScoredSeason pool={pool} standings={reply} activePlayers={activePlayers} />
        )
      }
    </Loaded>
  );
}

interface ScoredSeasonProps extends Pick<SeasonProps, 'pool' | 'activePlayers'> {
  readonly standings: StandingsReply;
}

function ScoredSeason({ pool, standings, activePlayers }: ScoredSeasonProps) {
  const now = useNowColumn(useNow(pool), standings);
  return (
    <>
      <ScoreCards rows={standings.rows} activePlayers={activePlayers} now={now} />
      <Leaderboard pool={pool} standings={standings} now={now} />
    </>
  );
}

/** How many players have picked in the active week; undefined until it is known. */
function useActivePlayers({ id, activeWeekId }: PoolReply): number | undefined {
  const { data } = useQuery({ ...activePlayersQuery(id, activeWeekId ?? ''), enabled: activeWeekId !== null });
  return activeWeekId === null ? 0 : data?.activePlayers;
}

function overline({ memberCount, activeWeekId }: PoolReply): string {
  const players = `${memberCount} ${memberCount === 1 ? 'player' : 'players'}`;
  return [players, ...(activeWeekId === null ? [] : [weekName(activeWeekId)])].join(' · ');
}

function ScoreboardSkeleton() {
  return (
    <>
      <div className="score-cards">
        <Skeleton className="score-card" />
        <Skeleton className="score-card" />
        <Skeleton className="score-card" />
      </div>
      <Skeleton className="mt-6 h-144" />
    </>
  );
}
