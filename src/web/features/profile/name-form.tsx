import { useMutation } from '@tanstack/react-query';
import type { FormEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { Link, useNavigate } from '#web/lib/navigation.tsx';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/** When to try again, if the person changes their name too often. */
function tooOften(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'too_many_attempts' ? error.message : null;
}

/** Changes the display name; the email is read-only. */
export function NameForm() {
  const me = useMe();
  const { setUser } = useAuth();
  const go = useNavigate();
  const toast = useToast();
  const [name, setName] = useState(me.displayName);
  const saving = useMutation({
    mutationFn: (displayName: string) => call('PATCH /api/profile', { body: { displayName } }),
    onSuccess: (user) => {
      setUser(user);
      toast({ type: 'success', title: 'Success', message: 'Display name updated successfully' });
      go('/');
    },
    onError: (error) => {
      console.error('Error updating the profile', error);
      toast({ type: 'error', title: 'Error', message: tooOften(error) ?? 'Failed to update display name' });
    },
  });
  const wrong = profileNameError(name);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (saving.isPending) return;
    if (wrong === null) saving.mutate(cleanName(name));
    else toast({ type: 'error', title: 'Error', message: wrong });
  }

  /** While Save is disabled, browsers ignore the Enter key. */
  function saveByKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) save(event);
  }

  return (
    <form onSubmit={save} noValidate className="panel p-5 sm:p-6">
      <TextField
        label="Display Name"
        value={name}
        maxLength={PROFILE_NAME_MAX}
        autoComplete="nickname"
        onChange={(event) => setName(event.target.value)}
        onKeyDown={saveByKey}
        error={wrong}
      />
      <TextField
        label="Email"
        value={me.email}
        readOnly
        autoComplete="off"
        note="Your email address cannot be changed."
      />
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Link to="/" className={buttonLook('plain')}>
          Cancel
        </Link>
        <Button type="submit" disabled={wrong !== null} isPaused={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}
