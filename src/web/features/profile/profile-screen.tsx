import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { call } from '#web/lib/api.ts';
import { Link, useGo } from '#web/lib/navigation.tsx';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddressState } from './address-state.tsx';
import { JoinedProviders } from './joined-providers.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

export function ProfileScreen() {
  const me = useMe();
  const { setUser } = useAuth();
  const go = useGo();
  const [name, setName] = useState(me.displayName);
  const saving = useMutation({
    mutationFn: (displayName: string) => call('PATCH /api/profile', { body: { displayName } }),
    onSuccess: (user) => {
      setUser(user);
      go('/');
    },
    onError: (error) => console.error('Error updating the profile', error),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (profileNameError(name) === null) saving.mutate(name.trim());
  }

  const error = profileNameError(name) ?? (saving.isError ? 'Failed to update display name' : null);
  return (
    <div className="mx-auto max-w-lg">
      <Screen title="Edit Profile">
        <form onSubmit={submit} noValidate className="panel p-5 sm:p-6">
          <TextField
            label="Display Name"
            value={name}
            maxLength={PROFILE_NAME_MAX}
            autoComplete="nickname"
            onChange={(event) => setName(event.target.value)}
            error={error}
          />
          <TextField
            label="Email"
            value={me.email}
            readOnly
            autoComplete="off"
            note="Your email address cannot be changed."
          />
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            <Link to="/" className={buttonLook('plain')}>
              Cancel
            </Link>
            <Button type="submit" disabled={name.trim() === '' || saving.isPending}>
              {saving.isPending ? 'Saving...' : 'Save Changes'}
            </Button>
          </div>
        </form>
        <AddressState />
        <JoinedProviders />
        <PasswordForm />
        <SignOutEverywhere />
        <Link to="/" className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink">
          <Icon name="chevronLeft" />
          Back to Home
        </Link>
      </Screen>
    </div>
  );
}
