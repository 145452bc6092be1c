import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EnterPicks } from './enter-picks.tsx';
import { PoolManager } from './pool-manager.tsx';

/** Runs any pool, for admins, whichever pool is chosen. */
export function EditPoolScreen() {
  const { poolId = '' } = useParams();
  const pool = useQuery(poolEditQuery(poolId));
  if (pool.error instanceof ApiError && ['pool_not_found', 'invalid_input'].includes(pool.error.code))
    return <Missing />;
  const picks = (entryId: string): string => `/admin/pools/picks/${poolId}/${entryId}`;
  return (
    <Screen title="Edit Pool" over={pool.data?.settings.name ?? '\u00a0'} tools={<Back />}>
      <PoolManager poolId={poolId} addresses={{ back: '/admin/pools', picks }} />
    </Screen>
  );
}

/** Enters picks of an entry of any pool, for admins. */
export function AnyPoolPicksScreen() {
  const { poolId = '', entryId = '' } = useParams();
  const pool = useQuery(poolQuery(poolId));
  const back = { to: `/admin/pools/edit/${poolId}`, text: 'Back to the pool' };
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <EnterPicks pool={loaded} entryId={entryId} back={back} />}
    </Loaded>
  );
}

function Back() {
  return (
    <Link
      to="/admin/pools"
      className="inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink max-md:hidden"
    >
      <Icon name="chevronLeft" />
      Back to Pools
    </Link>
  );
}

function Missing() {
  return (
    <Screen title="Edit Pool">
      <Notice icon="search" title="Pool Not Found">
        <p>It was deleted, or the address is wrong.</p>
        <Link to="/admin/pools" className={buttonLook('plain')}>
          Back to Pools
        </Link>
      </Notice>
    </Screen>
  );
}
