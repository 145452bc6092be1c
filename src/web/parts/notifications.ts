import { queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import type { NotificationsReply } from '#contract/notify.ts';
import { call } from '#web/lib/api.ts';
import { browserZone } from '#web/lib/zone.ts';

/** The person's notification settings. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', {}, signal),
  meta: { failure: 'Error fetching notifications' },
});

export type NotificationsChange = BodyOf<'PATCH /api/notifications'>;

/** A change that failed. */
interface ChangeFailure {
  readonly error: Error;
  readonly change: NotificationsChange;
}

/**
 * Changes the notification settings, one change after the other. The browser's time zone is sent along: quiet hours follow it. `failures`
 * are those since no change was pending.
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
      // A reply that was in flight does not include the change.
      return client.cancelQueries({ queryKey });
    },
    onSuccess: async (reply) => {
      await client.cancelQueries({ queryKey });
      // After signing out there is nothing to change.
      client.setQueryData(queryKey, (known) => known && reply);
    },
    onError: (error, change) => {
      console.error('Error updating notifications', error);
      setFailures((known) => [...known, { error, change }]);
      // The change may have been made anyway. The reply to a later one shows it.
      if (isOnlyOne()) void client.invalidateQueries({ queryKey });
    },
  });
  return { mutate, isPending, failures };
}

/** The settings, with the pending changes applied. */
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

/** Whether the person has chosen to get a kind of message by a channel. */
export function isWanted(
  { choices }: Pick<NotificationsReply, 'choices'>,
  { kind, channel }: Omit<NotificationsReply['choices'][number], 'wanted'>,
): boolean {
  return choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted);
}
