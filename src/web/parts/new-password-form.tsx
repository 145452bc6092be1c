import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { confirmPasswordError, PASSWORD_RULES, passwordError } from '#core/validation.ts';
import { PasswordField } from '#web/ui/password-field.tsx';

interface NewPasswordFormProps {
  /** Called with a valid draft. */
  readonly onPassword: (draft: PasswordDraft, form: HTMLFormElement) => void;
  /** Called on each submit, valid or not. */
  readonly onTry?: () => void;
  /** Whether the form also asks for the current password. */
  readonly asksCurrent?: boolean;
  /** The account of the password, for password managers. */
  readonly email?: string;
  /** Shown below the fields: the outcome, and the button. */
  readonly children: ReactNode;
}

/** A form for a new password, typed twice. Errors are shown under their fields, and the first invalid field gets the focus. */
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
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        note={PASSWORD_RULES}
        error={errors.password}
      />
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

/** The fields of a form for a new password. */
export interface PasswordDraft {
  /** Undefined if the form does not ask for it. */
  readonly current: string | undefined;
  readonly password: string;
  readonly confirmation: string;
}

/** The errors by field, in the order of the form. */
type PasswordErrors = { readonly [K in keyof PasswordDraft]?: string };

export function checkPassword({ current, password, confirmation }: PasswordDraft): PasswordErrors {
  const errors = {
    current: current === '' ? passwordError('') : null,
    password: passwordError(password),
    confirmation: confirmPasswordError(password, confirmation),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null));
}

/** Reads the fields by name; a missing one is undefined, or empty. */
function readPasswords(form: HTMLFormElement): PasswordDraft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    current: data.has('current') ? text('current') : undefined,
    password: text('password'),
    confirmation: text('confirmation'),
  };
}
