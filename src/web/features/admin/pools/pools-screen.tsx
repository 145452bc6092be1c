import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchValue } from '#web/lib/navigation.tsx';
import { FirstSteps, isStarting } from '#web/parts/first-steps.tsx';
import { poolRowsQuery } from '#web/parts/pool-rows.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NewPoolDialog } from './new-pool-dialog.tsx';
import { PoolCard } from './pool-card.tsx';

export function PoolsScreen() {
  const pools = useQuery(poolRowsQuery);
  const asked = useSearchValue('new') !== undefined;
  const [makes, setMakes] = useState(asked);
  const go = useNavigate();
  const isLead = pools.data !== undefined && isStarting(pools.data);

  // A link leads here to make a pool; opened again later, it only shows them.
  useEffect(() => {
    if (!asked) return;
    setMakes(true);
    go('/admin/pools', { replace: true });
  }, [asked, go]);

  return (
    <Screen
      title="Pools"
      over="Admin"
      tools={
        pools.data !== undefined && (
          <Button tone={isLead ? 'plain' : 'primary'} onClick={() => setMakes(true)}>
            New Pool
          </Button>
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
      {makes && pools.data && <NewPoolDialog season={pools.data.season} onClose={() => setMakes(false)} />}
    </Screen>
  );
}
