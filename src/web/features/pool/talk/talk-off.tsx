import { failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { useTalkSwitch } from './use-talk-switch.ts';

interface TalkOffProps {
  readonly poolId: string;
  readonly runsPool: boolean;
}

/** Stands for the talk of a pool while it is off. */
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
