import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/lib/navigation.tsx';
import { FirstSteps, isStarting } from '#web/parts/first-steps.tsx';
import { poolRowsQuery } from '#web/parts/pool-rows.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PoolCard } from './pool-card.tsx';

export function PoolsScreen() {
  const pools = useQuery(poolRowsQuery);
  const isLead = pools.data !== undefined && isStarting(pools.data);

  return (
    <Screen
      title="Pools"
      over="Admin"
      tools={
        pools.data !== undefined && (
          <Link to="/pools/new" className={buttonLook(isLead ? 'plain' : 'primary')}>
            New Pool
          </Link>
        )
      }
    >
      <Loaded query={pools} failure="Couldn't load pools" skeleton={<Skeleton className="h-72" />}>
        {(reply) => (
          <>
            {isLead && <FirstSteps />}
            <ul className="grid gap-3 md:gap-4">
              {reply.pools.map((pool) => (
                <PoolCard key={pool.id} pool={pool} list={reply} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
