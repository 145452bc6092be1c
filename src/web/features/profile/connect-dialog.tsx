import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { passwordError } from '#core/validation.ts';
import { providerNames } from '#web/lib/offer.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface ConnectDialogProps {
  readonly provider: Provider;
  /** Why the last try came to nothing. */
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onPassword: (password: string) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a provider is connected: whoever came to an open page of somebody else does not know it. */
export function ConnectDialog({ provider, problem, isPending, onPassword, onClose }: ConnectDialogProps) {
  const { email } = useMe();
  const [error, setError] = useState<string>();
  const name = providerNames[provider];

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    if (password === '') setError(passwordError('') ?? undefined);
    else onPassword(password);
  }

  return (
    <Dialog title={`Connect ${name}`} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="mb-4 text-ink-soft">
          {name} will be a way into your account. Please confirm with your password that it is you.
        </p>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Your password"
          name="password"
          type="password"
          maxLength={128}
          autoComplete="current-password"
          error={error}
          onChange={() => setError(undefined)}
        />
        <Refusal text={problem} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
