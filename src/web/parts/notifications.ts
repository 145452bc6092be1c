import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import type { NotificationsReply } from '#contract/notifications.ts';
import { call } from '#web/lib/api.ts';
import { browserZone, rememberZone } from '#web/lib/zone.ts';

/** What the person is told by mail and the like. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', {}, signal),
  meta: { failure: 'Error fetching notifications' },
});

export type NotificationsChange = BodyOf<'PATCH /api/notifications'>;

/** Changes what the person is told. The zone of the browser goes along: by it they are left alone at night. */
export function useNotificationsChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: NotificationsChange) =>
      call('PATCH /api/notifications', { body: { zone: browserZone(), ...change } }),
    onSuccess: (reply) => {
      rememberZone();
      client.setQueryData(notificationsQuery.queryKey, reply);
    },
    onError: (error) => console.error('Error updating notifications', error),
  });
}

/** Whether the person has said that they want a kind of message by a channel. */
export function isWanted(
  { choices }: Pick<NotificationsReply, 'choices'>,
  { kind, channel }: Omit<NotificationsReply['choices'][number], 'wanted'>,
): boolean {
  return choices.some((choice) => choice.kind === kind && choice.channel === channel && choice.wanted);
}
