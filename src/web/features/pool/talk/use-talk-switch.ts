import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { talkQuery } from './talk-query.ts';

/** Turns the talk of a pool on or off. */
export function useTalkSwitch(poolId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => call('PUT /api/pools/:poolId/talk', { params: { poolId }, body: { isOn } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: talkQuery(poolId).queryKey }),
        client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey, exact: true }),
      ]),
    onError: (error) => console.error('Error turning the talk on or off', error),
  });
}
