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
          ? 'Members can talk. If you turn it off, messages are hidden, not deleted.'
          : "Talk is off. Turn it on so members can chat on the pool's page."}
      </p>
      <Refusal text={turning.isError ? failureText(turning.error) : null} />
      <Button tone="plain" isPaused={turning.isPending} onClick={() => turning.mutate(!isOn)}>
        {isOn ? 'Turn talk off' : 'Turn talk on'}
      </Button>
    </PanelSection>
  );
}
