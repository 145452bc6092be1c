import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';

/** What becomes of somebody in a pool. */
export interface PersonChange {
  readonly role: 'members' | 'commissioners';
  readonly enabled: boolean;
}

interface OfPool {
  readonly poolId: string;
  readonly id: string;
  readonly name: string;
}

/** Makes somebody a member or a commissioner of a pool, or removes them, and says so. */
export function useSetPerson({ poolId, id, name }: OfPool) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  return useMutation({
    mutationFn: ({ role, enabled }: PersonChange): Promise<unknown> => {
      const input = { params: { poolId, userId: id }, body: { enabled } };
      return role === 'members'
        ? call('PUT /api/pools/:poolId/members/:userId', input)
        : call('PUT /api/pools/:poolId/commissioners/:userId', input);
    },
    onSuccess: (_, change) => toast({ type: 'success', title: doneText(name, change) }),
    onError: (error) => console.error('Error changing somebody in the pool', error),
    onSettled: () => void poolsChanged(),
  });
}

function doneText(name: string, { role, enabled }: PersonChange): string {
  if (role === 'commissioners') return `${name} is ${enabled ? 'a commissioner' : 'no longer a commissioner'}`;
  return `${name} is ${enabled ? 'in again' : 'out of the pool'}`;
}
