import { call } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { NameForm } from './name-form.tsx';

const LABEL = "Player's name";

/** Adds a player without an account, whose picks are entered for them. */
export function AddPlayer({ poolId }: { readonly poolId: string }) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  return (
    <PanelSection title="Player on paper">
      <p className="mb-3 text-ink-soft">Somebody plays without an account? Add them, and enter their picks yourself.</p>
      <NameForm
        label={LABEL}
        name=""
        action="Add player"
        tone="primary"
        save={(displayName) => call('POST /api/pools/:poolId/players', { params: { poolId }, body: { displayName } })}
        onSaved={(displayName) => toast({ type: 'success', title: `${displayName} is in` })}
        onSettled={poolsChanged}
      />
    </PanelSection>
  );
}

interface RenamePlayerProps {
  readonly poolId: string;
  readonly playerId: string;
  readonly name: string;
  readonly onRenamed: () => void;
}

/** Renames a player without an account. */
export function RenamePlayer({ poolId, playerId, name, onRenamed }: RenamePlayerProps) {
  const poolsChanged = usePoolsChanged();
  return (
    <NameForm
      label={LABEL}
      name={name}
      action="Rename"
      tone="plain"
      save={(displayName) =>
        call('PATCH /api/pools/:poolId/players/:playerId', { params: { poolId, playerId }, body: { displayName } })
      }
      onSaved={onRenamed}
      onSettled={poolsChanged}
    />
  );
}
