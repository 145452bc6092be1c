import { Suspense } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { TiebreakProps } from './tiebreak.tsx';

const Tiebreak = lazyPart<TiebreakProps>(async () => (await import('./tiebreak.tsx')).Tiebreak);

interface WeekTiebreakProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly isMember: boolean;
}

/** The guess of a week, in pools that have a tiebreak. */
export function WeekTiebreak({ pool, weekId, games, isMember }: WeekTiebreakProps) {
  const gid = pool.tiebreaks?.[weekId];
  return (
    gid && (
      <div className="mt-8 min-h-24 md:max-w-xl">
        <Suspense>
          <Tiebreak poolId={pool.id} {...{ weekId, gid, games, isMember }} />
        </Suspense>
      </div>
    )
  );
}
