import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { channelWords, kindNames } from '#core/notify/kinds.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { LinkPage } from '#web/ui/link-page.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/**
 * The target of the unsubscribe link in a message. It requires one tap, because link scanners open it, too; mail programs unsubscribe
 * without this page.
 */
export function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const client = useQueryClient();
  const queryKey = ['unsubscribe', token];
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/unsubscribe/:token', { params: { token } }, signal),
    meta: { failure: 'Error reading the link' },
  });
  const stopping = useMutation({
    mutationFn: () => call('POST /unsubscribe/:token', { params: { token } }),
    onSuccess: (stopped) => client.setQueryData(queryKey, { ...stopped, isOff: true }),
    onError: (error) => console.error('Error turning messages off', error),
  });
  const isOff = link.data?.isOff === true;
  const error = isOff ? null : (stopping.error ?? (link.data ? null : link.error));
  const isExpired = error instanceof ApiError && error.code === 'link_expired';
  const messages = link.data && `“${kindNames[link.data.kind]}” by ${channelWords[link.data.channel].toLowerCase()}`;
  return (
    <LinkPage title={isOff ? 'Messages stopped' : 'Stop these messages'}>
      {link.isPending && <Skeleton className="mb-5 h-24" />}
      <p role="status" className="mb-5 text-ink-soft">
        {isExpired
          ? 'This link is too old. You can turn messages off in your profile.'
          : messages &&
            (isOff
              ? `${messages} is off. Everything else stays on.`
              : `Tap below, and we'll stop sending you ${messages}. You can turn it back on in your profile anytime.`)}
      </p>
      <Refusal text={error && !isExpired ? failureText(error) : null} />
      {isOff || isExpired ? (
        <Link to="/profile/messages" className={`${buttonLook('primary')} w-full`}>
          Open your profile
        </Link>
      ) : messages ? (
        <Button className="w-full" isPaused={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop them
        </Button>
      ) : (
        link.isError && (
          <Button className="w-full" isPaused={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        )
      )}
    </LinkPage>
  );
}
