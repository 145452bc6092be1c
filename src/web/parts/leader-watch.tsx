import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#web/lib/api.ts';
import { endsSession } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { watchLeader } from './leader.ts';
import { tellChange } from './leader-notice.ts';
import { usePool } from './pool-context.tsx';
import { gamesQuery, poolQuery } from './queries.ts';
import { useToast } from './toasts.tsx';

/** A week is watched for so long after another became the active one, in ms: its last game does that, and has its notice yet to come. */
const LINGER_MS = 30_000;

/** Tells when somebody takes the lead in the active week of the chosen pool. */
export function LeaderWatch() {
  const { pool } = usePool();
  if (!pool?.details) return null;
  return <PoolWatch key={pool.id} poolId={pool.id} />;
}

function PoolWatch({ poolId }: { readonly poolId: string }) {
  const { data: pool } = useQuery(poolQuery(poolId));
  const weeks = useWatchedWeeks(pool?.activeWeekId ?? pool?.weeks[0] ?? null);
  const played = weeks.filter((weekId) => pool?.weeks.includes(weekId));
  // A survivor pool has no lead that changes hands.
  if (pool?.rules.format === 'survivor') return null;
  return played.map((weekId) => <WeekWatch key={weekId} poolId={poolId} weekId={weekId} />);
}

/** The active week, and for a moment the one before it. */
function useWatchedWeeks(active: string | null): readonly string[] {
  const [weeks, setWeeks] = useState<readonly string[]>([]);
  if (active !== null && active !== weeks.at(-1)) setWeeks([...weeks.slice(-1), active]);
  useEffect(() => {
    if (weeks.length < 2) return;
    const timer = setTimeout(() => setWeeks(weeks.slice(-1)), LINGER_MS);
    return () => clearTimeout(timer);
  }, [weeks]);
  return weeks;
}

function report(error: unknown): void {
  if (!endsSession(error)) console.error('Error fetching scores', error);
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
      read: () => call('GET /api/pools/:poolId/weeks/:weekId/leader', { params: { poolId, weekId } }),
      onChange: (change, name) => {
        if (change.kind === 'none') return;
        tellChange({ change, userId: id, name, showToast });
      },
      onError: report,
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
