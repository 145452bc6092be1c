import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import { stageOf } from '#core/recap/decided-week.ts';
import { recapPath, recapTitle } from '#core/recap/place.ts';
import { Redirect, useNavigate } from '#web/lib/navigation.tsx';
import { NoWeeks } from '#web/parts/no-weeks.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Why } from '#web/parts/why/why.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PointsRecap } from './points-recap.tsx';
import { SurvivorRecap } from './survivor-recap.tsx';

/** What a week came to, for the pool and for oneself. */
export function RecapScreen() {
  return (
    <PoolGate
      title="Recap"
      noPool="Please select a pool"
      skeleton={<RecapSkeleton />}
      toolsSkeleton={<WeekSelectSkeleton />}
    >
      {(pool) => <RecapOfPool pool={pool} />}
    </PoolGate>
  );
}

function RecapOfPool({ pool }: { readonly pool: PoolReply }) {
  const { weekId: asked = '' } = useParams();
  const go = useNavigate();
  const area = useRef<HTMLDivElement>(null);
  const standings = useQuery(standingsQuery(pool.id));
  const finished = standings.data?.finishedWeeks ?? [];
  const weekId = pool.weeks.includes(asked) ? asked : (finished.at(-1) ?? pool.activeWeekId ?? pool.weeks[0]);
  if (weekId === undefined) {
    return (
      <Screen title="Recap" over={<PoolName />}>
        <NoWeeks />
      </Screen>
    );
  }
  if (standings.data && asked !== weekId) return <Redirect path={recapPath(weekId)} />;
  const Recap = pool.rules.format === 'survivor' ? SurvivorRecap : PointsRecap;
  return (
    <Screen
      title={recapTitle(weekId, standings.data ? stageOf(weekId, standings.data) : 'decided')}
      over={<PoolName />}
      tools={
        <div className="no-print max-md:w-full">
          <WeekSelect weeks={pool.weeks} value={weekId} onChange={(week) => go(recapPath(week), { replace: true })} />
        </div>
      }
    >
      <div ref={area}>
        <Loaded query={standings} failure="Couldn't load scores" skeleton={<RecapSkeleton />}>
          {(reply) => (
            <WeekLoader key={weekId} pool={pool} weekId={weekId} skeleton={<RecapSkeleton />}>
              {(week) => <Recap pool={pool} standings={reply} weekId={weekId} week={week} />}
            </WeekLoader>
          )}
        </Loaded>
        <Why poolId={pool.id} usual={weekId} area={area} />
      </div>
    </Screen>
  );
}

function RecapSkeleton() {
  return (
    <>
      <Skeleton className="mb-5 h-60" />
      <Skeleton className="h-72" />
    </>
  );
}
