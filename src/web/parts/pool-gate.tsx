import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PoolListing, PoolReply } from '#contract/pools.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Loaded, Loading } from '#web/ui/loaded.tsx';
import { Failure, Notice } from '#web/ui/notice.tsx';
import { usePool } from './pool-context.tsx';
import { poolQuery } from './queries.ts';

interface PoolGateProps {
  /** What the screen says when no pool is chosen. */
  readonly noPool: string;
  readonly skeleton: ReactNode;
  readonly children: (pool: PoolReply, isMember: boolean) => ReactNode;
}

/** Lets a screen through once the chosen pool is there and open to the person. */
export function PoolGate({ noPool, skeleton, children }: PoolGateProps) {
  const { status, error, retry, pool } = usePool();
  const me = useMe();
  if (status === 'failed') return <Failure title="The pools could not be loaded" error={error} onRetry={retry} />;
  if (status === 'loading') return <Loading>{skeleton}</Loading>;
  if (pool === null) {
    return (
      <Notice icon="ball" title={noPool}>
        <p>There is no pool yet. Ask an admin to start one.</p>
      </Notice>
    );
  }
  if (!pool.isMember && !me.isAdmin) return <NotAMember pool={pool} />;
  return (
    <OpenPool key={pool.id} poolId={pool.id} skeleton={skeleton}>
      {(open) => children(open, pool.isMember)}
    </OpenPool>
  );
}

interface OpenPoolProps {
  readonly poolId: string;
  readonly skeleton: ReactNode;
  readonly children: (pool: PoolReply) => ReactNode;
}

function OpenPool({ poolId, skeleton, children }: OpenPoolProps) {
  const query = useQuery(poolQuery(poolId));
  return (
    <Loaded query={query} failure="The pool could not be loaded" skeleton={skeleton}>
      {children}
    </Loaded>
  );
}

function NotAMember({ pool }: { readonly pool: PoolListing }) {
  return (
    <Notice icon="lock" title={pool.name}>
      <p>You are not a member of this pool yet.</p>
      {pool.description && <p className="text-sm">{pool.description}</p>}
      <p className="text-sm">Ask an admin to let you in, or choose another pool above.</p>
    </Notice>
  );
}
