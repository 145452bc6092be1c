import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface RenamePlayerProps {
  readonly poolId: string;
  readonly playerId: string;
  readonly name: string;
  readonly onRenamed: () => void;
}

/** Renames a player without an account. */
export function RenamePlayer({ poolId, playerId, name, onRenamed }: RenamePlayerProps) {
  const poolsChanged = usePoolsChanged();
  const [typed, setTyped] = useState(name);
  const renaming = useMutation({
    mutationFn: () =>
      call('PATCH /api/pools/:poolId/players/:playerId', {
        params: { poolId, playerId },
        body: { displayName: typed.trim() },
      }),
    onSuccess: onRenamed,
    onError: (error) => console.error('Error renaming a player', error),
    onSettled: () => void poolsChanged(),
  });
  const wrong = profileNameError(typed);
  const isReady = wrong === null && typed.trim() !== name && !renaming.isPending;

  function rename(event: FormEvent): void {
    event.preventDefault();
    if (isReady) renaming.mutate();
  }

  return (
    <form onSubmit={rename} noValidate className="mb-4">
      <TextField
        label="Player's name"
        value={typed}
        autoComplete="off"
        maxLength={2 * PROFILE_NAME_MAX}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong}
      />
      <Refusal text={renaming.isError ? failureText(renaming.error) : null} />
      <Button type="submit" tone="plain" disabled={!isReady} className="w-full">
        Rename
      </Button>
    </form>
  );
}
