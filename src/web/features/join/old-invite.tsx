import { useParams } from 'wouter';
import { Redirect } from '#web/lib/navigation.tsx';

/** Redirects invite links of the older form, `/join/TOKEN`, which are still in use. */
export function OldInvite() {
  const { token = '' } = useParams();
  return <Redirect path={`/join#token=${encodeURIComponent(token)}`} />;
}
