import { useQuery } from '@tanstack/react-query';
import { MoneyPlan, MoneySection } from '#web/features/pool/money/money-section.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import type { ManageProps } from './pool-manager.tsx';

/** The fee and the prizes of the pool; its whole ledger, if that has no address of its own for the viewer. */
export function ManageMoney({ pool: { id }, addresses: { ledger } }: ManageProps) {
  const pool = useQuery(poolQuery(id));
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-144" />}>
      {(loaded) =>
        ledger === undefined ? <MoneySection pool={loaded} /> : <MoneyPlan pool={loaded} ledger={ledger} />
      }
    </Loaded>
  );
}
