import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signInPath, wantedPath } from '#core/own-path.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useHashValue, useNavigate } from '#web/lib/navigation.tsx';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { DisconnectOffer } from '#web/parts/disconnect-offer.tsx';
import { LinkCode } from '#web/parts/link-code.tsx';
import { NewPasswordForm } from '#web/parts/new-password-form.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { LinkPage } from '#web/ui/link-page.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** The target of the mailed link for a new password. */
export function ResetScreen() {
  const token = useHashValue('token') || undefined;
  return <Reset key={token} token={token} />;
}

function Reset({ token }: { readonly token: string | undefined }) {
  const wanted = useHashValue('to');
  const signIn = signInPath(wanted);
  const client = useQueryClient();
  const go = useNavigate();
  const { providers } = useSignInOptions();
  const checking = useQuery({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => call('POST /api/auth/reset/check', { body: { token: token ?? '' } }, signal),
    enabled: token !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { failure: 'Error checking the link' },
  });
  const [disconnectProviders, setDisconnectProviders] = useState(false);
  const setting = useMutation({
    mutationFn: (password: string) =>
      call('POST /api/auth/reset', { body: { token: token ?? '', password, disconnectProviders } }),
    onSuccess: ({ session }) => {
      if (session === null) return client.invalidateQueries({ queryKey: SESSION_KEY });
      client.setQueryData(SESSION_KEY, session);
      go(wantedPath(wanted) ?? '/', { replace: true });
    },
  });
  if (token === undefined || isExpired(checking.error) || isExpired(setting.error)) {
    return <Useless isComplete={token !== undefined} signIn={signIn} />;
  }
  if (setting.data?.session === null) {
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
      {checking.isPending ? (
        <p role="status" className="min-h-60 text-ink-soft">
          One moment...
        </p>
      ) : (
        <NewPasswordForm onPassword={({ password }) => setting.mutate(password)}>
          <DisconnectOffer
            providers={providers}
            hasPasskeys={canUsePasskeys()}
            checked={disconnectProviders}
            onChange={setDisconnectProviders}
          />
          <Refusal text={setting.isError ? failureText(setting.error) : null} />
          <Button type="submit" disabled={setting.isSuccess} isPaused={setting.isPending} className="w-full">
            {setting.isPending ? 'One moment...' : 'Set password'}
          </Button>
        </NewPasswordForm>
      )}
      <Link to={signIn} className={`${buttonLook('plain')} mt-2 w-full`}>
        Back to Login
      </Link>
    </LinkPage>
  );
}

const EXPIRED = 'This link has expired or was used already.';

interface UselessProps {
  /** Whether the link expired or was used; otherwise a part of it is missing. */
  readonly isComplete: boolean;
  readonly signIn: string;
}

/** A link that can't be used, with a field for the code that it lacks, and how to get a new one. */
function Useless({ isComplete, signIn }: UselessProps) {
  const { status } = useAuth();
  const { mail } = useSignInOptions();
  if (status === 'loading') return null;
  return (
    <LinkPage title="Set a new password">
      {isComplete ? (
        <Refusal text={mail ? EXPIRED : `${EXPIRED} Ask the person who runs your league for a new one.`} />
      ) : (
        <LinkCode from={mail ? 'from your email' : 'from the link'} />
      )}
      {mail && (
        <Link
          to={`${signIn}${signIn.includes('#') ? '&' : '#'}forgot=1`}
          className={`${buttonLook(isComplete ? 'primary' : 'plain')} w-full`}
        >
          Get a new link
        </Link>
      )}
      <Link to={signIn} className={`${buttonLook(mail || !isComplete ? 'plain' : 'primary')} mt-2 w-full`}>
        Back to Login
      </Link>
    </LinkPage>
  );
}

function isExpired(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'link_expired';
}
