import { useParams } from 'wouter';
import { Redirect } from '#web/lib/navigation.tsx';

/** Leads on from invite links of the older form, `/join/TOKEN`: pools still hand them round. */
export function OldInvite() {
  const { token = '' } = useParams();
  return <Redirect path={`/join#token=${encodeURIComponent(token)}`} />;
}
