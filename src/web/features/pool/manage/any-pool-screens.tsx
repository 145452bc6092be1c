import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { BackLink } from '#web/parts/panel/back-link.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EnterPicks } from './enter-picks.tsx';
import type { Addresses } from './pool-manager.tsx';
import { PoolManager } from './pool-manager.tsx';

const TITLE = 'Manage pool';

/** Runs any pool, for admins, whichever pool is chosen. */
export function EditPoolScreen() {
  const { poolId = '' } = useParams();
  const pool = useQuery(poolEditQuery(poolId));
  if (pool.error instanceof ApiError && ['pool_not_found', 'invalid_input'].includes(pool.error.code))
    return <Missing />;
  const addresses: Addresses = {
    base: `/admin/pools/edit/${poolId}`,
    back: '/admin/pools',
    picks: (entryId) => `/admin/pools/picks/${poolId}/${entryId}`,
  };
  const name = pool.data?.settings.name;
  return (
    <Screen
      title={name === undefined ? TITLE : `Manage ${name}`}
      over={<BackLink to={addresses.back} text="Back to Pools" />}
    >
      <PoolManager poolId={poolId} addresses={addresses} />
    </Screen>
  );
}

/** Enters picks of an entry of any pool, for admins. */
export function AnyPoolPicksScreen() {
  const { poolId = '', entryId = '' } = useParams();
  const pool = useQuery(poolQuery(poolId));
  const back = { to: `/admin/pools/edit/${poolId}/people`, text: 'Back to the pool' };
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <EnterPicks pool={loaded} entryId={entryId} back={back} />}
    </Loaded>
  );
}

function Missing() {
  return (
    <Screen title={TITLE}>
      <Notice icon="search" title="Pool Not Found">
        <p>It was deleted, or the address is wrong.</p>
        <Link to="/admin/pools" className={buttonLook('plain')}>
          Back to Pools
        </Link>
      </Notice>
    </Screen>
  );
}
