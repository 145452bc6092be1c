import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { call, failureText } from '#web/lib/api.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { PasswordDraft, PasswordErrors } from './password-draft.ts';
import { checkPassword } from './password-draft.ts';
import { ProfileSection } from './profile-section.tsx';

/** Changes the password, or sets the first one of somebody who came by a provider. */
export function PasswordForm() {
  const { email, hasPassword } = useMe();
  const client = useQueryClient();
  const [errors, setErrors] = useState<PasswordErrors>({});
  const changing = useMutation({
    mutationFn: ({ current, password }: PasswordDraft) =>
      call('POST /api/auth/change-password', {
        body: { password, ...(current === undefined ? {} : { currentPassword: current }) },
      }),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, session),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const draft = read(form, hasPassword);
    const found = checkPassword(draft);
    setErrors(found);
    changing.reset();
    const [first] = Object.keys(found);
    if (first === undefined) changing.mutate(draft, { onSuccess: () => form.reset() });
    else form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <ProfileSection title={hasPassword ? 'Change password' : 'Set a password'}>
      <form noValidate onSubmit={submit}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <TextField
            label="Current password"
            name="current"
            type="password"
            maxLength={128}
            autoComplete="current-password"
            error={errors.current}
          />
        )}
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
        <Refusal text={changing.isError ? failureText(changing.error) : null} />
        <p role="status" className="mb-4 text-turf">
          {changing.isSuccess && 'Your password is saved. All other devices are signed out.'}
        </p>
        <Button type="submit" tone="plain" disabled={changing.isPending}>
          {changing.isPending ? 'Saving...' : 'Save password'}
        </Button>
      </form>
    </ProfileSection>
  );
}

function read(form: HTMLFormElement, hasPassword: boolean): PasswordDraft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    current: hasPassword ? text('current') : undefined,
    password: text('password'),
    confirmation: text('confirmation'),
  };
}
