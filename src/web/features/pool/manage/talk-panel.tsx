import { useQuery } from '@tanstack/react-query';
import { useTalkSwitch } from '#web/features/pool/talk/use-talk-switch.ts';
import { failureText } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Whether the members of a pool can talk. */
export function TalkPanel({ poolId }: { readonly poolId: string }) {
  const pool = useQuery(poolQuery(poolId)).data;
  const turning = useTalkSwitch(poolId);
  if (pool === undefined) return null;
  const isOn = pool.lastMessage !== undefined;
  return (
    <PanelSection title="Talk">
      <p className="mb-3 text-ink-soft">
        {isOn
          ? 'Members can talk. Turned off, what was said is hidden and stays.'
          : 'Talk is off. Turn it on, and members can talk to each other on the page of the pool.'}
      </p>
      <Refusal text={turning.isError ? failureText(turning.error) : null} />
      <Button tone="plain" disabled={turning.isPending} onClick={() => turning.mutate(!isOn)}>
        {isOn ? 'Turn talk off' : 'Turn talk on'}
      </Button>
    </PanelSection>
  );
}
