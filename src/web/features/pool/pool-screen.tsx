import type { PoolReply } from '#contract/pools.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LabSection } from './lab-section.tsx';
import { LogSection } from './log-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { useExample } from './use-example.ts';

/** The pool's own page: its rules, and what was changed in it. */
export function PoolScreen() {
  return (
    <PoolGate title="Pool" noPool="Please select a pool" skeleton={<PoolSkeleton />}>
      {(pool) => <PoolPage pool={pool} />}
    </PoolGate>
  );
}

function PoolPage({ pool }: { readonly pool: PoolReply }) {
  const example = useExample(pool);
  return (
    <Screen title="Pool" over={<PoolName />}>
      {example === undefined ? (
        <Loading>
          <PoolSkeleton />
        </Loading>
      ) : (
        <div className={columns}>
          <div className="grid min-w-0 gap-5">
            <RulesSection rules={pool.rules} example={example} />
            {pool.rules.format !== 'survivor' && <LabSection pool={pool} />}
          </div>
          <LogSection poolId={pool.id} />
        </div>
      )}
    </Screen>
  );
}

const columns = 'grid items-start gap-5 lg:grid-cols-2';

function PoolSkeleton() {
  return (
    <div className={columns}>
      <Skeleton className="h-144" />
      <Skeleton className="h-96" />
    </div>
  );
}
