import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText } from '#web/lib/api.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { DisconnectOffer } from '#web/parts/disconnect-offer.tsx';
import type { PasswordDraft } from '#web/parts/new-password-form.tsx';
import { NewPasswordForm } from '#web/parts/new-password-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { passkeysQuery } from './passkeys.tsx';
import { ProfileSection } from './profile-section.tsx';

/** Changes the password, or sets the first one for a person who signed up with a provider. */
export function PasswordForm() {
  const { email, hasPassword, providers } = useMe();
  const [disconnectProviders, setDisconnectProviders] = useState(false);
  const client = useQueryClient();
  const hasPasskeys = (useQuery(passkeysQuery).data?.passkeys.length ?? 0) > 0;
  const changing = useMutation({
    mutationFn: ({ current, password }: PasswordDraft) =>
      call('POST /api/auth/change-password', {
        body: { password, disconnectProviders, ...(current === undefined ? {} : { currentPassword: current }) },
      }),
    onSuccess: (session) => {
      setDisconnectProviders(false);
      void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      client.setQueryData(SESSION_KEY, session);
    },
  });
  return (
    <ProfileSection title={hasPassword ? 'Change password' : 'Set a password'}>
      <NewPasswordForm
        email={email}
        asksCurrent={hasPassword}
        onTry={changing.reset}
        onPassword={(draft, form) => changing.mutate(draft, { onSuccess: () => form.reset() })}
      >
        <DisconnectOffer
          providers={providers}
          hasPasskeys={hasPasskeys}
          checked={disconnectProviders}
          onChange={setDisconnectProviders}
        />
        <Refusal text={changing.isError ? failureText(changing.error) : null} />
        <p role="status" className="mb-4 text-turf">
          {changing.isSuccess && 'Your password is saved. All other devices are signed out.'}
        </p>
        <Button type="submit" tone="plain" isPaused={changing.isPending}>
          {changing.isPending ? 'Saving...' : 'Save password'}
        </Button>
      </NewPasswordForm>
    </ProfileSection>
  );
}
