import type { FormEvent } from 'react';
import { useState } from 'react';
import { PASSWORD_MAX, passwordError } from '#core/validation.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface PasswordDialogProps {
  readonly title: string;
  /** What happens when the password is right. */
  readonly text: string;
  /** Why the last try came to nothing. */
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onPassword: (password: string) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a way into the account changes: a stranger at an open page does not know it. */
export function PasswordDialog({ title, text, problem, isPending, onPassword, onClose }: PasswordDialogProps) {
  const { email } = useMe();
  const [error, setError] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (password === '') setError(passwordError('') ?? undefined);
    else onPassword(password);
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="mb-4 text-ink-soft">{text} Enter your password to confirm it's you.</p>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Your password"
          name="password"
          type="password"
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
          error={error}
          onChange={() => setError(undefined)}
        />
        <Refusal text={problem} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPaused={isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
