import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JoinRequest } from '#contract/pools.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { call, failureText } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';

interface JoinRequestsProps {
  readonly poolId: string;
  readonly requests: readonly JoinRequest[];
}

/** The open join requests; nothing if there are none. */
export function JoinRequests({ poolId, requests }: JoinRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <PanelSection title="Requests to join">
      <ul className="grid gap-4">
        {requests.map((request) => (
          <Request key={request.userId} poolId={poolId} request={request} />
        ))}
      </ul>
    </PanelSection>
  );
}

interface RequestProps {
  readonly poolId: string;
  readonly request: JoinRequest;
}

function Request({ poolId, request: { userId, displayName, email, askedAt } }: RequestProps) {
  const client = useQueryClient();
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const answering = useMutation({
    mutationFn: (confirm: boolean) =>
      call('PUT /api/pools/:poolId/requests/:userId', { params: { poolId, userId }, body: { confirm } }),
    onSuccess: (_, confirm) =>
      toast({ type: 'success', title: confirm ? `${displayName} is in` : `Request from ${displayName} declined` }),
    onError: (error) => {
      console.error('Error answering a request to join', error);
      toast({ type: 'error', title: "Couldn't answer the request", message: failureText(error) });
    },
    onSettled: async () => {
      void poolsChanged();
      await client.invalidateQueries({ queryKey: poolEditQuery(poolId).queryKey });
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="truncate font-medium">{displayName}</p>
        <p className="truncate text-sm text-ink-soft">
          {email === null ? '' : `${email} · `}asked {formatDay(askedAt)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          tone="plain"
          aria-label={`Decline ${displayName}`}
          isPaused={answering.isPending}
          onClick={() => answering.mutate(false)}
        >
          Decline
        </Button>
        <Button
          aria-label={`Confirm ${displayName}`}
          isPaused={answering.isPending}
          onClick={() => answering.mutate(true)}
        >
          Confirm
        </Button>
      </div>
    </li>
  );
}
