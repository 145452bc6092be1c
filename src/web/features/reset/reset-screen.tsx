import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { signInPath } from '#core/own-path.ts';
import { confirmPasswordError, passwordError } from '#core/validation.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useSearchValue } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { INCOMPLETE, LinkPage } from '#web/ui/link-page.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Where the mailed link for a new password leads to. */
export function ResetScreen() {
  const token = useSearchValue('token') || undefined;
  const signIn = signInPath(useSearchValue('to'));
  const client = useQueryClient();
  const setting = useMutation({
    mutationFn: (password: string) => call('POST /api/auth/reset', { body: { token: token ?? '', password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
  const uselessness = uselessnessOf(token, setting.error);
  if (setting.isSuccess) {
    return (
      <LinkPage title="Your new password is set">
        <p className="mb-5 text-ink-soft">All devices are signed out. Sign in with the new password.</p>
        <Link to={signIn} className={`${buttonLook('primary')} w-full`}>
          Go to sign in
        </Link>
      </LinkPage>
    );
  }
  return (
    <LinkPage title="Set a new password">
      <Refusal text={uselessness} />
      {uselessness === null && (
        <NewPasswordForm
          isPending={setting.isPending}
          refusal={setting.isError ? failureText(setting.error) : null}
          onPassword={setting.mutate}
        />
      )}
      <Link to={signIn} className={`${buttonLook(uselessness === null ? 'plain' : 'primary')} mt-2 w-full`}>
        Back to Login
      </Link>
    </LinkPage>
  );
}

/** Why a link takes no password; null where it may. */
function uselessnessOf(token: string | undefined, error: Error | null): string | null {
  if (token === undefined) return INCOMPLETE;
  return error instanceof ApiError && error.code === 'link_expired' ? error.message : null;
}

interface NewPasswordFormProps {
  readonly isPending: boolean;
  readonly refusal: string | null;
  readonly onPassword: (password: string) => void;
}

function NewPasswordForm({ isPending, refusal, onPassword }: NewPasswordFormProps) {
  const [errors, setErrors] = useState<{ password?: string | null; confirmation?: string | null }>({});

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const wrong = passwordError(password);
    const differs = confirmPasswordError(password, String(data.get('confirmation') ?? ''));
    setErrors({ password: wrong, confirmation: differs });
    if (wrong === null && differs === null) onPassword(password);
    else event.currentTarget.querySelectorAll('input')[wrong === null ? 1 : 0]?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="New password"
        name="password"
        type="password"
        maxLength={128}
        autoComplete="new-password"
        error={errors.password}
      />
      <TextField
        label="Confirm password"
        name="confirmation"
        type="password"
        maxLength={128}
        autoComplete="new-password"
        error={errors.confirmation}
      />
      <Refusal text={refusal} />
      <Button type="submit" disabled={isPending} className="w-full">
        {isPending ? 'One moment...' : 'Set password'}
      </Button>
    </form>
  );
}
