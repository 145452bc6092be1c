import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PoolListing, PoolReply } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Failure, Notice } from '#web/ui/notice.tsx';
import { AskToJoin } from './ask-to-join.tsx';
import { usePool } from './pool-context.tsx';
import { PoolName } from './pool-name.tsx';
import { poolQuery } from './queries.ts';
import { useMayMakePool } from './requester.ts';
import { Screen } from './screen.tsx';

interface PoolGateProps {
  /** The heading of the screen, shown from the first moment. */
  readonly title: string;
  /** The text of the screen if no pool is chosen. */
  readonly noPool: string;
  readonly skeleton: ReactNode;
  /** The placeholder beside the heading. */
  readonly toolsSkeleton?: ReactNode;
  readonly children: (pool: PoolReply, isMember: boolean) => ReactNode;
}

/** Shows a screen once the chosen pool is loaded and open to the person; until then, a placeholder or the reason. */
export function PoolGate({ title, noPool, skeleton, toolsSkeleton, children }: PoolGateProps) {
  const { status, error, retry, pool } = usePool();
  const waiting = (
    <Screen title={title} over={<PoolName />} tools={toolsSkeleton}>
      <Loading>{skeleton}</Loading>
    </Screen>
  );
  if (status === 'loading') return waiting;
  if (pool?.details) {
    return (
      <OpenPool key={pool.id} poolId={pool.id} title={title} waiting={waiting}>
        {(open) => children(open, pool.isMember)}
      </OpenPool>
    );
  }
  return (
    <Screen title={title} over={<PoolName />}>
      {status === 'failed' && <Failure title="Couldn't load pools" error={error} onRetry={retry} />}
      {(pool !== null || status === 'ready') && <ClosedPool pool={pool} noPool={noPool} />}
    </Screen>
  );
}

interface OpenPoolProps {
  readonly poolId: string;
  readonly title: string;
  readonly waiting: ReactNode;
  readonly children: (pool: PoolReply) => ReactNode;
}

function OpenPool({ poolId, title, waiting, children }: OpenPoolProps) {
  const { data, error, isError, isFetching, refetch } = useQuery(poolQuery(poolId));
  if (data !== undefined) return <Deferred placeholder={waiting}>{children(data)}</Deferred>;
  if (!isError || isFetching) return waiting;
  return (
    <Screen title={title}>
      <Failure title="Couldn't load the pool" error={error} onRetry={() => void refetch()} />
    </Screen>
  );
}

/** Shown in place of a screen whose pool is missing, or not open to the person. */
interface ClosedPoolProps {
  readonly pool: PoolListing | null;
  /** The text of the screen if no pool is chosen. */
  readonly noPool: string;
}

/** Explains why there is no pool to show, and what to do. */
function ClosedPool({ pool, noPool }: ClosedPoolProps) {
  return pool === null ? <NoPool title={noPool} /> : <NotAMember pool={pool} />;
}

function NoPool({ title }: { readonly title: string }) {
  const { isAdmin } = useMe();
  const mayMake = useMayMakePool();
  return (
    <Notice icon="ball" title={title}>
      {mayMake ? (
        <>
          <p>There is no pool yet. Make the first one, and invite your players.</p>
          <Link to={isAdmin ? '/admin/pools' : '/pools/new'} className={buttonLook('primary')}>
            Make a pool
          </Link>
        </>
      ) : (
        <p>There is no pool yet. Ask an admin to start one.</p>
      )}
    </Notice>
  );
}

function NotAMember({ pool }: { readonly pool: PoolListing }) {
  return (
    <Notice icon="lock" title="You are not a member of this pool yet.">
      {pool.description && <p>{pool.description}</p>}
      <p className="text-sm">A commissioner can let you in. Or choose another pool.</p>
      <AskToJoin pool={pool} />
    </Notice>
  );
}
