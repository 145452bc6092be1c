import { useParams } from 'wouter';
import { GoTo } from '#web/lib/go-to.tsx';

/** Leads on from invite links of the older form, `/join/TOKEN`: pools still hand them round. */
export function OldInvite() {
  const { token = '' } = useParams();
  return <GoTo path={`/join#token=${encodeURIComponent(token)}`} />;
}
