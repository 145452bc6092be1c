import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaderNotice } from '#core/leader.ts';
import { call } from '#web/lib/api.ts';
import { endsSession } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { topOfWeek, watchLeader } from './leader.ts';
import { giveNotice } from './leader-notice.ts';
import { usePool } from './pool-context.tsx';
import { gamesQuery, poolQuery } from './queries.ts';
import { useToast } from './toasts.tsx';

/** Tells when somebody takes the lead in the active week of the chosen pool. */
export function LeaderWatch() {
  const { pool } = usePool();
  const me = useMe();
  if (pool === null || !(pool.isMember || me.isAdmin)) return null;
  return <PoolWatch poolId={pool.id} />;
}

function PoolWatch({ poolId }: { readonly poolId: string }) {
  const { data: pool } = useQuery(poolQuery(poolId));
  const weekId = pool?.activeWeekId ?? pool?.weeks[0];
  return weekId === undefined ? null : <WeekWatch poolId={poolId} weekId={weekId} />;
}

interface WeekWatchProps {
  readonly poolId: string;
  readonly weekId: string;
}

/** Draws nothing, and is not drawn again while scores move. */
function WeekWatch({ poolId, weekId }: WeekWatchProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const { id } = useMe();

  useEffect(() => {
    const watch = watchLeader({
      read: async () => topOfWeek(await call('GET /api/pools/:poolId/standings', { params: { poolId } }), weekId),
      onChange: (change, name) => {
        const notice = leaderNotice(change, id, name);
        if (notice) giveNotice(notice, showToast);
      },
      onError: (error) => {
        if (!endsSession(error)) console.error('Error fetching scores', error);
      },
    });
    const games = new QueryObserver(client, gamesQuery(poolId, weekId));
    const forget = games.subscribe(({ data }) => data && watch.see(data));
    const { data } = games.getCurrentResult();
    if (data) watch.see(data);
    return () => {
      forget();
      watch.stop();
    };
  }, [client, id, poolId, showToast, weekId]);
  return null;
}
