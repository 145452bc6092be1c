import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { CLOSE_WORD } from '#contract/own-account.ts';
import { passwordError } from '#core/validation.ts';
import { addressOf, call, failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Downloads a person's data, and closes their account. */
export function OwnAccount() {
  const [isClosing, setClosing] = useState(false);
  return (
    <ProfileSection title="Your data">
      <p className="mb-4 text-ink-soft">Everything the league knows about you, as a file. Only you can get it.</p>
      <div className="flex flex-wrap gap-3">
        <a href={addressOf('GET /api/profile/data', {})} download className={buttonLook('plain')}>
          Save my data
        </a>
        <Button tone="plain" className="text-red!" onClick={() => setClosing(true)}>
          Close my account
        </Button>
      </div>
      {isClosing && <CloseDialog onClose={() => setClosing(false)} />}
    </ProfileSection>
  );
}

/** Says what goes and what stays, and asks for the password; without one, for a word, so that nobody does it by accident. */
function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const { email, hasPassword } = useMe();
  const [error, setError] = useState<string>();
  const closing = useMutation({
    mutationFn: (currentPassword?: string) =>
      call('POST /api/profile/close', {
        body: { confirm: CLOSE_WORD, ...(currentPassword === undefined ? {} : { currentPassword }) },
      }),
    // A whole new page, so that nothing of theirs stays in this one.
    onSuccess: () => location.replace('/login#closed'),
    onError: (failure) => console.error('Error closing the account', failure),
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const proof = String(new FormData(event.currentTarget).get('proof') ?? '');
    const flaw = hasPassword ? (proof === '' ? passwordError('') : null) : wordError(proof);
    if (flaw !== null) setError(flaw);
    else if (!closing.isPending) closing.mutate(hasPassword ? proof : undefined);
  }

  return (
    <Dialog title="Close your account" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <div className="mb-4 grid gap-2 text-ink-soft">
          <p>Your name, your address, your devices and your notifications are deleted. You can't undo this.</p>
          <p>
            What you played stays in your pools for the others: picks, points, payments and messages, as 'Former
            player'.
          </p>
        </div>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? (
          <PasswordField
            label="Your password"
            name="proof"
            autoComplete="current-password"
            error={error}
            onChange={() => setError(undefined)}
          />
        ) : (
          <TextField
            label={`Type '${CLOSE_WORD}'`}
            name="proof"
            autoComplete="off"
            autoCapitalize="none"
            error={error}
            onChange={() => setError(undefined)}
          />
        )}
        <Refusal text={closing.isError ? failureText(closing.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="plain" className="text-red!" isPaused={closing.isPending}>
            Close account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function wordError(typed: string): string | null {
  return typed.trim().toLowerCase() === CLOSE_WORD ? null : `Type '${CLOSE_WORD}' to confirm`;
}
