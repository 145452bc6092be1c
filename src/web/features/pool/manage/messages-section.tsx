import { useQuery } from '@tanstack/react-query';
import { useTalkSwitch } from '#web/features/pool/talk/talk-off.tsx';
import { failureText } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { AnnouncePanel } from './announce-panel.tsx';
import { HooksPanel } from './hooks-panel.tsx';
import type { ManageProps } from './pool-manager.tsx';

/** What the pool tells its members and other apps. */
export function MessagesSection({ pool: { id } }: ManageProps) {
  return (
    <div className="halves">
      <div className="grid gap-4">
        <AnnouncePanel poolId={id} />
        <TalkPanel poolId={id} />
      </div>
      <HooksPanel poolId={id} />
    </div>
  );
}

/** Whether the talk of the pool is on. */
function TalkPanel({ poolId }: { readonly poolId: string }) {
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
