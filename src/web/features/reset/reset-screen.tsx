import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signInPath } from '#core/own-path.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useHashValue } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { DisconnectOffer } from '#web/parts/disconnect-offer.tsx';
import { NewPasswordForm } from '#web/parts/new-password-form.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { INCOMPLETE, LinkPage } from '#web/ui/link-page.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Where the mailed link for a new password leads to. */
export function ResetScreen() {
  const token = useHashValue('token') || undefined;
  return <Reset key={token} token={token} />;
}

function Reset({ token }: { readonly token: string | undefined }) {
  const signIn = signInPath(useHashValue('to'));
  const client = useQueryClient();
  const { providers } = useSignInOptions();
  const [disconnectProviders, setDisconnectProviders] = useState(false);
  const setting = useMutation({
    mutationFn: (password: string) =>
      call('POST /api/auth/reset', { body: { token: token ?? '', password, disconnectProviders } }),
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
        <NewPasswordForm onPassword={({ password }) => setting.mutate(password)}>
          <DisconnectOffer providers={providers} checked={disconnectProviders} onChange={setDisconnectProviders} />
          <Refusal text={setting.isError ? failureText(setting.error) : null} />
          <Button type="submit" disabled={setting.isPending} className="w-full">
            {setting.isPending ? 'One moment...' : 'Set password'}
          </Button>
        </NewPasswordForm>
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
