import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { formatAverage, formatPoints, hasScores, meanScore } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { activePlayersQuery, standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Leaderboard } from './leaderboard.tsx';
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
  return (
    <Screen title="Scoreboard" over={<PoolName> · {overline(pool)}</PoolName>}>
      <Loaded query={standings} failure="Couldn't load scores" skeleton={<ScoreboardSkeleton />}>
        {(reply) =>
          pool.rules.format === 'survivor' ? (
            <SurvivorStandings pool={pool} standings={reply} />
          ) : !hasScores(reply.rows) ? (
            <Notice icon="trophy" title="No scores available yet">
              <p>Scores show up with the first final game.</p>
            </Notice>
          ) : (
            <>
              <ScoreCards rows={reply.rows} activePlayers={activePlayers} />
              <Leaderboard poolId={pool.id} standings={reply} />
            </>
          )
        }
      </Loaded>
    </Screen>
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
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        <Skeleton className="col-span-2 h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
      <Skeleton className="mt-6 h-144" />
    </>
  );
}

interface ScoreCardsProps {
  readonly rows: StandingsReply['rows'];
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
}

/** Leader, Average Score and Active Players. */
function ScoreCards({ rows, activePlayers }: ScoreCardsProps) {
  const best = Math.max(...rows.map(({ totalHalves }) => totalHalves));
  const leaders = best > 0 ? rows.filter(({ totalHalves }) => totalHalves === best) : [];
  return (
    <div className="grid grid-cols-2 gap-3 max-narrow:grid-cols-1 md:grid-cols-4 md:gap-4">
      <Card title={leaders.length > 1 ? `Leader · ${leaders.length} tied` : 'Leader'} value={formatPoints(best)} wide>
        <span className="flex min-w-0 items-center gap-2 font-display text-xl font-semibold sm:text-2xl">
          <Icon name="trophy" className="size-7 text-led" />
          <span className="line-clamp-2">{leaders.map(({ name }) => name).join(', ') || 'Nobody yet'}</span>
        </span>
      </Card>
      <Card title="Average Score" value={formatAverage(meanScore(rows.map(({ totalHalves }) => totalHalves)))} />
      <Card title="Active Players" value={activePlayers ?? '–'}>
        <span className="text-sm text-board-soft">of {new Set(rows.map(({ ownerId }) => ownerId)).size}</span>
      </Card>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly value: number | string;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

function Card({ title, value, wide = false, children }: CardProps) {
  return (
    <section
      className={`board flex min-h-32 flex-col justify-between p-4 ${wide ? 'col-span-2 max-narrow:col-auto' : ''}`}
    >
      <h2 className="label text-board-soft">{title}</h2>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div className="order-2 min-w-0 flex-1 text-right first:text-left max-narrow:basis-full max-narrow:text-left">
          {children}
        </div>
        <span className="led text-5xl">
          <Digits value={value} />
        </span>
      </div>
    </section>
  );
}
