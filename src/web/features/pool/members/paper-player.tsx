import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Adds a player without an account, whose picks are entered for them. */
export function AddPlayer({ poolId }: { readonly poolId: string }) {
  const toast = useToast();
  return (
    <PanelSection title="Player on paper">
      <p className="mb-3 text-ink-soft">Somebody plays without an account? Add them, and enter their picks yourself.</p>
      <NameForm
        name=""
        action="Add player"
        tone="primary"
        save={(displayName) => call('POST /api/pools/:poolId/players', { params: { poolId }, body: { displayName } })}
        onSaved={(displayName) => toast({ type: 'success', title: `${displayName} is in` })}
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
  return (
    <NameForm
      name={name}
      action="Rename"
      tone="plain"
      save={(displayName) =>
        call('PATCH /api/pools/:poolId/players/:playerId', { params: { poolId, playerId }, body: { displayName } })
      }
      onSaved={onRenamed}
    />
  );
}

interface NameFormProps {
  /** Empty for a new player. */
  readonly name: string;
  readonly action: string;
  readonly tone: 'primary' | 'plain';
  readonly save: (displayName: string) => Promise<unknown>;
  readonly onSaved: (displayName: string) => void;
}

function NameForm({ name, action, tone, save, onSaved }: NameFormProps) {
  const poolsChanged = usePoolsChanged();
  const [typed, setTyped] = useState(name);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, displayName) => {
      onSaved(displayName);
      setTyped(name);
    },
    onError: (error) => console.error('Error naming a player', error),
    onSettled: () => void poolsChanged(),
  });
  const wrong = profileNameError(typed);
  const isReady = wrong === null && typed.trim() !== name && !saving.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) saving.mutate(typed.trim());
  }

  return (
    <form onSubmit={submit} noValidate className="last:mb-0 mb-4">
      <TextField
        label="Player's name"
        value={typed}
        autoComplete="off"
        maxLength={2 * PROFILE_NAME_MAX}
        onChange={(event) => setTyped(event.target.value)}
        error={typed === name ? null : wrong}
      />
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
      <Button type="submit" tone={tone} disabled={!isReady} className="w-full">
        {action}
      </Button>
    </form>
  );
}
