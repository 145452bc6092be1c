import type { FormEvent } from 'react';
import { useState } from 'react';
import { passwordError } from '#core/validation.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** What the person entered to show that the account is theirs, and the name that was asked for. */
export interface Proof {
  /** Missing for an account without a password, which needs a fresh sign-in. */
  readonly currentPassword?: string;
  readonly code: string;
  readonly name: string;
}

interface ProofDialogProps {
  readonly title: string;
  /** What happens if all is right. */
  readonly text: string;
  /** Asks for a code of the second factor, too. */
  readonly asksCode?: boolean;
  /** Asks for a name, with this one to begin with. */
  readonly name?: { readonly label: string; readonly suggestion: string; readonly maxLength: number };
  /** Whether the password is asked for, if there is one. */
  readonly asksPassword?: boolean;
  /** Why the last try failed. */
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onProof: (proof: Proof) => void;
  readonly onClose: () => void;
}

type Field = 'name' | 'password' | 'code';

/** Asks for proof before a way to sign in changes: a stranger at an unattended page does not have it. */
export function ProofDialog({ title, text, problem, isPending, onProof, onClose, ...asks }: ProofDialogProps) {
  const { email, hasPassword } = useMe();
  const [error, setError] = useState<{ readonly field: Field; readonly text: string }>();
  const asksPassword = hasPassword && asks.asksPassword !== false;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const read = (field: Field) => String(data.get(field) ?? '');
    const [name, password, code] = [read('name').trim(), read('password'), read('code').trim()];
    const problems = [
      asks.name && name === '' && ({ field: 'name', text: 'Enter a name' } as const),
      asksPassword && password === '' && ({ field: 'password', text: passwordError('') ?? '' } as const),
      asks.asksCode && code === '' && ({ field: 'code', text: 'Enter the code' } as const),
    ];
    const found = problems.find((each) => each !== false && each !== undefined) || undefined;
    setError(found);
    if (found === undefined) onProof({ ...(asksPassword && { currentPassword: password }), code, name });
    else form.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  }

  const errorOf = (field: Field) => (error?.field === field ? error.text : undefined);
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="mb-4 text-ink-soft">
          {text}
          {asksPassword && " Enter your password to confirm it's you."}
        </p>
        {asks.name && (
          <TextField
            label={asks.name.label}
            name="name"
            maxLength={asks.name.maxLength}
            defaultValue={asks.name.suggestion}
            autoComplete="off"
            error={errorOf('name')}
          />
        )}
        {asksPassword && (
          <>
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              error={errorOf('password')}
            />
          </>
        )}
        {asks.asksCode && (
          <TextField
            label="Code from your app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={50}
            error={errorOf('code')}
          />
        )}
        <Refusal text={problem} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPaused={isPending}>
            {isPending ? 'One moment...' : 'Continue'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
