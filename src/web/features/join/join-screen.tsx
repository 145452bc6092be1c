import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Invitation } from '#contract/members.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link, useHashValue, useNavigate } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import {
  acceptInvitation,
  deadInvite,
  InvitationBoard,
  invitationQuery,
  isAccepted,
  isDeadInvite,
} from '#web/parts/invitation.tsx';
import { InvitationTerms } from '#web/parts/invitation-terms.tsx';
import { LinkCode } from '#web/parts/link-code.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { poolQuery, poolsQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** The target of an invite link for a signed-in person. */
export function JoinScreen() {
  const token = useHashValue('token') || undefined;
  if (token !== undefined) return <Join token={token} />;
  return (
    <div className="panel mx-auto max-w-md p-5">
      <title>Join a pool · Pick'em</title>
      <h1 className="heading mb-5 text-3xl">Join a pool</h1>
      <LinkCode from="from the invite" />
    </div>
  );
}

function Join({ token }: { readonly token: string }) {
  const { id } = useMe();
  const invitation = useQuery(invitationQuery(token, id));
  return (
    <div className="mx-auto max-w-md">
      <title>Join a pool · Pick'em</title>
      {isDeadInvite(invitation.error) ? (
        <Notice icon="lock" title={deadInvite.title} heading="h1">
          <p>{deadInvite.text}</p>
          <Link to="/" className={buttonLook('plain')}>
            Back to Home
          </Link>
        </Notice>
      ) : (
        <Loaded query={invitation} failure="Couldn't load the invitation" skeleton={<Skeleton className="h-72" />}>
          {(reply) => <Invited key={token} token={token} invitation={reply} />}
        </Loaded>
      )}
    </div>
  );
}

interface InvitedProps {
  readonly token: string;
  readonly invitation: Invitation;
}

function Invited({ token, invitation }: InvitedProps) {
  const { poolName, poolId } = invitation;
  const enter = useEnter();
  const client = useQueryClient();
  const toast = useToast();
  const joining = useMutation({
    mutationFn: () => call('POST /api/invites/follow', { body: { token } }),
    onSuccess: async (joined) => {
      const read = [SESSION_KEY, poolsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }));
      await Promise.all(read);
      if (joined.outcome === 'asked') return;
      if (joined.outcome === 'joined') toast({ type: 'success', title: `You joined ${poolName}` });
      const pool = await client.fetchQuery(poolQuery(joined.poolId)).catch(() => null);
      enter(joined.poolId, joined.weekId === pool?.activeWeekId ? null : joined.weekId);
    },
    onError: (error) => console.error('Error joining the pool', error),
  });
  const { mutate } = joining;
  useEffect(() => {
    if (!isAccepted(token)) return;
    acceptInvitation(null);
    mutate();
  }, [token, mutate]);

  if (joining.data?.outcome === 'asked') {
    return (
      <Notice icon="clock" title="Asked, waiting for an answer">
        <p>You were removed from {poolName} earlier, so a commissioner has to let you back in.</p>
      </Notice>
    );
  }
  return (
    <>
      <InvitationBoard invitation={invitation} />
      {poolId !== null && <p className="mb-3 text-center text-ink-soft">You're already in this pool.</p>}
      <Refusal text={joining.isError ? failureText(joining.error) : null} />
      {poolId === null ? (
        <Button
          disabled={joining.isSuccess}
          isPaused={joining.isPending}
          onClick={() => mutate()}
          className="w-full text-xl"
        >
          {joining.isPending || joining.isSuccess ? 'Joining...' : 'Join'}
        </Button>
      ) : (
        <Button onClick={() => enter(poolId, null)} className="w-full text-xl">
          Make your picks
        </Button>
      )}
      <InvitationTerms pool={invitation} />
    </>
  );
}

/** Goes to the picks of a pool. @param weekId null for the active week, which the address does not name because it changes */
function useEnter(): (poolId: string, weekId: string | null) => void {
  const { select } = usePool();
  const go = useNavigate();
  return (poolId, weekId) => {
    select(poolId);
    go(weekId === null ? '/picks' : `/picks?week=${encodeURIComponent(weekId)}`, { replace: true });
  };
}
