import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { PASSWORD_MAX } from '#core/validation.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { PasswordDraft, PasswordErrors } from './new-password.ts';
import { checkPassword, readPasswords } from './new-password.ts';

interface NewPasswordFormProps {
  /** Called with a valid draft. */
  readonly onPassword: (draft: PasswordDraft, form: HTMLFormElement) => void;
  /** Called on each submit, valid or not. */
  readonly onTry?: () => void;
  /** Whether the current password is asked for, too. */
  readonly asksCurrent?: boolean;
  /** Whose password this is, for password managers. */
  readonly email?: string;
  /** Shown below the fields: the outcome, and the button. */
  readonly children: ReactNode;
}

/** A new password, twice. An error is shown under its field, and the first field with one gets the focus. */
export function NewPasswordForm({ onPassword, onTry, asksCurrent = false, email, children }: NewPasswordFormProps) {
  const [errors, setErrors] = useState<PasswordErrors>({});

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const draft = readPasswords(form);
    const found = checkPassword(draft);
    setErrors(found);
    onTry?.();
    const [first] = Object.keys(found);
    if (first === undefined) onPassword(draft, form);
    else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      {email !== undefined && (
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      {asksCurrent && (
        <PasswordField label="Current password" name="current" autoComplete="current-password" error={errors.current} />
      )}
      <PasswordField label="New password" name="password" autoComplete="new-password" error={errors.password} />
      <PasswordField
        label="Confirm password"
        name="confirmation"
        autoComplete="new-password"
        error={errors.confirmation}
      />
      {children}
    </form>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly name: keyof PasswordDraft;
  readonly autoComplete: string;
  readonly error: string | undefined;
}

function PasswordField(props: PasswordFieldProps) {
  return <TextField type="password" maxLength={PASSWORD_MAX} {...props} />;
}
