import { useQuery } from '@tanstack/react-query';
import { MoneySection } from '#web/features/pool/money/money-section.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import type { ManageProps } from './pool-manager.tsx';

/** The money of the pool, as its members see it under Money; admins see that of any pool here. */
export function ManageMoney({ pool: { id } }: ManageProps) {
  const pool = useQuery(poolQuery(id));
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-144" />}>
      {(loaded) => <MoneySection pool={loaded} />}
    </Loaded>
  );
}
