import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import type { NotificationsReply } from '#contract/notifications.ts';
import { call } from '#web/lib/api.ts';
import { browserZone } from '#web/lib/zone.ts';

/** What the person is told by mail and the like. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', {}, signal),
  meta: { failure: 'Error fetching notifications' },
});

export type NotificationsChange = BodyOf<'PATCH /api/notifications'>;

/**
 * Changes what the person is told: each change is shown at once, and they reach the league in order. The zone of the browser goes along: by it
 * they are left alone at night.
 */
export function useNotificationsChange() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'notifications' },
    mutationFn: (change: NotificationsChange) =>
      call('PATCH /api/notifications', { body: { zone: browserZone(), ...change } }),
    onMutate: (change) => {
      void client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, before && changed(before, change));
      return before;
    },
    onError: (error, _, before) => {
      console.error('Error updating notifications', error);
      client.setQueryData(queryKey, before);
    },
    // The reply to the last of several changes knows of them all.
    onSettled: (reply) => {
      if (client.isMutating({ mutationKey: queryKey }) > 1) return;
      if (reply) client.setQueryData(queryKey, reply);
      else void client.invalidateQueries({ queryKey });
    },
  });
}

function changed(known: NotificationsReply, { choice, hours = known.hours }: NotificationsChange): NotificationsReply {
  if (choice === undefined) return { ...known, hours };
  const others = known.choices.filter(({ kind, channel }) => kind !== choice.kind || channel !== choice.channel);
  return { ...known, hours, choices: [...others, choice] };
}

/** Whether the person has said that they want a kind of message by a channel. */
export function isWanted(
  { choices }: Pick<NotificationsReply, 'choices'>,
  { kind, channel }: Omit<NotificationsReply['choices'][number], 'wanted'>,
): boolean {
  return choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted);
}
