import { queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import type { NotificationsReply } from '#contract/notify.ts';
import { call } from '#web/lib/api.ts';
import { browserZone } from '#web/lib/zone.ts';

/** What the person is told by mail and the like. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', {}, signal),
  meta: { failure: 'Error fetching notifications' },
});

export type NotificationsChange = BodyOf<'PATCH /api/notifications'>;

/** A change that could not be made. */
interface ChangeFailure {
  readonly error: Error;
  readonly change: NotificationsChange;
}

/**
 * Changes what the person is told, one change after the other. The zone of the browser goes along: by it they are left alone at night.
 * `failures` are those since no change was pending.
 */
export function useNotificationsChange() {
  const client = useQueryClient();
  const [failures, setFailures] = useState<readonly ChangeFailure[]>([]);
  const { queryKey } = notificationsQuery;
  const isOnlyOne = (): boolean => client.isMutating({ mutationKey: queryKey }) === 1;
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    scope: { id: 'notifications' },
    mutationFn: (change: NotificationsChange) =>
      call('PATCH /api/notifications', { body: { zone: browserZone(), ...change } }),
    onMutate: () => {
      if (isOnlyOne()) setFailures([]);
      // A reply that was on its way knows nothing of the change.
      return client.cancelQueries({ queryKey });
    },
    onSuccess: async (reply) => {
      await client.cancelQueries({ queryKey });
      // There is nothing to change once they have signed out.
      client.setQueryData(queryKey, (known) => known && reply);
    },
    onError: (error, change) => {
      console.error('Error updating notifications', error);
      setFailures((known) => [...known, { error, change }]);
      // The change may have been made all the same. The reply to a later one tells.
      if (isOnlyOne()) void client.invalidateQueries({ queryKey });
    },
  });
  return { mutate, isPending, failures };
}

/** What the person is told, with the changes that are on their way. */
export function useChangedNotifications(reply: NotificationsReply): NotificationsReply {
  const onTheirWay = useMutationState({
    filters: { mutationKey: notificationsQuery.queryKey, status: 'pending' },
    select: ({ state }) => state.variables as NotificationsChange,
  });
  return onTheirWay.reduce(changed, reply);
}

function changed(known: NotificationsReply, { choice, hours = known.hours }: NotificationsChange): NotificationsReply {
  const zone = browserZone();
  if (choice === undefined) return { ...known, hours, zone };
  const others = known.choices.filter(({ kind, channel }) => kind !== choice.kind || channel !== choice.channel);
  return { ...known, hours, zone, choices: [...others, choice] };
}

/** Whether the person has said that they want a kind of message by a channel. */
export function isWanted(
  { choices }: Pick<NotificationsReply, 'choices'>,
  { kind, channel }: Omit<NotificationsReply['choices'][number], 'wanted'>,
): boolean {
  return choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted);
}
