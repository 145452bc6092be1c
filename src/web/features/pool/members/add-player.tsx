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
  const poolsChanged = usePoolsChanged();
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: (displayName: string) =>
      call('POST /api/pools/:poolId/players', { params: { poolId }, body: { displayName } }),
    onSuccess: (_, displayName) => {
      toast({ type: 'success', title: `${displayName} is in` });
      setName('');
    },
    onError: (error) => console.error('Error adding a player', error),
    onSettled: () => void poolsChanged(),
  });
  const wrong = profileNameError(name);

  function add(event: FormEvent): void {
    event.preventDefault();
    if (wrong === null && !adding.isPending) adding.mutate(name.trim());
  }

  return (
    <PanelSection title="Player on paper">
      <p className="mb-3 text-ink-soft">Somebody plays without an account? Add them, and enter their picks yourself.</p>
      <form onSubmit={add} noValidate>
        <TextField
          label="Player's name"
          value={name}
          autoComplete="off"
          maxLength={2 * PROFILE_NAME_MAX}
          onChange={(event) => setName(event.target.value)}
          error={name === '' ? null : wrong}
        />
        <Refusal text={adding.isError ? failureText(adding.error) : null} />
        <Button type="submit" disabled={wrong !== null || adding.isPending}>
          Add player
        </Button>
      </form>
    </PanelSection>
  );
}
