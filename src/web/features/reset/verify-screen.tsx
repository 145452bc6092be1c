import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, failureText } from '#web/lib/api.ts';
import { Link, useSearchValue } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { LinkPage } from './link-page.tsx';

const INCOMPLETE = 'This link is not complete. Please open it from the mail again.';

/** Where the mailed link that confirms an address leads to. The link may be used again, so a reload does no harm. */
export function VerifyScreen() {
  const token = useSearchValue('token') || undefined;
  const client = useQueryClient();
  const verifying = useQuery({
    queryKey: ['verify', token],
    enabled: token !== undefined,
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const done = await call('POST /api/auth/verify', { body: { token: token ?? '' } });
      await client.invalidateQueries({ queryKey: SESSION_KEY });
      return done;
    },
    meta: { failure: 'Error verifying the address' },
  });
  const refusal = token === undefined ? INCOMPLETE : verifying.isError ? failureText(verifying.error) : null;
  return (
    <LinkPage title="Your email address">
      <p role="status" className="mb-5 text-ink-soft">
        {verifying.isSuccess && 'Your email address is verified. Thank you!'}
        {verifying.isLoading && 'One moment...'}
      </p>
      <Refusal text={refusal} />
      {refusal !== null && <p className="mb-5 text-ink-soft">Your profile can send you a new link.</p>}
      <Link to="/" className={`${buttonLook('primary')} w-full`}>
        Go on to Pick'em
      </Link>
    </LinkPage>
  );
}
