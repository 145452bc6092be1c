import { QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import type { LeaderReply } from '#contract/standings.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { LeaderChange, WeekTop } from '#core/leader.ts';
import { LEADER_RECHECK_MS, leaderChange } from '#core/leader.ts';
import { call } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { endsSession } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { announceLeader, useCelebrations } from '#web/parts/leader-notice.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';

const Celebration = lazyPart(async () => (await import('./celebration-overlay.tsx')).Celebration);

/** Watches the lead, and celebrates when the person takes it. */
export function LeaderCelebration() {
  const count = useCelebrations();
  return (
    <>
      <LeaderWatch />
      {count > 0 && <Celebration key={count} />}
    </>
  );
}

/**
 * How long a week is still watched after another became the active one, in ms: its last game causes that, and its notice is still to come.
 */
const LINGER_MS = 30_000;

/** Notifies the person when the lead of the active week in the chosen pool changes. */
function LeaderWatch() {
  const { pool } = usePool();
  if (!pool?.details) return null;
  return <PoolWatch key={pool.id} poolId={pool.id} />;
}

function PoolWatch({ poolId }: { readonly poolId: string }) {
  const { data: pool } = useQuery(poolQuery(poolId));
  const weeks = useWatchedWeeks(pool?.activeWeekId ?? pool?.weeks[0] ?? null);
  const played = weeks.filter((weekId) => pool?.weeks.includes(weekId));
  // Where only the season is won, nobody leads.
  if (pool && traitsOf(pool.rules).plays === 'season') return null;
  return played.map((weekId) => <WeekWatch key={weekId} poolId={poolId} weekId={weekId} />);
}

/** The weeks to watch once a week is the active one: that week, and the one before it. @param before the weeks watched so far */
export function watchedWeeks(before: readonly string[], active: string | null): readonly string[] {
  return active === null || active === before.at(-1) ? before : [...before.slice(-1), active];
}

/** The active week and, for a moment, the one before it. */
function useWatchedWeeks(active: string | null): readonly string[] {
  const [weeks, setWeeks] = useState<readonly string[]>([]);
  const watched = watchedWeeks(weeks, active);
  if (watched !== weeks) setWeeks(watched);
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

/** Renders nothing, and does not render again while scores change. */
function WeekWatch({ poolId, weekId }: WeekWatchProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const { id } = useMe();

  useEffect(() => {
    const watch = watchLeader({
      read: () => call('GET /api/pools/:poolId/weeks/:weekId/leader', { params: { poolId, weekId } }),
      onChange: (change, name) => {
        if (change.kind === 'none') return;
        announceLeader({ change, userId: id, name, showToast });
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

interface LeaderWatchOptions {
  readonly read: () => Promise<LeaderReply>;
  readonly onChange: (change: LeaderChange, name: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Checks who leads a week each time one of its games ends. */
interface LeaderWatcher {
  /** Takes the current games. */
  readonly see: (games: readonly Pick<GameReply, 'gid' | 'status'>[]) => void;
  readonly stop: () => void;
}

/** Reads the lead at once, to have something to compare with, and again shortly after a game turned Final. */
export function watchLeader({ read, onChange, onError }: LeaderWatchOptions): LeaderWatcher {
  let finals: ReadonlySet<string> | null = null;
  let known: WeekTop | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function compare(): Promise<void> {
    try {
      const top = await read();
      if (stopped) return;
      const change = known && leaderChange(known, top);
      known = top;
      if (change) onChange(change, top.name);
    } catch (error) {
      if (!stopped) onError(error);
    }
  }

  void compare();
  return {
    see: (games) => {
      const before = finals;
      finals = new Set(games.filter(({ status }) => status === 'Final').map(({ gid }) => gid));
      const isNews = before !== null && [...finals].some((gid) => !before.has(gid));
      if (!isNews) return;
      clearTimeout(timer);
      timer = setTimeout(compare, LEADER_RECHECK_MS);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
