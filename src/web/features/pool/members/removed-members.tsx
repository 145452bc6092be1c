import { failureText } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { useSetPerson } from './use-set-person.ts';

interface Removed {
  readonly id: string;
  readonly name: string;
}

interface RemovedMembersProps {
  readonly poolId: string;
  readonly removed: readonly Removed[];
}

/** Members who were removed, to be let in again; nothing where there are none. */
export function RemovedMembers({ poolId, removed }: RemovedMembersProps) {
  if (removed.length === 0) return null;
  return (
    <PanelSection title="Removed">
      <ul>
        {removed.map((each) => (
          <Row key={each.id} poolId={poolId} {...each} />
        ))}
      </ul>
    </PanelSection>
  );
}

function Row({ poolId, id, name }: Removed & { readonly poolId: string }) {
  const setting = useSetPerson({ poolId, id, name });
  return (
    <li className="striped-row rounded-lg px-2 py-1">
      <div className="flex min-h-11 items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <Button
          tone="plain"
          aria-label={`Let ${name} in again`}
          isPaused={setting.isPending}
          onClick={() => setting.mutate({ role: 'members', enabled: true })}
        >
          Let in again
        </Button>
      </div>
      <Refusal text={setting.isError ? failureText(setting.error) : null} />
    </li>
  );
}
