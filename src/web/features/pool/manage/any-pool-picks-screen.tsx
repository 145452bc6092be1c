import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { poolQuery } from '#web/parts/queries.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EnterPicks } from './enter-picks.tsx';

/** Where an admin enters picks of a player of any pool. */
export function AnyPoolPicksScreen() {
  const { poolId = '', userId = '' } = useParams();
  const pool = useQuery(poolQuery(poolId));
  const back = { to: `/admin/pools/edit/${poolId}`, text: 'Back to the pool' };
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <EnterPicks pool={loaded} userId={userId} back={back} />}
    </Loaded>
  );
}
