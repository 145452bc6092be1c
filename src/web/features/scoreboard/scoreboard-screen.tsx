import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { hasScores } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { activePlayersQuery, standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { ScoreCards } from './score-cards.tsx';
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

/** How many have picked in the active week; undefined until it is known. */
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
