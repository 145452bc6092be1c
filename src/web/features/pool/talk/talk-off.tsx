import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { talkQuery } from './history.ts';

interface TalkOffProps {
  readonly poolId: string;
  readonly runsPool: boolean;
}

/** Shown in place of the talk while it is off. */
export function TalkOff({ poolId, runsPool }: TalkOffProps) {
  const turning = useTalkSwitch(poolId);
  return (
    <Notice icon="ball" title="Talk is off">
      <p>
        {runsPool
          ? 'Members can talk here once you turn it on. They hear who joined, who won a week and who leads.'
          : 'A commissioner of this pool can turn it on.'}
      </p>
      {runsPool && (
        <>
          <Refusal text={turning.isError ? failureText(turning.error) : null} />
          <Button isPaused={turning.isPending} onClick={() => turning.mutate(true)}>
            Turn it on
          </Button>
        </>
      )}
    </Notice>
  );
}

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
