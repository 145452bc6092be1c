import type { PoolListing } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AskToJoin } from './ask-to-join.tsx';
import { useMayMakePool } from './may-make-pool.ts';

/** What stands in for a screen of a pool that is not there, or not open to the person. */
export interface ClosedPoolProps {
  readonly pool: PoolListing | null;
  /** What the screen says when no pool is chosen. */
  readonly noPool: string;
}

/** Says why there is no pool to show, and what to do. */
export function ClosedPool({ pool, noPool }: ClosedPoolProps) {
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
