import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '#contract/joining.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useHashValue, useNavigate } from '#web/lib/navigation.tsx';
import { SESSION_KEY } from '#web/lib/query.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { poolsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Where an invite link leads. */
export function JoinScreen() {
  const token = useHashValue('token') ?? '';
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /api/invites/find', { body: { token } }, signal),
    meta: { failure: 'Error fetching the invitation' },
  });
  const { error } = invitation;
  const isDead = error instanceof ApiError && ['invite_not_found', 'invalid_input'].includes(error.code);
  return (
    <Screen title="Join a pool">
      {isDead ? (
        <Notice icon="lock" title="This invite link does not work any more.">
          <p>Ask an admin of the pool for a new one.</p>
          <Link to="/" className={buttonLook('plain')}>
            Back to Home
          </Link>
        </Notice>
      ) : (
        <Loaded query={invitation} failure="Couldn't load the invitation" skeleton={<Skeleton className="h-72" />}>
          {(reply) => <Invited key={token} token={token} invitation={reply} />}
        </Loaded>
      )}
    </Screen>
  );
}

interface InvitedProps {
  readonly token: string;
  readonly invitation: Invitation;
}

function Invited({ token, invitation: { poolId, poolName, isMember } }: InvitedProps) {
  const { select } = usePool();
  const go = useNavigate();
  const client = useQueryClient();
  const joining = useMutation({
    mutationFn: () => call('POST /api/invites/follow', { body: { token } }),
    onSuccess: async ({ outcome }) => {
      const read = [SESSION_KEY, poolsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }));
      await Promise.all(read);
      if (outcome !== 'asked') enter();
    },
    onError: (error) => console.error('Error joining the pool', error),
  });
  const enter = (): void => {
    select(poolId);
    go('/picks');
  };
  if (joining.data?.outcome === 'asked') {
    return (
      <Notice icon="clock" title="Asked, waiting for an admin">
        <p>An admin took you out of {poolName} before, so an admin lets you in again.</p>
      </Notice>
    );
  }
  return (
    <Notice icon="ball" title={poolName}>
      <p>{isMember ? 'You are a member of this pool already.' : 'You are invited to play in this pool.'}</p>
      <Refusal text={joining.isError ? failureText(joining.error) : null} />
      {isMember ? (
        <Button onClick={enter}>Make your picks</Button>
      ) : (
        <Button disabled={joining.isPending} onClick={() => joining.mutate()}>
          {joining.isPending ? 'Joining...' : 'Join'}
        </Button>
      )}
    </Notice>
  );
}
