import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { cleanName } from '#core/names.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#core/validation.ts';
import { ApiError, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { AccountDraft, AccountErrors } from './account-draft.ts';
import { checkSignIn, checkSignUp } from './account-draft.ts';

export type Mode = 'sign-in' | 'sign-up';

interface AccountFormProps {
  readonly mode: Mode;
  /** What was typed before, also in the other mode. */
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

export function AccountForm({ mode, email, onEmail }: AccountFormProps) {
  const auth = useAuth();
  const [errors, setErrors] = useState<AccountErrors>({});
  const entering = useMutation({
    mutationFn: ({ email, password, displayName }: AccountDraft) =>
      mode === 'sign-up' ? auth.signUp({ email, password, displayName }) : auth.signIn({ email, password }),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const draft = read(event.currentTarget);
    const found = mode === 'sign-up' ? checkSignUp(draft) : checkSignIn(draft);
    setErrors(found);
    entering.reset();
    const [first] = Object.keys(found);
    if (first === undefined) entering.mutate(draft);
    else focusField(event.currentTarget, first);
  }

  const fieldErrors = { ...errors, ...refusedField(entering.error) };
  return (
    <form noValidate onSubmit={submit}>
      <h2 className="sr-only">{mode === 'sign-up' ? 'Create an account' : 'Sign in'}</h2>
      {mode === 'sign-up' && (
        <TextField label="Display name" name="displayName" autoComplete="nickname" error={fieldErrors.displayName} />
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete={mode === 'sign-up' ? 'email' : 'username'}
        maxLength={EMAIL_MAX}
        defaultValue={email}
        onChange={(event) => onEmail(event.target.value)}
        error={fieldErrors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        maxLength={PASSWORD_MAX}
        autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
        error={fieldErrors.password}
      />
      {mode === 'sign-up' && (
        <TextField
          label="Confirm password"
          name="confirmation"
          type="password"
          maxLength={PASSWORD_MAX}
          autoComplete="new-password"
          error={fieldErrors.confirmation}
        />
      )}
      <Refusal text={refusalText(entering.error)} />
      <Button type="submit" isPaused={entering.isPending} className="w-full text-xl">
        {buttonText(mode, entering.isPending)}
      </Button>
    </form>
  );
}

function buttonText(mode: Mode, pending: boolean): string {
  if (pending) return 'One moment...';
  return mode === 'sign-up' ? 'Create account' : 'Sign in';
}

function read(form: HTMLFormElement): AccountDraft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    email: text('email').trim(),
    password: text('password'),
    displayName: cleanName(text('displayName')),
    confirmation: text('confirmation'),
  };
}

/** What the server says of one field stands under that field. */
function refusedField(error: Error | null): AccountErrors {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return {};
  const field = (['displayName', 'email', 'password'] as const).find((name) => name === error.field);
  return field ? { [field]: error.message } : {};
}

function refusalText(error: Error | null): string | null {
  return error === null || Object.keys(refusedField(error)).length > 0 ? null : failureText(error);
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
