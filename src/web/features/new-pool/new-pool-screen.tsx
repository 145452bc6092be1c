import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import { call } from '#web/lib/api.ts';
import { Redirect } from '#web/lib/navigation.tsx';
import { useMayMakePool } from '#web/parts/may-make-pool.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NewPoolForm } from './new-pool-form.tsx';
import { PoolMade } from './pool-made.tsx';

const seasonQuery = queryOptions({
  queryKey: ['season'],
  queryFn: ({ signal }) => call('GET /api/season', {}, signal),
  meta: { failure: 'Error fetching the season' },
});

/** Where a pool is made, and its players are invited. */
export function NewPoolScreen() {
  return useMayMakePool() ? <NewPool /> : <Redirect path="/" />;
}

function NewPool() {
  const season = useQuery(seasonQuery);
  const { select } = usePool();
  const poolsChanged = usePoolsChanged();
  const making = useMutation({
    mutationFn: (body: BodyOf<'POST /api/pools'>) => call('POST /api/pools', { body }),
    onSuccess: async ({ id }) => {
      await poolsChanged();
      select(id);
    },
    onError: (error) => console.error('Error creating the pool', error),
  });
  if (making.isSuccess) {
    const { name, plays = false } = making.variables;
    return (
      <Screen title={`${name.trim()} is ready`} over="New Pool">
        <PoolMade id={making.data.id} name={name.trim()} plays={plays} />
      </Screen>
    );
  }
  return (
    <Screen title="New Pool">
      <Loaded query={season} failure="Couldn't load the season" skeleton={<Skeleton className="h-144" />}>
        {(reply) => <NewPoolForm season={reply} making={making} />}
      </Loaded>
    </Screen>
  );
}
