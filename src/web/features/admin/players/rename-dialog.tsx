import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Player } from '#contract/entries.ts';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { playersQuery } from '#web/features/admin/queries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface RenameDialogProps {
  readonly player: Player;
  readonly onClose: () => void;
}

export function RenameDialog({ player, onClose }: RenameDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(player.name);
  const error = profileNameError(name);
  const isChanged = cleanName(name) !== player.name;
  useUnsavedChanges(isChanged);
  const saving = useMutation({
    mutationFn: () =>
      call('PATCH /api/admin/players/:playerId', {
        params: { playerId: player.id },
        body: { displayName: cleanName(name) },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: playersQuery.queryKey });
      onClose();
    },
    onError: (failure) => console.error('Error renaming a player', failure),
  });

  function close(): void {
    if (!isChanged || confirmLeave()) onClose();
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (error === null && !saving.isPending) saving.mutate();
  }

  return (
    <Dialog title={`Rename ${player.name}`} onClose={close}>
      <form onSubmit={save} noValidate>
        <TextField
          label="Name"
          value={name}
          maxLength={PROFILE_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={error}
        />
        <p className="text-sm text-ink-soft">Later imports will look for the new name.</p>
        <Refusal text={saving.error && failureText(saving.error)} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={error !== null} isPaused={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
