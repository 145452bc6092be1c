import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface NameFormProps {
  readonly label: string;
  /** Empty for something new. */
  readonly name: string;
  /** What an empty name means; without it, a name is needed. */
  readonly emptyNote?: string;
  readonly action: string;
  readonly tone: 'primary' | 'plain';
  readonly save: (name: string) => Promise<unknown>;
  readonly onSaved: (name: string) => void;
  readonly onSettled?: () => Promise<unknown>;
}

/** Names a player or an entry. */
export function NameForm({ label, name, emptyNote, action, tone, save, onSaved, onSettled }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, saved) => {
      onSaved(saved);
      setTyped(name);
    },
    onError: (error) => console.error('Error saving a name', error),
    onSettled: () => void onSettled?.(),
  });
  const text = typed.trim();
  const wrong = text === '' && emptyNote !== undefined ? null : profileNameError(typed);
  const isReady = wrong === null && (text !== name || text === '') && !saving.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) saving.mutate(text);
  }

  return (
    <form onSubmit={submit} noValidate className="last:mb-0 mb-4">
      <TextField
        label={label}
        note={emptyNote}
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
