import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { poolRowsQuery } from '#web/features/admin/queries.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NewPoolDialog } from './new-pool-dialog.tsx';
import { PoolCard } from './pool-card.tsx';

export function PoolsScreen() {
  const pools = useQuery(poolRowsQuery);
  const [makes, setMakes] = useState(false);
  const newPool = <Button onClick={() => setMakes(true)}>New Pool</Button>;
  const loadSeason = (
    <Link to="/admin/season" className={buttonLook('plain')}>
      Load season
    </Link>
  );
  const isEmpty = pools.data?.pools.length === 0;
  return (
    <Screen
      title="Pools"
      over="Admin"
      tools={
        !isEmpty && (
          <div className="flex gap-3">
            {loadSeason}
            {newPool}
          </div>
        )
      }
    >
      <Loaded query={pools} failure="Couldn't load pools" skeleton={<Skeleton className="h-72" />}>
        {(reply) =>
          isEmpty ? (
            <Notice icon="ball" title="No pools yet">
              <p>First load the games of a season, then make a pool and choose its players and weeks.</p>
              <div className="flex gap-3">
                {loadSeason}
                {newPool}
              </div>
            </Notice>
          ) : (
            <ul className="grid gap-3 md:gap-4">
              {reply.pools.map((pool) => (
                <PoolCard key={pool.id} pool={pool} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {makes && <NewPoolDialog onClose={() => setMakes(false)} />}
    </Screen>
  );
}
