import { useQuery, useQueryClient } from '@tanstack/react-query';
import { signInPath } from '#core/own-path.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, Redirect, useHashValue } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { LinkCode } from '#web/parts/link-code.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { LinkPage } from '#web/ui/link-page.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/**
 * The target of the mailed link that confirms an address. It requires signing in, because only the owner of the account may confirm it. The
 * link may be used again, so a reload does no harm.
 */
export function VerifyScreen() {
  const token = useHashValue('token') || undefined;
  const { status, user } = useAuth();
  const client = useQueryClient();
  const { mail } = useSignInOptions();
  const verifying = useQuery({
    queryKey: ['verify', user?.id, token],
    enabled: token !== undefined && user !== null,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const done = await call('POST /api/auth/verify', { body: { token: token ?? '' } });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
      return done;
    },
    meta: { failure: 'Error verifying the address' },
  });
  if (status === 'ready' && user === null && token !== undefined) {
    return <Redirect path={signInPath(`/verify#token=${encodeURIComponent(token)}`)} />;
  }
  const { error } = verifying;
  const failed = error !== null || status === 'failed' ? failureText(error) : null;
  const refusal = token === undefined ? null : failed;
  return (
    <LinkPage title="Your email address">
      <p role="status" className="mb-5 text-ink-soft">
        {verifying.isSuccess && 'Your email address is verified. Thank you!'}
        {token !== undefined && refusal === null && !verifying.isSuccess && 'One moment...'}
      </p>
      {token === undefined && <LinkCode from="from your email" />}
      <Refusal text={refusal} />
      {mail && (token === undefined || (error instanceof ApiError && error.code === 'link_expired')) && (
        <p className="mb-5 text-ink-soft">Your profile can send you a new link.</p>
      )}
      <Link to="/" className={`${buttonLook('primary')} w-full`}>
        Continue to Pick'em
      </Link>
    </LinkPage>
  );
}
