import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '#contract/accounts.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import {
  acceptInvitation,
  deadInvite,
  InvitationBoard,
  invitationQuery,
  isDeadInvite,
} from '#web/parts/invitation.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Door } from './door.tsx';
import { Preparing } from './preparing.tsx';

interface InvitedDoorProps {
  readonly token: string;
  /** Where the invitation is once somebody is signed in. */
  readonly next: string;
}

/** The way in for somebody who was sent an invite link: whoever signs up or in here joins the pool by that. */
export function InvitedDoor({ token, next }: InvitedDoorProps) {
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(token, null));
  const client = useQueryClient();
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    acceptInvitation(token);
    return () => {
      // Left without signing in: whoever signs in elsewhere has not accepted it.
      if (!client.getQueryData<Session>(SESSION_KEY)?.user) acceptInvitation(null);
    };
  }, [client, isKnown, token]);
  if (data) {
    return (
      <>
        <title>{`Join ${data.poolName} · Pick'em`}</title>
        <InvitationBoard invitation={data} />
        <Door next={next} invited />
      </>
    );
  }
  if (isDeadInvite(error)) {
    return (
      <>
        <Refusal text={`${deadInvite.title} ${deadInvite.text}`} />
        <Door next="/" />
      </>
    );
  }
  if (error === null || isFetching) return <Preparing />;
  return <Failure title="Couldn't load the invitation" error={error} onRetry={() => void refetch()} />;
}
